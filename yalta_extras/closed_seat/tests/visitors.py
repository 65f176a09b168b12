"""Visitors of a finished match, whose games they play from the closed room's seat."""

import contextlib
import re
from collections.abc import AsyncIterator
from typing import Any

import httpx

from server.access import PUBLIC
from tests.support.served import NAME, Served

SEAT = "/t/club/matches/1/closed-seat"


@contextlib.asynccontextmanager
async def visitor_of(served: Served) -> AsyncIterator[httpx.AsyncClient]:
    """Yield an anonymous visitor's client, which sends the Origin that a form's page has."""
    async with served.client(PUBLIC) as client:
        client.headers["origin"] = f"http://{NAME}"
        yield client


async def begin(client: httpx.AsyncClient, game: int = 1, side: str = "white") -> str:
    """Begin a game and return the address of its page."""
    answer = await client.post(SEAT, data={"game": game, "side": side})
    assert answer.status_code == 303, answer.text
    return answer.headers["location"]


async def act(client: httpx.AsyncClient, address: str, name: str, **more: Any) -> httpx.Response:
    """Make a decision on the game's page."""
    page = (await client.get(address)).text
    seen = re.search(r'name="seen" value="(\d+)"', page)
    assert seen is not None, page
    return await client.post(address, data={"act": name, "seen": seen[1], **more})


def due(page: str) -> str:
    """Return the kind of decision that the page asks of its visitor."""
    found = re.search(r'data-due="([a-z]+)"', page)
    assert found is not None, page
    return found[1]


async def to_resignable(client: httpx.AsyncClient, address: str) -> str:
    """Answer all other questions until the visitor may resign, and return the page."""
    answers = {"double": "take", "resignation": "refuse", "choice": "hold"}
    while (asked := due(page := (await client.get(address)).text)) in answers:
        await act(client, address, answers[asked])
    return page
