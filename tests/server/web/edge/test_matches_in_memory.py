"""A match stays in memory for as long as whoever asked about it is being answered."""

import contextlib
from collections.abc import AsyncIterator
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest
from fastapi import FastAPI, Request
from httpx import ASGITransport, AsyncClient
from starlette.responses import StreamingResponse

from rules.identities import MatchId
from server.web.edge.matches_in_memory import MatchesInMemory, keep_until_answered
from tests.support.ids import match_id
from tests.support.part_services import part_services

MATCH = match_id(3)


class Memory:
    """Counts who holds which match."""

    def __init__(self) -> None:
        self.holds: list[MatchId] = []

    @contextlib.asynccontextmanager
    async def in_memory(self, match: MatchId) -> AsyncIterator[None]:
        self.holds.append(match)
        try:
            yield
        finally:
            self.holds.remove(match)


def answering(memory: Memory) -> FastAPI:
    """An application that tells, after its answer has begun, which matches are held."""
    app = FastAPI()
    hub: Any = SimpleNamespace(known=memory)
    app.state.services = replace(part_services(), hub=hub)
    app.add_middleware(MatchesInMemory)

    @app.get("/asked")
    async def asked(request: Request) -> StreamingResponse:
        for _ in range(2):
            await keep_until_answered(request, MATCH)

        async def chunks() -> AsyncIterator[str]:
            yield "held: "
            yield str(memory.holds.count(MATCH))

        return StreamingResponse(chunks())

    @app.get("/failing")
    async def failing(request: Request) -> None:
        await keep_until_answered(request, MATCH)
        raise RuntimeError("a route that fails")

    return app


async def test_a_match_is_held_until_the_last_of_the_answer_is_sent() -> None:
    memory = Memory()
    async with AsyncClient(
        transport=ASGITransport(answering(memory)), base_url="http://localhost"
    ) as client:
        assert (await client.get("/asked")).text == "held: 2"
    assert memory.holds == []


async def test_a_route_that_fails_holds_nothing_any_more() -> None:
    memory = Memory()
    transport = ASGITransport(answering(memory))
    async with AsyncClient(transport=transport, base_url="http://localhost") as client:
        with pytest.raises(RuntimeError, match="a route that fails"):
            await client.get("/failing")
    assert memory.holds == []
