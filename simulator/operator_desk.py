"""The operator of a simulated match: sets it up and reads it over the server's HTTP API."""

from dataclasses import dataclass
from typing import Any

import httpx
from pydantic import TypeAdapter

from protocol_forms.match_protocol import MatchProtocolView
from rules.room import Room

_VIEW = TypeAdapter(MatchProtocolView)
PATIENCE = 30.0
"""Seconds an answer may take; a PDF is the slowest."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A team as entered: its name, its captain's seat in the open room, its closed player."""

    name: str
    open_player: str
    closed_player: str


class OperatorDesk:
    """One match on one server. Raises httpx.HTTPError when the server does not do as asked."""

    def __init__(self, address: str) -> None:
        self.number = 1
        self._http = httpx.AsyncClient(base_url=address, timeout=PATIENCE, trust_env=False)

    async def close(self) -> None:
        """Hang up."""
        await self._http.aclose()

    async def schedule(
        self, home: Entry, away: Entry, *, event: str, games: int, tail: str
    ) -> None:
        """Register both teams and set up their match."""
        for team in (home, away):
            players = [team.open_player, team.closed_player]
            await self._post("/api/teams", name=team.name, players=players)
        wanted = {"event": event, "games": games, "tail": tail}
        answer = await self._post("/api/matches", home=home.name, away=away.name, **wanted)
        self.number = answer["number"]

    async def seat_board(self, room: Room, board_id: str, label: str) -> bytes:
        """Register a board and put it on the room's table; its key."""
        answer = await self._post("/api/boards", board_id=board_id, label=label)
        await self._post(f"{self._match}/boards", room=room.value, board_id=board_id)
        return bytes.fromhex(answer["key"])

    async def line_up(self, team: Entry) -> None:
        """Submit a team's line-up; with the second one the match starts."""
        seats = {"open_player": team.open_player, "closed_player": team.closed_player}
        await self._post(f"{self._match}/line-ups", team=team.name, **seats)

    async def sign(self, team: Entry) -> None:
        """The captain of a team signs the finished match's protocol."""
        await self._post(f"{self._match}/signatures", team=team.name, by=team.open_player)

    async def status(self) -> str:
        """Planned, playing, finished or signed."""
        return str((await self._get(self._match)).json()["status"])

    async def protocol(self) -> MatchProtocolView:
        """The match protocol as it stands, both rooms."""
        answer = await self._get(f"{self._match}/protocol.json")
        return _VIEW.validate_json(answer.content)

    async def pdf(self) -> bytes:
        """The match protocol as the printed form."""
        return (await self._get(f"{self._match}/protocol.pdf")).content

    @property
    def _match(self) -> str:
        return f"/api/matches/{self.number}"

    async def _post(self, path: str, **body: object) -> Any:
        answer = await self._http.post(path, json=body)
        answer.raise_for_status()
        return answer.json() if answer.content else None

    async def _get(self, path: str) -> httpx.Response:
        answer = await self._http.get(path)
        answer.raise_for_status()
        return answer
