"""A hall for the guide: eight matches of a round, each at another point of its evening."""

import functools
from collections.abc import Sequence
from dataclasses import dataclass

from rules import events as ev
from rules.room import Room
from server.hall import Hall
from server.store.accounts_db.board_keys import BoardKeys
from simulator.demo import USUAL_SEED
from simulator.people import playing_on, sensible_players
from tests.simulator.in_process import TwoRooms
from tests.support.account_commands import given_key
from tests.support.commands import happen, register_team, schedule
from tests.support.played_matches import since_set_up, team_of

EVENT = "Harbour Cup, round 2"
GAMES = 4


@dataclass(frozen=True)
class Planned:
    """Who meets whom, with which dice, and how many plays have been made at both tables."""

    home: str
    away: str
    seed: int
    plays: int


MATCHES = (
    Planned("Lviv", "Paris", USUAL_SEED, 299),
    Planned("Tbilisi", "Yerevan", 2, 60),
    Planned("Kyiv", "Odesa", 3, 120),
    Planned("Sofia", "Athens", 6, 25),
    Planned("Istanbul", "London", 20, 190),
    Planned("Beirut", "Cairo", 7, 75),
    Planned("Tokyo", "Copenhagen", 18, 1000),
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
    """The people of `yalta demo` at two boards, so far."""
    home, away = (team_of(team, players(team)) for team in (planned.home, planned.away))
    people = playing_on(sensible_players)
    rooms = TwoRooms.seated(planned.seed, timing=number, seating=people, games=GAMES)
    made = heard = 0
    while made < planned.plays and not rooms.state.over:
        rooms.step()
        made += sum(isinstance(event, ev.PlayMade) for event in rooms.log[heard:])
        heard = len(rooms.log)
    return since_set_up(home, away, rooms.log)
