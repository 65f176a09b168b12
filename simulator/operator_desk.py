"""The director and the captains of a simulated match, who use the server's forms and API."""

from dataclasses import dataclass, replace
from typing import Any

import httpx
from pydantic import TypeAdapter

from protocol_forms.match_play_form import MatchPlayView
from protocol_forms.protocol_view import MatchProtocolView
from rules.games.backgammon import BACKGAMMON
from rules.room import Room

_VIEW = TypeAdapter(MatchProtocolView)
_MATCH_PLAY_VIEW = TypeAdapter(MatchPlayView)
PATIENCE = 30.0
"""Seconds to wait for an answer; a PDF takes longest."""
DIRECTOR = "Demo director"


@dataclass(frozen=True, slots=True)
class Entry:
    """A team's entry: its name and its two players.

    The captain is the player in the open room.
    """

    name: str
    open_player: str
    closed_player: str


class OperatorDesk:
    """A client of one server that acts as the people who run one match.

    They are the director and the captains or players, each signed in on a connection of their own.
    `director` is a client that is already signed in as director; without it, call `become_director`
    first. `tournament` is the short name of the match's tournament. Every method raises
    httpx.HTTPError if the server refuses a request.
    """

    def __init__(
        self,
        address: str,
        director: httpx.AsyncClient | None = None,
        tournament: str = "club",
    ) -> None:
        self.number = 1
        self._tournament = f"/api/t/{tournament}"
        self._address = address
        self._http = director or visitor_of(address)
        self._signers: dict[str, httpx.AsyncClient] = {}

    async def close(self) -> None:
        """Close all connections: the director's and those of captains and players."""
        await self.leave()
        await self._http.aclose()

    async def leave(self) -> None:
        """Close the connections of captains and players, but not the director's."""
        for http in self._signers.values():
            await http.aclose()
        self._signers.clear()

    async def become_director(self, set_up_link: str, passphrase: str) -> None:
        """Create the server's first director with the server's one-time link, and sign in."""
        await become_director(self._http, set_up_link, passphrase)

    async def describe(self, title: str) -> None:
        """Give the tournament its title."""
        event = f"{self._tournament}/event"
        await self._post(event, order="describe", title=title, place="", dates="")

    async def schedule(
        self,
        home: Entry,
        away: Entry,
        *,
        event: str,
        games: int,
        tail: str,
        game: str = BACKGAMMON.name,
    ) -> None:
        """Register both teams, set up a match between them, and sign in as both captains.

        `event` is the event's title, `games` the number of games per room, and `game` the name of
        the game. `tail` says how the closed room gets its last rolls (ruling 8), in the API's
        words.
        """
        for team in (home, away):
            players = [team.open_player, team.closed_player]
            await self._post(f"{self._tournament}/teams", name=team.name, players=players)
        terms = {"event": event, "game": game, "games": games, "tail": tail}
        answer = await self._post(
            f"{self._tournament}/matches", home=home.name, away=away.name, **terms
        )
        await self.take_over(answer["number"], home, away)

    async def take_over(self, number: int, home: Entry, away: Entry) -> None:
        """Run an existing match from now on: sign in as the captains of both teams.

        `number` is the number of the match.
        """
        self.number = number
        for team in (home, away):
            link = {"kind": "captain", "team": team.name, "name": team.open_player}
            self._signers[team.name] = await self._opened(link)

    async def schedule_match_play(
        self, white: str, red: str, *, event: str, length: int, game: str = BACKGAMMON.name
    ) -> None:
        """Set up a match at one table to `length` points, and sign in as both players."""
        terms = {"white": white, "red": red, "event": event, "game": game, "length": length}
        answer = await self._post(f"{self._tournament}/matches/match-play", **terms)
        self.number = answer["number"]
        for player in (white, red):
            link = {"kind": "player", "team": player, "room": Room.OPEN.value}
            self._signers[player] = await self._opened(link)

    async def seat_board(self, room: Room, board_id: str, label: str, was: str = "") -> bytes:
        """Register a board, assign it to the room's table, and return its key.

        `was` is the id of the board that it replaces; empty if the table has none.
        """
        key = await self.register_board(board_id, label)
        await self.put_board(room, board_id, was)
        return key

    async def register_board(self, board_id: str, label: str) -> bytes:
        """Register a board and return its key."""
        answer = await self._post("/api/boards", board_id=board_id, label=label)
        return bytes.fromhex(answer["key"])

    async def put_board(self, room: Room, board_id: str, was: str = "") -> None:
        """Assign a registered board to the room's table.

        `was` is the id of the board that it replaces; empty if the table has none.
        """
        await self._post(f"{self._match}/boards", room=room.value, board_id=board_id, was=was)

    async def keep_dice_only(self, room: Room) -> None:
        """Switch the room's table to dice-only recording. Call it before the first game."""
        where = f"{self._match}/tables/{room.value}/recording"
        answer = await self._http.put(where, json={"positions": False, "was": True})
        answer.raise_for_status()

    async def line_up(self, team: Entry) -> None:
        """Hand in a team's line-up as its captain. The match starts with the second line-up."""
        seats = {"open_player": team.open_player, "closed_player": team.closed_player}
        captain = self._signers[team.name]
        await _post(captain, f"{self._match}/line-ups", team=team.name, **seats, was=None)

    async def sign(self, signer: str) -> None:
        """Sign the match protocol with its current results, as a team's captain or as a player."""
        visitor = self._signers[signer]
        standing = (await _get(visitor, f"{self._match}/results")).json()
        results = [{name: each[name] for name in ("game", "room", "result")} for each in standing]
        await _post(visitor, f"{self._match}/signatures", team=signer, results=results)

    async def status(self) -> str:
        """Return the match's status: planned, playing, finished or signed."""
        return str((await self.state())["status"])

    async def state(self) -> Any:
        """Return the state of the match as the server shows it to its director."""
        return (await self._get(self._match)).json()

    async def protocol(self) -> MatchProtocolView:
        """Return the current protocol of a duplicate match.

        The estimates of luck are left out, because the server computes them later.
        """
        answer = await self._get(f"{self._match}/protocol.json")
        return replace(_VIEW.validate_json(answer.content), luck=(), luck_notes=())

    async def match_play_form(self) -> MatchPlayView:
        """Return the current form of a match at one table."""
        answer = await self._get(f"{self._match}/protocol.json")
        return _MATCH_PLAY_VIEW.validate_json(answer.content)

    async def pdf(self) -> bytes:
        """Return the match protocol as PDF bytes."""
        return (await self._get(f"{self._match.removeprefix('/api')}/forms/protocol.pdf")).content

    @property
    def _match(self) -> str:
        return f"{self._tournament}/matches/{self.number}"

    async def _opened(self, body: dict[str, str]) -> httpx.AsyncClient:
        """Return a client that has signed in with a new link; `body` says for whom the link is."""
        link = (await self._post(f"{self._match}/links", **body))["link"]
        visitor = visitor_of(self._address)
        # The server's public address may be unknown to this machine.
        _check_came_in(await visitor.get(httpx.URL(link).raw_path.decode()))
        return visitor

    async def _post(self, path: str, **body: object) -> Any:
        return await _post(self._http, path, **body)

    async def _get(self, path: str) -> httpx.Response:
        return await _get(self._http, path)


def visitor_of(address: str) -> httpx.AsyncClient:
    """Return an HTTP client of the server at `address`; it stores cookies as a browser does."""
    return httpx.AsyncClient(
        base_url=address, timeout=PATIENCE, trust_env=False, headers={"origin": address}
    )


async def become_director(
    visitor: httpx.AsyncClient, set_up_link: str, passphrase: str, name: str = DIRECTOR
) -> None:
    """Create a server's first director with the server's one-time link, and sign in.

    Raises httpx.HTTPError if the server refuses.
    """
    answer = await visitor.post(set_up_link, data={"name": name, "passphrase": passphrase})
    _check_came_in(answer)


def _check_came_in(answer: httpx.Response) -> None:
    """Raise httpx.HTTPError unless the server has redirected the visitor.

    The server redirects a visitor whom it has signed in.
    """
    if not answer.has_redirect_location:
        answer.raise_for_status()


async def _get(visitor: httpx.AsyncClient, path: str) -> httpx.Response:
    answer = await visitor.get(path)
    answer.raise_for_status()
    return answer


async def _post(visitor: httpx.AsyncClient, path: str, **body: object) -> Any:
    answer = await visitor.post(path, json=body)
    answer.raise_for_status()
    return answer.json() if answer.content else None
