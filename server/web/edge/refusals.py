"""Refusals as HTTP answers: what happened, what can be done about it, and a code for programs."""

import json
import re
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from fastapi import FastAPI, Request
from fastapi.encoders import jsonable_encoder
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, Response

from rules.errors import (
    FieldRefused,
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
from server.store.accounts_db.board_keys import BoardRegistered, BoardUnknown
from server.values.table_form import plain
from server.web.edge.public_services import names_in
from server.words.field_refusals import (
    FIELD_REFUSALS,
    VALUE_NEEDED,
    VALUE_NOT_ALLOWED,
    field_refusal_code,
)
from server.words.refusals import REFUSALS, refusal_code


class OrderRefused(Exception):
    """An order had no effect; the text says why."""

    def __init__(self, why: Refusal) -> None:
        super().__init__(REFUSALS[why])
        self.why = why


class SignerUnclear(Exception):
    """It is not clear in whose name a match protocol is to be signed.

    The request can be repeated with the name of the captain or operator who signs.
    """

    def __init__(self, by: str | None) -> None:
        super().__init__(
            f"by: {by!r}; allowed: nothing for a captain, who signs in his own name, and the "
            "captain's name for whoever records a signature made on paper"
        )


class NamesKnown(Exception):
    """Known persons have the typed names, and it is not clear whether these persons are meant.

    The operator can say whether they are meant. `names` are the typed names. `several` are names
    that more than one person has; one of these persons is chosen by typing their id.
    """

    def __init__(self, names: Sequence[str], several: Sequence[str]) -> None:
        known = ", ".join((*names, *several))
        super().__init__(
            f"players: {known} known already. Operator: send known=same for these persons,"
            " known=new for others of the same name; where several bear one name,"
            " write the person's id"
        )
        self.names, self.several = tuple(names), tuple(several)


_ANSWERS: dict[type[Exception], tuple[int, dict[str, str]]] = {
    RulesError: (422, {"code": "against_the_rules"}),
    SignerUnclear: (422, {"code": "signer_unclear", "field": "by"}),
    NamesKnown: (409, {"code": "names_known_already", "field": "players"}),
    CommandIdReused: (422, {"code": "command_id_reused", "field": "Idempotency-Key"}),
    BoardUnknown: (404, {"code": "board_unknown", "field": "board_id"}),
    BoardRegistered: (409, {"code": "board_has_key_already", "field": "board_id"}),
}
"""Errors that are answered with their own text: each one's HTTP status, code and field, if any."""

REFUSAL_CODES: Mapping[str, str] = {
    **{each.code: each.clause for each in FIELD_REFUSALS.values()},
    VALUE_NEEDED: "the field needs a value, one that is allowed",
    VALUE_NOT_ALLOWED: "the field cannot hold this value, only one that is allowed",
    **{refusal_code(each): clause for each, clause in REFUSALS.items()},
    "request_invalid": "fields are missing, unknown or of another kind: detail lists them",
    "against_the_rules": "the rules do not allow this",
    "line_up_refused": "this line-up cannot be accepted",
    "values_changed": "what the command was made from is not so any more: was, now",
    "second_account_needed": "whoever entered a result does not confirm it",
    "board_in_use": "the board is at a table whose game is being played",
    "board_has_dice": "the board would carry dice between rooms",
    "signer_unclear": "it is not clear in whose name this is signed",
    "names_known_already": "somebody bears these names: say whether it is the same person",
    "command_id_reused": "another command was sent under this id",
    "board_unknown": "no board has this id",
    "board_has_key_already": "this board has a key already",
}
"""Every error code in the answers made here, with its meaning.

Codes are as stable as the API's fields.
"""


_NAMED_IN_ADDRESSES = ("form", "format", "match", "number", "person", "tournament")


def add_refusals(app: FastAPI) -> None:
    """Make the application answer this project's errors with a sentence and a code.

    If the error is about one field of the request, the answer names that field.
    """
    for kind, (status, content) in _ANSWERS.items():
        app.add_exception_handler(kind, partial(_sentence, status, content))
    _add_refusals_of_fields(app)
    _add_refusals_as_it_stands(app)


def _add_refusals_of_fields(app: FastAPI) -> None:
    @app.exception_handler(RequestValidationError)
    async def _fields(_: Request, error: RequestValidationError) -> Response:
        # The answer repeats the input, which need not be text: half a surrogate pair stays escaped.
        detail = jsonable_encoder(error.errors())
        content = json.dumps({"detail": detail, "code": "request_invalid"})
        return Response(content, 422, media_type="application/json")

    @app.exception_handler(FieldRefused)
    @app.exception_handler(PersonRefused)
    @app.exception_handler(MatchRefused)
    async def _field(request: Request, refused: FieldRefused) -> JSONResponse:
        names = names_in(request)
        shown, named = names.in_refusal(refused.value), names.in_refusals(refused.named)
        error = FieldRefused(refused.field, shown, refused.template, **named)
        known = request.scope.get("method") in ("GET", "HEAD") or error.field in _NAMED_IN_ADDRESSES
        of_state = isinstance(refused, MatchRefused | PersonRefused)
        content = {
            "detail": str(error),
            "code": field_refusal_code(refused),
            "field": error.field,
            "value": jsonable_encoder(error.value),
            "allowed": error.allowed,
        }
        return JSONResponse(content, (404 if known else 409) if of_state else 422)

    @app.exception_handler(ValuesChanged)
    async def _changed(request: Request, error: ValuesChanged) -> JSONResponse:
        named = names_in(request).of
        both = {"was": plain(error.was, named), "now": plain(error.now, named)}
        content = {"detail": str(error), "code": "values_changed", "field": error.field, **both}
        return JSONResponse(content, 409)


def _add_refusals_as_it_stands(app: FastAPI) -> None:
    @app.exception_handler(LineUpRefused)
    async def _line_up(request: Request, error: LineUpRefused) -> JSONResponse:
        names = names_in(request)
        named = LineUpRefused(error.why, error.field, **names.in_refusals(error.named))
        return JSONResponse({"detail": str(named), "code": "line_up_refused"}, 409)

    @app.exception_handler(SecondAccountNeeded)
    async def _second(request: Request, error: SecondAccountNeeded) -> JSONResponse:
        named = SecondAccountNeeded(error.game, error.room, names_in(request).by(error.name))
        return JSONResponse({"detail": str(named), "code": "second_account_needed"}, 409)

    @app.exception_handler(BoardInUse)
    async def _in_use(request: Request, error: BoardInUse) -> JSONResponse:
        names = names_in(request)
        message = error.why % names.in_refusals(error.named)
        match = str(names.match(error.game.match))
        asked = {"field": "from_match", "match": match, "room": error.room.value}
        content = {"detail": message, "code": "board_in_use", **asked, "game": error.game.game}
        return JSONResponse(content, 409)

    @app.exception_handler(BoardHasDice)
    async def _has_dice(request: Request, error: BoardHasDice) -> JSONResponse:
        names = names_in(request)
        games = [
            {"match": str(names.match(each.match)), "game": each.game, "attempt": each.attempt}
            for each in error.games
        ]
        asked = {"code": "board_has_dice", "field": "voids", "games": games}
        return JSONResponse({"detail": error.message(names.in_refusals), **asked}, 409)

    @app.exception_handler(OrderRefused)
    async def _order(_: Request, error: OrderRefused) -> JSONResponse:
        both = {"code": refusal_code(error.why), "why": error.why.value}
        return JSONResponse({"detail": str(error), **both}, 409)


async def _sentence(
    status: int, content: dict[str, str], _: Request, error: Exception
) -> JSONResponse:
    return JSONResponse({"detail": str(error), **content}, status)


def describe_refusals(app: FastAPI, codes: Mapping[str, str]) -> None:
    """Add the API's refusals to every operation of the OpenAPI document.

    `codes` has the meaning of each error code.
    """
    described = app.openapi

    def openapi() -> dict[str, Any]:
        document = described()
        if _REFUSAL not in document["components"]["schemas"]:
            _add_refusals(document, codes)
        return document

    app.openapi = openapi  # type: ignore[method-assign]


_REFUSAL = "Refusal"
_REFUSED = {404: "What the address names is not there", 409: "Refused as it stands"}


def _add_refusals(document: dict[str, Any], codes: Mapping[str, str]) -> None:
    schemas = document["components"]["schemas"]
    schemas.pop("HTTPValidationError", None)
    schemas[_REFUSAL] = _schema(codes)
    for operations in document["paths"].values():
        for method, operation in operations.items():
            answers = operation["responses"]
            # A route without any input, even in its address, has no refusals.
            if "422" not in answers:
                continue
            answers["422"] = _answer("Not a request that can be understood, or not by the rules")
            for status, what in _REFUSED.items():
                if status == 404 or method != "get":
                    answers.setdefault(str(status), _answer(what))


def _answer(description: str) -> dict[str, Any]:
    schema = {"$ref": f"#/components/schemas/{_REFUSAL}"}
    return {"description": description, "content": {"application/json": {"schema": schema}}}


def _schema(codes: Mapping[str, str]) -> dict[str, Any]:
    each_wrong = {"type": "array", "items": {"$ref": "#/components/schemas/ValidationError"}}
    lines = "\n".join(f"- `{code}`: {meaning}" for code, meaning in sorted(codes.items()))
    meanings = re.sub(r"%\((\w+)\)s", r"{\1}", lines)
    properties = {
        "detail": {
            "anyOf": [{"type": "string"}, each_wrong],
            "description": "A sentence, or each field that is wrong; may be put otherwise later.",
        },
        "code": {
            "type": "string",
            "enum": sorted(codes),
            "description": f"What is so; codes are added, none is changed.\n\n{meanings}",
        },
        "field": {"type": "string", "description": "The field it is about, if it is about one."},
        "value": {"description": "What the field was to hold."},
        "allowed": {"type": "string", "description": "What it can hold instead."},
    }
    return {
        "title": _REFUSAL,
        "type": "object",
        "description": "Why nothing was done; some codes have further fields.",
        "required": ["detail", "code"],
        "properties": properties,
    }
