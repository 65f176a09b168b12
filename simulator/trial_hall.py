"""Trial matches on a server that runs: found, set up, and boards put on their tables."""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from rules.position import Position, Side
from rules.room import Room
from simulator.operator_desk import Entry, OperatorDesk, visitor_of

TOURNAMENT = "trial"
"""Where matches are set up that nobody has set up before."""
_TEAMS = {
    name: Entry(name, f"{name} I", f"{name} II")
    for name in (
        "Anchor",
        "Beacon",
        "Compass",
        "Dolphin",
        "Ensign",
        "Ferry",
        "Galley",
        "Harbour",
        "Island",
        "Jetty",
        "Keel",
        "Lantern",
        "Mast",
        "Nautilus",
        "Oar",
        "Pilot",
    )
}
MOST_MATCHES = len(_TEAMS) // 2
"""How many may be played at a time."""


@dataclass(frozen=True, slots=True)
class TrialMatch:
    """A trial match in play or planned; `own`: its teams are simulated, and sign when it is over.

    `games` a room, None in a match to points. `name` is such as "trial/1".
    """

    tournament: str
    number: int
    home: str
    away: str
    game_name: str
    games: int | None
    own: bool

    @property
    def name(self) -> str:
        """How people name it."""
        return f"{self.tournament}/{self.number}"

    @property
    def rooms(self) -> tuple[Room, ...]:
        """Where its tables are."""
        return (Room.OPEN,) if self.games is None else tuple(Room)


class TrialHall:
    """One server, by its API. Every method raises httpx.HTTPError where the server does not agree.

    `sign_in` comes first, `close` last: it takes back the keys of the boards that were put here,
    and leaves no session of its own behind.
    """

    def __init__(self, address: str) -> None:
        self.http = visitor_of(address)
        self._address = address
        self._run = secrets.token_hex(2)
        self._boards: list[str] = []

    async def sign_in(self, name: str, passphrase: str) -> None:
        """Be signed in as somebody who may set up matches."""
        await self._post("/api/session", name=name, passphrase=passphrase)

    async def close(self) -> None:
        """Take the boards' keys back, sign out and hang up."""
        try:
            for board_id in self._boards:
                await self.http.delete(f"/api/boards/{board_id}")
            await self.http.delete("/api/session")
        finally:
            await self.http.aclose()

    async def unfinished(self) -> list[TrialMatch]:
        """Every trial match that is planned or played, the older first."""
        found = list[TrialMatch]()
        for tournament in await self._get("/api/tournaments"):
            for each in await self._get(f"/api/t/{tournament['name']}/matches"):
                if each["trial"] and each["status"] in ("planned", "playing"):
                    found.append(_match(each))
        return found

    async def set_up(self, games: int, game: str) -> TrialMatch:
        """Set up a trial match of two teams of which none is in another match."""
        known = {each["name"] for each in await self._get("/api/tournaments")}
        if TOURNAMENT not in known:
            await self._post("/api/tournaments", name=TOURNAMENT)
        path = f"/api/t/{TOURNAMENT}"
        playing = {
            team
            for each in await self._get(f"{path}/matches")
            if each["status"] in ("planned", "playing")
            for team in (each["home"], each["away"])
        }
        home, away = [each for each in _TEAMS.values() if each.name not in playing][:2]
        entered = {each["name"] for each in await self._get(f"{path}/teams")}
        for team in (home, away):
            if team.name not in entered:
                players = [team.open_player, team.closed_player]
                await self._post(f"{path}/teams", name=team.name, players=players)
        body = {"home": home.name, "away": away.name, "games": games, "game": game}
        answer = await self._post(f"{path}/matches", **body, trial=True)
        state = await self._get(f"{path}/matches/{answer['number']}")
        return _match(state)

    async def free_rooms(self, match: TrialMatch) -> Sequence[Room]:
        """The rooms at whose tables no board is connected."""
        taken = {
            each["room"]
            for each in await self._get("/api/boards")
            if each["match"] == match.name and each["link"] != "down"
        }
        return [room for room in match.rooms if room.value not in taken]

    async def put_board(self, match: TrialMatch, room: Room) -> tuple[str, bytes]:
        """Put a new simulated board on a table; its id and key."""
        board_id = f"trial-{self._run}-{len(self._boards) + 1}"
        desk = OperatorDesk(self._address, self.http, match.tournament)
        desk.number = match.number
        key = await desk.seat_board(room, board_id, f"simulated, {match.name} {room.value} room")
        self._boards.append(board_id)
        return board_id, key

    async def game_in_progress(
        self, match: TrialMatch, room: Room
    ) -> tuple[int, int, Position] | None:
        """The game and attempt being played at a table, and how its checkers lie.

        None before the match has begun, and where no positions are recorded.
        """
        path = f"/api/t/{match.tournament}/matches/{match.number}"
        state = await self._get(path)
        table = state["tables"].get(room.value)
        if table is None or table["position"] is None:
            return None
        sides = (tuple(table["position"][side.value]) for side in Side)
        return state["game"], state["attempt"], Position(*sides)

    async def take_board_off(self, match: TrialMatch, room: Room) -> None:
        """Take a board from its table; its key is gone with the end of this run."""
        path = f"/api/t/{match.tournament}/matches/{match.number}/tables/{room.value}/board"
        (await self.http.delete(path)).raise_for_status()

    async def line_up(self, match: TrialMatch) -> None:
        """Hand in the line-ups that are missing: the first two players of each team."""
        if match.games is None:
            return
        path = f"/api/t/{match.tournament}"
        handed_in = (await self._get(f"{path}/matches/{match.number}"))["line_ups"]
        teams = {each["name"]: each["players"] for each in await self._get(f"{path}/teams")}
        for team in (match.home, match.away):
            if team not in handed_in:
                first, second = [player["name"] for player in teams[team]][:2]
                seats = {"open_player": first, "closed_player": second, "was": None}
                await self._post(f"{path}/matches/{match.number}/line-ups", team=team, **seats)

    async def desk_of(self, match: TrialMatch) -> OperatorDesk:
        """Somebody who looks after it and may sign for teams that are simulated."""
        desk = OperatorDesk(self._address, self.http, match.tournament)
        desk.number = match.number
        if match.own:
            await desk.take_over(match.number, _TEAMS[match.home], _TEAMS[match.away])
        return desk

    async def _get(self, path: str) -> Any:
        answer = await self.http.get(path)
        answer.raise_for_status()
        return answer.json()

    async def _post(self, path: str, **body: object) -> Any:
        answer = await self.http.post(path, json=body)
        answer.raise_for_status()
        return answer.json() if answer.content else None


def _match(listed: dict[str, Any]) -> TrialMatch:
    home, away = listed["home"], listed["away"]
    return TrialMatch(
        listed["tournament"],
        listed["number"],
        home,
        away,
        listed["game_name"],
        listed["games"],
        own=listed["tournament"] == TOURNAMENT and {home, away} <= _TEAMS.keys(),
    )
