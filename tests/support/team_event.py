"""A team event kept by hand over the API: teams, draw, rounds, whole sheets."""

import contextlib
import json
from collections.abc import AsyncIterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import httpx

from tests.support.forms import form_of
from tests.support.served import DIRECTOR, Served, opened

TEAMS: Mapping[str, tuple[str, ...]] = {
    "Compass": ("Brook", "Fields", "Summers", "Winters"),
    "Rudder": ("Holloway", "Stonely", "Marsh", "Rivers"),
    "Anchor": ("Hill", "Moss", "Shaw", "Wood"),
}
EVENT = "/api/t/club/event"
EVENT_PAGE = "/hall/t/club/tournament"
_SEES = {"describe": "was", "withdraw-draw": "seen", "withdraw-round": "seen", "penalty": "seen"}
"""The field in which an order says what was there, as its form has it."""

SET_UP_PAGE = f"{EVENT_PAGE}/set-up"
_ON_SET_UP = {"describe", "places", "withdraw-draw", "penalty", "lift-penalty", "join"}
_ON_SET_UP |= {"withdraw-team", "return-team", "withdraw-stage", "decide-order", "stage"}
_OF_ROUNDS = {"withdraw-round", "shorten", "reopen", "walkover", "lift-walkover"}


def page_with(order: str, *, stage: str = "1", round: str = "1") -> str:
    """The director's page that has the form of that order about a stage or a round."""
    if order in _OF_ROUNDS:
        return f"{EVENT_PAGE}/rounds/{stage}/{round}/changes"
    return SET_UP_PAGE if order in _ON_SET_UP else EVENT_PAGE


class EventDesk:
    """Whoever runs the event; `client` is signed in as director or operator."""

    def __init__(self, client: httpx.AsyncClient) -> None:
        self.client = client

    async def order(self, order: str, *, status: int = 200, **fields: Any) -> Any:
        """An order of somebody who has just read how the stages stand; the answer."""
        seen = await self._seen(order, fields) if order in _SEES else {}
        answer = await self.client.post(EVENT, json={"order": order, **seen, **fields})
        assert answer.status_code == status, answer.text
        return answer.json()

    async def _seen(self, order: str, fields: Mapping[str, Any]) -> dict[str, Any]:
        """What the page's form of that order says of what is there."""
        named = {name: str(fields[name]) for name in ("stage", "round") if name in fields}
        page = page_with(order, **named)
        form = form_of(await self.client.get(page), EVENT_PAGE, order=order, **named)
        return {_SEES[order]: json.loads(form[_SEES[order]])}

    async def set_up(self, preset: str = "yalta-2008", groups: int = 1) -> None:
        """The teams, entered, and the stages."""
        for name, players in TEAMS.items():
            body = {"name": name, "players": players}
            answer = await self.client.post("/api/t/club/teams", json=body)
            assert answer.status_code == 201, answer.text
        await self.order("describe", title="Harbour Cup", place="Odesa", dates="1–5 October")
        await self.order("preset", preset=preset, groups=groups)

    async def draw_round_robin(self) -> None:
        """The teams, entered, and drawn into a round robin."""
        await self.set_up("round-robin")
        await self.order("draw", stage=1)

    async def first_match(self) -> Any:
        """The only match of the first round of such a round robin, published."""
        await self.draw_round_robin()
        (pairing,) = await self.publish(1)
        return pairing

    async def stage(self, stage: int) -> Any:
        """A stage as the director sees it."""
        return (await self.client.get(EVENT)).json()["stages"][stage - 1]

    async def publish(self, stage: int) -> list[Any]:
        """The next round of a stage; its pairings."""
        stage_json = await self.stage(stage)
        draft = next(each for each in stage_json["rounds"] if not each["published"])
        seen = [(each["home"], each["away"]) for each in draft["pairings"]]
        await self.order("publish", stage=stage, round=draft["round"], seen=seen)
        announced = (await self.stage(stage))["rounds"][draft["round"] - 1]
        return list(announced["pairings"])

    async def line_up(self, pairing: Mapping[str, Any]) -> None:
        """Both line-ups of a match: the first two of each team."""
        for side in ("home", "away"):
            team = pairing[side]
            first, second, *_ = TEAMS[team]
            body = {"team": team, "open_player": first, "closed_player": second, "was": None}
            path = f"/api/t/club/matches/{pairing['number']}/line-ups"
            answer = await self.client.post(path, json=body)
            assert answer.status_code == 200, answer.text

    async def keep(self, pairing: Mapping[str, Any], rows: Sequence[Mapping[str, Any]]) -> None:
        """Enter a match's sheet by hand."""
        await self.line_up(pairing)
        path = f"/api/t/club/matches/{pairing['number']}/sheet"
        answer = await self.client.post(path, json={"rows": rows})
        assert answer.status_code == 200, answer.text

    async def won(self, pairing: Mapping[str, Any], winner: str, games: int = 4) -> None:
        """A match in which one team won every game by bearing off, three checkers being left."""
        await self.keep(pairing, rows_won_by(pairing, winner, games))


@contextlib.asynccontextmanager
async def event_hall(folder: Path) -> AsyncIterator[tuple[Served, httpx.AsyncClient, EventDesk]]:
    """A server, its director's client, and the desk of an event that he runs by it."""
    async with opened(folder) as served, served.client(DIRECTOR) as client:
        yield served, client, EventDesk(client)


def rows_won_by(
    pairing: Mapping[str, Any], winner: str, games: int = 4, left: int = 3
) -> list[dict[str, Any]]:
    """A sheet in which one team wins both rooms of every game."""
    home_wins = pairing["home"] == winner
    losers = {"open": "red" if home_wins else "white", "closed": "white" if home_wins else "red"}
    how = {"attempt": 1, "ending": "bearoff", "left": left, "cube": 1}
    return [
        {"game": game, "room": room, "loser": loser, **how}
        for game in range(1, games + 1)
        for room, loser in losers.items()
    ]
