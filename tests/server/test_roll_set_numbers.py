"""Sets of rolls are numbered through the event, those of new attempts too (ruling 15)."""

import asyncio
from pathlib import Path

from rules import commands as cmd
from rules import events as ev
from rules.tables import readings as rd
from server.access import Role, Visitor
from server.hall import Hall
from tests.support.commands import OPERATOR, register_team, schedule
from tests.support.ids import TOURNAMENT, match_id
from tests.support.persons import person_id
from tests.support.served import Served, opened

DIRECTOR = Visitor(Role.DIRECTOR, person_id("Olena"))
PLAYERS = {"Compass": ("Brook", "Fields"), "Rudder": ("Holloway", "Stonely")}


async def started(hall: Hall, **fields: object) -> int:
    """A match of four games in play; its number."""
    process = await schedule(hall, home="Compass", away="Rudder", games=4, **fields)
    for team, players in hall.tournaments.processes[TOURNAMENT].teams.items():
        line_up = cmd.SubmitLineUp(team=team, open_player=players[0], closed_player=players[1])
        await hall.commands.to_match(process.record.match_id, line_up, OPERATOR)
    return process.record.match_id.number


async def teams(hall: Hall) -> None:
    for name, players in PLAYERS.items():
        await register_team(hall, name, players)


async def void(hall: Hall, number: int, attempt: int = 1) -> int:
    order = rd.VoidGame(game=1, attempt=attempt, reason="a die fell")
    happened = await hall.commands.to_match(match_id(number), order, DIRECTOR)
    (voided,) = (event for event in happened if isinstance(event, ev.GameVoided))
    return voided.next_roll_set


def planned(served: Served, number: int) -> int | None:
    return served.hall.match(match_id(number)).record.roll_set_of(1)


async def test_a_new_attempt_takes_the_next_free_number_and_later_matches_the_ones_behind(
    tmp_path: Path,
) -> None:
    async with opened(tmp_path) as served:
        await teams(served.hall)
        first, second = [await started(served.hall) for _ in range(2)]
        assert [planned(served, each) for each in (first, second)] == [1, 5]
        assert await void(served.hall, first) == 9
        assert planned(served, await started(served.hall)) == 10
    async with opened(tmp_path) as served:
        assert planned(served, first) == 9
        assert await void(served.hall, second) == 14
        assert await void(served.hall, first, attempt=2) == 15
        assert planned(served, first) == 15
        assert served.hall.match(match_id(first)).record.roll_set_of(2) == 2


async def test_games_that_are_voided_at_the_same_time_get_numbers_of_their_own(
    tmp_path: Path,
) -> None:
    async with opened(tmp_path) as served:
        await teams(served.hall)
        several = [await started(served.hall) for _ in range(3)]
        async with asyncio.TaskGroup() as together:
            voids = [together.create_task(void(served.hall, number)) for number in several]
            fields = {"home": "Compass", "away": "Rudder", "games": 4}
            set_up = together.create_task(schedule(served.hall, **fields))
        numbers = [each.result() for each in voids]
        after = set_up.result().record.roll_set_of(1)
    assert sorted(numbers) == [13, 14, 15]
    assert after == 16


async def test_what_is_voided_in_a_trial_has_no_number_and_takes_none(tmp_path: Path) -> None:
    async with opened(tmp_path) as served:
        await teams(served.hall)
        trial = await started(served.hall, trial=True)
        assert await void(served.hall, trial) == 0
        assert planned(served, trial) is None
        assert planned(served, await started(served.hall)) == 1


async def test_the_protocol_names_the_sets_that_were_played(tmp_path: Path) -> None:
    async with opened(tmp_path) as served, served.client(DIRECTOR) as client:
        await teams(served.hall)
        number = await started(served.hall)
        await void(served.hall, number)
        form = await client.get(f"/api/t/club/matches/{number}/protocol.json")
    assert form.json()["roll_sets"] == "5, 2–4"
