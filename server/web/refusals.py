"""Refusals as HTTP answers: what happened, and what can be done now."""

import json

from fastapi import FastAPI, Request
from fastapi.encoders import jsonable_encoder
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, Response

from rules.errors import LineUpRefused, MatchRefused, RulesError
from rules.events import Refusal
from server.relay.second_account import SecondAccountNeeded
from server.store.board_keys import BoardRegistered, BoardUnknown
from server.store.event_log import LogUnavailable
from server.store.house_file import HouseUnavailable

WORDS = {
    Refusal.NOT_PLAYING: "the match is not being played; start it with both line-ups first",
    Refusal.STALE: "this is about another game, attempt or turn; look at the match again",
    Refusal.NOT_YOUR_TURN: "the other side has to do this",
    Refusal.NOT_NOW: "the table is not at a point where this can be done",
    Refusal.ALREADY_RELEASED: "the closed room has these dice; reopen the turn or void the game",
    Refusal.LATER_ROLL_THROWN: "a later roll was thrown; void the game or correct its result",
    Refusal.TABLE_STOPPED: "the table is stopped: its board shows other dice than it was given",
    Refusal.RESIGNATION_PENDING: "a resignation waits for its answer",
    Refusal.DOUBLE_PENDING: "a double waits for its answer",
    Refusal.ALREADY_CONFIRMED: "this side has confirmed already",
    Refusal.NOTHING_TO_CONFIRM: "there is nothing to confirm yet",
    Refusal.IMPOSSIBLE_POSITION: "no game can end like that",
}


class OrderRefused(Exception):
    """An order without effect, in words."""

    def __init__(self, why: Refusal) -> None:
        super().__init__(WORDS.get(why, why.value.replace("-", " ")))
        self.why = why


class SignerUnclear(Exception):
    """It is not clear in whose name a protocol is signed; captain or operator."""

    def __init__(self, by: str | None) -> None:
        super().__init__(
            f"by: {by!r}; allowed: nothing for a captain, who signs in his own name, and the "
            "captain's name for whoever records a signature made on paper"
        )


def add_refusals(app: FastAPI) -> None:
    """Turn the house's errors into answers with a sentence and, where there is one, a field."""

    @app.exception_handler(RequestValidationError)
    async def _fields(_: Request, error: RequestValidationError) -> Response:
        # What was sent is told back and need not be text: half a surrogate pair stays escaped.
        told = json.dumps({"detail": jsonable_encoder(error.errors())})
        return Response(told, 422, media_type="application/json")

    @app.exception_handler(MatchRefused)
    async def _match(_: Request, error: MatchRefused) -> JSONResponse:
        known = error.field in ("match", "number")
        detail = {"field": error.field, "value": error.value, "allowed": error.allowed}
        return JSONResponse({"detail": str(error), **detail}, status_code=404 if known else 409)

    @app.exception_handler(LineUpRefused)
    async def _line_up(_: Request, error: LineUpRefused) -> JSONResponse:
        return JSONResponse({"detail": str(error)}, status_code=409)

    @app.exception_handler(OrderRefused)
    async def _order(_: Request, error: OrderRefused) -> JSONResponse:
        return JSONResponse({"detail": str(error), "why": error.why.value}, status_code=409)

    @app.exception_handler(RulesError)
    async def _rules(_: Request, error: RulesError) -> JSONResponse:
        return JSONResponse({"detail": str(error)}, status_code=422)

    @app.exception_handler(LogUnavailable)
    @app.exception_handler(HouseUnavailable)
    async def _disk(_: Request, error: LogUnavailable | HouseUnavailable) -> JSONResponse:
        return JSONResponse({"detail": str(error)}, status_code=503)

    @app.exception_handler(SignerUnclear)
    async def _signer(_: Request, error: SignerUnclear) -> JSONResponse:
        return JSONResponse({"detail": str(error), "field": "by"}, status_code=422)

    @app.exception_handler(SecondAccountNeeded)
    async def _second(_: Request, error: SecondAccountNeeded) -> JSONResponse:
        return JSONResponse({"detail": str(error)}, status_code=409)

    @app.exception_handler(BoardUnknown)
    async def _no_board(_: Request, error: BoardUnknown) -> JSONResponse:
        return JSONResponse({"detail": str(error), "field": "board_id"}, status_code=404)

    @app.exception_handler(BoardRegistered)
    async def _board(_: Request, error: BoardRegistered) -> JSONResponse:
        return JSONResponse({"detail": str(error), "field": "board_id"}, status_code=409)
