"""A hall for the guide: eight matches of a round, each at another point of its evening."""

import functools
from collections.abc import Sequence
from dataclasses import dataclass

from rules import events as ev
from rules.games.backgammon import BACKGAMMON
from rules.room import Room
from server.hall import Hall
from server.store.accounts_db.board_keys import BoardKeys
from tests.support.account_commands import given_key
from tests.support.commands import happen, register_team, schedule
from tests.support.played_matches import played_so_far, team_of
from tests.support.rooms import Rooms, Temper

EVENT = "Harbour Cup, round 2"
CALM = Temper(double=0.06, resign=0.0, mischief=0.0)
GAMES = 4


@dataclass(frozen=True)
class Planned:
    """Who meets whom, and how many things have been said there since game 1 began."""

    home: str
    away: str
    steps: int


MATCHES = (
    Planned("Lviv", "Paris", 420),
    Planned("Tbilisi", "Yerevan", 260),
    Planned("Kyiv", "Odesa", 330),
    Planned("Sofia", "Athens", 90),
    Planned("Istanbul", "London", 610),
    Planned("Beirut", "Cairo", 180),
    Planned("Tokyo", "Copenhagen", 20_000),
)
"""Numbered from 1; the last one is over and waits for signatures."""
NEXT = ("Dnipro", "Kharkiv")
"""Match 8, set up by the operator in the guide."""


def players(team: str) -> tuple[str, str]:
    """The two of a team: in the open and in the closed room."""
    return f"{team} I", f"{team} II"


async def fill(hall: Hall, board_keys: BoardKeys) -> None:
    """Enter the teams, set up the matches but the last, play them so far, with boards."""
    for number, planned in enumerate(MATCHES, 1):
        for team in (planned.home, planned.away):
            await register_team(hall, team, players(team))
        await schedule(hall, home=planned.home, away=planned.away, games=GAMES, event=EVENT)
        await happen(hall, number, *_history(number, planned))
        await _put_boards(hall, board_keys, number)


async def _put_boards(hall: Hall, board_keys: BoardKeys, number: int) -> None:
    for room in Room:
        board = f"BZ-{number}{room.value[0].upper()}"
        given_key(board_keys, board, f"Table {number}")
        assigned = ev.BoardAssigned(room=room, board_id=board)
        await happen(hall, number, assigned, ev.BoardAttached(room=room, board_id=board))


@functools.cache
def _history(number: int, planned: Planned) -> Sequence[ev.Event]:
    home, away = (team_of(team, players(team)) for team in (planned.home, planned.away))
    rooms = Rooms.seated(BACKGAMMON, number, CALM, games=GAMES)
    return played_so_far(home, away, rooms, planned.steps)
