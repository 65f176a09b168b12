"""A whole duplicate match of sensible players, with doubles, passes and resignations."""

import functools

from rules import events as ev
from server.hall import Hall
from tests.simulator.in_process import TwoRooms
from tests.support.commands import happen, register_team, schedule
from tests.support.played_matches import handed_in, team_of
from tests.support.rooms import started

TEAMS = {"Compass": ("Brook", "Fields"), "Rudder": ("Holloway", "Stonely")}


@functools.cache
def sensible_play(seed: int = 12, games: int = 4) -> tuple[ev.Event, ...]:
    """What happens at both tables, from the first throw to the end of the match."""
    two_rooms = TwoRooms.seated(seed=seed, timing=3, games=games)
    two_rooms.play()
    return tuple(two_rooms.log)


async def play_sensibly(hall: Hall, seed: int = 12, games: int = 4) -> None:
    """Set up match 1 of the hall, its teams too, and have it played to its end."""
    for name, players in TEAMS.items():
        await register_team(hall, name, players)
    await schedule(hall, home="Compass", away="Rudder", games=games, event="Cup")
    teams = [team_of(name, players) for name, players in TEAMS.items()]
    play = sensible_play(seed, games)
    await happen(hall, 1, *map(handed_in, teams), started(), *play)
