"""A command sent twice under one id is carried out once and answered twice, also later."""

import asyncio
from pathlib import Path

import pytest

from rules import commands as cmd
from rules import events as ev
from rules.errors import MatchRefused
from rules.room import Room
from rules.tables import readings as rd
from server.access import Machine, Role, Visitor
from server.hall import Hall
from tests.support.commands import OPERATOR, register_team, schedule
from tests.support.ids import TOURNAMENT, match_id
from tests.support.persons import person_id
from tests.support.served import opened

DIRECTOR, OTHER = (
    Visitor(Role.DIRECTOR, person_id("Olena")),
    Visitor(Role.DIRECTOR, person_id("Taras")),
)
COMPASS = cmd.RegisterTeam(name="Compass", players=tuple(map(person_id, ("Brook", "Fields"))))
VOIDED = rd.VoidGame(game=1, attempt=1, reason="wrong dice released")


async def two_teams(hall: Hall) -> None:
    await hall.commands.to_tournament(TOURNAMENT, COMPASS, DIRECTOR, "enter-compass")
    await register_team(hall, "Rudder", ("Holloway", "Stonely"))


async def started(hall: Hall) -> None:
    await two_teams(hall)
    await schedule(hall, home="Compass", away="Rudder", games=4)
    for team, (open_player, closed_player) in dict(
        hall.tournaments.processes[TOURNAMENT].teams
    ).items():
        line_up = cmd.SubmitLineUp(team=team, open_player=open_player, closed_player=closed_player)
        await hall.commands.to_match(match_id(1), line_up, OPERATOR, f"line-up of {team}")


async def test_a_team_entered_twice_under_one_id_is_entered_once(tmp_path: Path) -> None:
    async with opened(tmp_path) as served:
        send = served.hall.commands.to_tournament
        first = await send(TOURNAMENT, COMPASS, DIRECTOR, "enter-compass")
        assert await send(TOURNAMENT, COMPASS, DIRECTOR, "enter-compass") == first
    async with opened(tmp_path) as served:
        again = await served.hall.commands.to_tournament(
            TOURNAMENT, COMPASS, DIRECTOR, "enter-compass"
        )
        assert again == first
        assert list(served.hall.tournaments.processes[TOURNAMENT].teams) == ["Compass"]


async def test_a_match_set_up_twice_under_one_id_has_one_number(tmp_path: Path) -> None:
    command = cmd.ScheduleMatch(home="Compass", away="Rudder", games=4)
    async with opened(tmp_path) as served:
        await two_teams(served.hall)
        both = await asyncio.gather(
            *(
                served.hall.commands.schedule(TOURNAMENT, command, DIRECTOR, "set-up")
                for _ in range(2)
            )
        )
        assert [scheduled.number for scheduled in both] == [1, 1]
    async with opened(tmp_path) as served:
        again = await served.hall.commands.schedule(TOURNAMENT, command, DIRECTOR, "set-up")
        assert again.number == 1
        assert list(served.hall.matches) == [match_id(1)]


async def test_an_order_sent_twice_voids_one_attempt_and_is_answered_twice(tmp_path: Path) -> None:
    async with opened(tmp_path) as served:
        await started(served.hall)
        send = served.hall.commands.to_match
        both = await asyncio.gather(
            *(send(match_id(1), VOIDED, DIRECTOR, "void") for _ in range(2))
        )
        assert [type(event) for event in both[0]] == [ev.GameVoided, ev.GameStarted]
        assert both[1] == both[0]
    async with opened(tmp_path) as served:
        assert await served.hall.commands.to_match(match_id(1), VOIDED, DIRECTOR, "void") == both[0]
        state = served.hall.match(match_id(1)).record.state
        assert state is not None
        assert state.attempt == 2


async def test_an_id_is_its_senders_own_and_without_one_each_command_counts(tmp_path: Path) -> None:
    async with opened(tmp_path) as served:
        await two_teams(served.hall)
        with pytest.raises(MatchRefused, match="a name no other team has"):
            await served.hall.commands.to_tournament(TOURNAMENT, COMPASS, OTHER, "enter-compass")
        with pytest.raises(MatchRefused, match="a name no other team has"):
            await served.hall.commands.to_tournament(TOURNAMENT, COMPASS, DIRECTOR)


async def test_what_was_refused_is_decided_anew_when_it_is_sent_again(tmp_path: Path) -> None:
    substitute = cmd.SeatSubstitute(
        team="Compass",
        room=Room.OPEN,
        player=person_id("Lamb"),
        game=1,
        attempt=1,
        reason="is ill",
        was=person_id("Brook"),
    )
    async with opened(tmp_path) as served:
        await started(served.hall)
        with pytest.raises(Exception, match="'Lamb' is not in the team"):
            await served.hall.commands.to_match(match_id(1), substitute, DIRECTOR, "lamb")
        changed = cmd.ChangeTeam(
            team="Compass",
            name="Compass",
            players=tuple(map(person_id, ("Brook", "Fields", "Lamb"))),
        )
        await served.hall.commands.to_tournament(TOURNAMENT, changed, Machine("operator"))
        (seated,) = await served.hall.commands.to_match(match_id(1), substitute, DIRECTOR, "lamb")
        assert isinstance(seated, ev.SubstituteSeated)
        assert seated.by == "Olena"
