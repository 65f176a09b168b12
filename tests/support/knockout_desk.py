"""A knockout of single players run over the API; results entered at its matches' tables."""

from collections.abc import Mapping, Sequence
from typing import Any

import httpx

PLAYERS = ("Robin Brook", "Kim Holloway", "Alex Fields", "Sasha Stonely", "Chris Marsh", "Sam Hill")
KNOCKOUTS = "/api/t/club/knockouts"


class KnockoutDesk:
    """Whoever runs it; `client` is signed in as director or operator."""

    def __init__(self, client: httpx.AsyncClient) -> None:
        self.client = client

    async def order(self, order: str, *, status: int = 200, **fields: Any) -> Any:
        """An order of somebody who has just read how the knockouts stand; the answer."""
        seen = await self._seen(order, fields)
        answer = await self.client.post(KNOCKOUTS, json={"order": order, **seen, **fields})
        assert answer.status_code == status, answer.text
        return answer.json()

    async def set_up(self, players: Sequence[str] = PLAYERS, **plan: Any) -> None:
        """A knockout with its players, drawn, its first round published."""
        await self.order("plan", **{"name": "Main", "length": 1, **plan})
        await self.order("enter", knockout=1, players=players)
        await self.order("draw", knockout=1)
        await self.order("publish", knockout=1, round=1)

    async def _seen(self, order: str, fields: Mapping[str, Any]) -> dict[str, Any]:
        """Who is entered, for a first draw; the pairs that can be published."""
        if order not in ("draw", "publish"):
            return {}
        every = (await self.client.get(KNOCKOUTS)).json()
        shown = next(each for each in every if each["knockout"] == fields["knockout"])
        if order == "draw":
            return {} if shown["rounds"] else {"seen": shown["entrants"]}
        pairs = [
            [each["white"]["person"], each["red"]["person"]]
            for each in shown["rounds"][fields["round"] - 1]["matches"]
            if each["number"] is None and not each["decided"]
        ]
        return {"seen": [pair for pair in pairs if all(pair)]}

    async def knockout(self) -> Any:
        """How it stands."""
        return (await self.client.get(KNOCKOUTS)).json()[0]

    async def matches(self, round_: int) -> list[Any]:
        """The matches of a round that have numbers."""
        every = (await self.knockout())["rounds"][round_ - 1]["matches"]
        return [each for each in every if each["number"] is not None]

    async def result(self, number: int, loser: str, *, game: int = 1) -> None:
        """The director enters the result of a game; it waits for its confirmation."""
        at = {"game": game, "attempt": 1, "room": "open", "left": 3, "cube": 1}
        answer = await self.client.post(
            f"/api/t/club/matches/{number}/results/by-hand",
            json={**at, "loser": loser, "ending": "bearoff"},
        )
        assert answer.status_code == 200, answer.text

    async def play(self, round_: int, loser: str = "red") -> None:
        """Let one side lose every match of a round that is open, each to one point."""
        for each in await self.matches(round_):
            if not each["decided"]:
                await self.result(each["number"], loser)
