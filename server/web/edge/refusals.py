"""Refusals as HTTP answers: what happened, and what can be done now."""

import json
from collections.abc import Sequence
from functools import partial

from fastapi import FastAPI, Request
from fastapi.encoders import jsonable_encoder
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, Response

from rules.errors import (
    LineUpRefused,
    MatchRefused,
    PersonRefused,
    RulesError,
    ValuesChanged,
)
from rules.events import Refusal
from rules.tables.entering import SecondAccountNeeded
from server.command_answers import CommandIdReused
from server.matches.board_places import BoardHasDice, BoardInUse
from server.matches.table_form import plain
from server.store.accounts_db.board_keys import BoardRegistered, BoardUnknown
from server.web.edge.services import names_in
from server.words.refusals import REFUSALS


class OrderRefused(Exception):
    """An order without effect, in words."""

    def __init__(self, why: Refusal) -> None:
        super().__init__(REFUSALS[why])
        self.why = why


class SignerUnclear(Exception):
    """It is not clear in whose name a protocol is signed; captain or operator."""

    def __init__(self, by: str | None) -> None:
        super().__init__(
            f"by: {by!r}; allowed: nothing for a captain, who signs in his own name, and the "
            "captain's name for whoever records a signature made on paper"
        )


class NamesKnown(Exception):
    """Names were typed that somebody bears: are these the same persons? (operator: say which)

    `names` are those typed; `several` are borne by more than one, whose ids are to be typed.
    """

    def __init__(self, names: Sequence[str], several: Sequence[str]) -> None:
        known = ", ".join((*names, *several))
        super().__init__(
            f"players: {known} known already. Operator: send known=same for these persons,"
            " known=new for others of the same name; where several bear one name,"
            " write the person's id"
        )
        self.names, self.several = tuple(names), tuple(several)


_STATUS_AND_FIELD: dict[type[Exception], tuple[int, dict[str, str]]] = {
    RulesError: (422, {}),
    SignerUnclear: (422, {"field": "by"}),
    NamesKnown: (409, {"field": "players"}),
    CommandIdReused: (422, {"field": "Idempotency-Key"}),
    BoardUnknown: (404, {"field": "board_id"}),
    BoardRegistered: (409, {"field": "board_id"}),
}
"""Errors that say all there is to say, each with its status and the field it is about."""


_NAMED_IN_ADDRESSES = ("form", "format", "match", "number", "person", "tournament")


def add_refusals(app: FastAPI) -> None:
    """Turn this project's errors into answers with a sentence and, where there is one, a field."""
    for kind, (status, field) in _STATUS_AND_FIELD.items():
        app.add_exception_handler(kind, partial(_sentence, status, field))

    @app.exception_handler(RequestValidationError)
    async def _fields(_: Request, error: RequestValidationError) -> Response:
        # What was sent is told back and need not be text: half a surrogate pair stays escaped.
        content = json.dumps({"detail": jsonable_encoder(error.errors())})
        return Response(content, 422, media_type="application/json")

    @app.exception_handler(LineUpRefused)
    async def _line_up(request: Request, error: LineUpRefused) -> JSONResponse:
        names = names_in(request)
        named = LineUpRefused(error.why, error.field, **names.in_refusals(error.named))
        return JSONResponse({"detail": str(named)}, 409)

    @app.exception_handler(SecondAccountNeeded)
    async def _second(request: Request, error: SecondAccountNeeded) -> JSONResponse:
        named = SecondAccountNeeded(error.game, error.room, names_in(request).by(error.name))
        return JSONResponse({"detail": str(named)}, 409)

    @app.exception_handler(PersonRefused)
    @app.exception_handler(MatchRefused)
    async def _match(request: Request, refused: MatchRefused | PersonRefused) -> JSONResponse:
        names = names_in(request)
        shown, named = names.in_refusal(refused.value), names.in_refusals(refused.named)
        error = type(refused)(refused.field, shown, refused.template, **named)
        known = request.scope.get("method") in ("GET", "HEAD") or error.field in _NAMED_IN_ADDRESSES
        value = jsonable_encoder(error.value)
        detail = {"field": error.field, "value": value, "allowed": error.allowed}
        return JSONResponse({"detail": str(error), **detail}, status_code=404 if known else 409)

    @app.exception_handler(ValuesChanged)
    async def _changed(request: Request, error: ValuesChanged) -> JSONResponse:
        named = names_in(request).of
        both = {"was": plain(error.was, named), "now": plain(error.now, named)}
        return JSONResponse({"detail": str(error), "field": error.field, **both}, status_code=409)

    @app.exception_handler(BoardInUse)
    async def _in_use(request: Request, error: BoardInUse) -> JSONResponse:
        names = names_in(request)
        message = error.why % names.in_refusals(error.named)
        match = str(names.match(error.game.match))
        asked = {"field": "from_match", "match": match, "room": error.room.value}
        detail = {"detail": message, **asked, "game": error.game.game}
        return JSONResponse(detail, status_code=409)

    @app.exception_handler(BoardHasDice)
    async def _has_dice(request: Request, error: BoardHasDice) -> JSONResponse:
        names = names_in(request)
        games = [
            {"match": str(names.match(each.match)), "game": each.game, "attempt": each.attempt}
            for each in error.games
        ]
        asked = {"field": "voids", "games": games}
        return JSONResponse({"detail": error.message(names.in_refusals), **asked}, status_code=409)

    @app.exception_handler(OrderRefused)
    async def _order(_: Request, error: OrderRefused) -> JSONResponse:
        return JSONResponse({"detail": str(error), "why": error.why.value}, status_code=409)


async def _sentence(
    status: int, field: dict[str, str], _: Request, error: Exception
) -> JSONResponse:
    return JSONResponse({"detail": str(error), **field}, status_code=status)
