"""A published round has its matches, whatever happened in between; one taken back has none."""

import asyncio
from pathlib import Path

import pytest

from rules import commands as cmd
from rules import events as ev
from rules.errors import MatchRefused, ValuesChanged
from rules.formats.team_event.planning import PRESETS
from rules.room import Room
from server.access import SERVER, NotAllowed, PlaysInMatch, Role, Visitor
from server.hall import Hall
from server.tournaments.tournament_process import TournamentProcess
from tests.support.commands import assign_board, happen, register_team, schedule
from tests.support.forms import form_of
from tests.support.ids import TOURNAMENT, match_id
from tests.support.persons import person_id
from tests.support.rooms import SEED
from tests.support.served import Served, opened, throw_opening
from tests.support.stored import Listener

TEAMS = {
    "Odesa": ("Brook", "Fields"),
    "Lviv": ("Holloway", "Stonely"),
    "Poltava": ("Hill", "Moss"),
    "Kherson": ("Field", "Grove"),
}
OPERATOR = Visitor(Role.OPERATOR, person_id("Olena"))
DIRECTOR = Visitor(Role.DIRECTOR, person_id("Director"))


def club(served: Served) -> TournamentProcess:
    return served.hall.tournaments.processes[TOURNAMENT]


async def drawn(hall: Hall, preset: str = "round-robin") -> None:
    for name, players in TEAMS.items():
        await register_team(hall, name, players)
    stages = PRESETS[preset].stages(1, str, 1)
    for command in (cmd.PlanStages(stages), cmd.DrawStage(stage=1)):
        await hall.commands.to_stages(TOURNAMENT, command, SERVER)


def next_round(process: TournamentProcess) -> cmd.PublishRound:
    stage = process.state.event.stages[1]
    number = stage.next_round
    assert number is not None
    pairs = tuple(each.teams for each in stage.rounds[number - 1].pairings)
    return cmd.PublishRound(stage=1, round=number, seen=pairs)


async def publish(served: Served) -> list[int]:
    """The next round; the numbers of its matches."""
    command = next_round(club(served))
    (announced,) = await served.hall.commands.to_stages(TOURNAMENT, command, SERVER)
    assert isinstance(announced, ev.RoundPublished)
    return [each.number for each in announced.pairings]


async def test_a_published_round_has_its_matches_and_sets_of_rolls_after_a_restart_too(
    tmp_path: Path,
) -> None:
    async with opened(tmp_path) as served:
        await drawn(served.hall)
        assert await publish(served) == [1, 2]
        assert await publish(served) == [3, 4]
        sets = [process.record.scheduled for process in served.hall.matches.values()]
    assert [each.roll_set for each in sets if isinstance(each, ev.MatchScheduled)] == [1, 5, 9, 13]
    async with opened(tmp_path) as served:
        assert [each.number for each in served.hall.matches] == [1, 2, 3, 4]
        assert club(served).state.event.stages[1].of_numbers.keys() == {1, 2, 3, 4}
        assert await publish(served) == [5, 6]


async def test_a_server_that_stopped_after_announcing_a_round_sets_its_matches_up_at_the_start(
    tmp_path: Path,
) -> None:
    async with opened(tmp_path) as served:
        await drawn(served.hall)
        await club(served).handle(next_round(club(served)), SERVER)
        assert not served.hall.matches
    async with opened(tmp_path) as served:
        assert [each.number for each in served.hall.matches] == [1, 2]
        home, away = served.hall.match(match_id(1)).record.teams
        assert {home, away} < TEAMS.keys()


async def test_a_match_set_up_by_hand_takes_the_number_behind_those_of_the_rounds(
    tmp_path: Path,
) -> None:
    async with opened(tmp_path) as served:
        await drawn(served.hall)
        await publish(served)
        friendly = {"home": "Odesa", "away": "Lviv", "games": 4}
        process = await schedule(served.hall, **friendly)
        assert process.record.match_id == match_id(3)
        assert process.record.scheduled.number == 3
        assert await publish(served) == [4, 5]


async def test_a_round_taken_back_takes_its_matches_off_every_list_and_its_boards_off_their_tables(
    tmp_path: Path,
) -> None:
    async with opened(tmp_path) as served, served.client(DIRECTOR) as client:
        await drawn(served.hall)
        await publish(served)
        await assign_board(served.hall, 1, Room.OPEN, "BZ-1")
        back = cmd.WithdrawRound(stage=1, round=1, reason="too early", seen=(1, 2))
        await served.hall.commands.to_stages(TOURNAMENT, back, DIRECTOR)
        assert (await client.get("/api/t/club/matches")).json() == []
        for address in ("/hall/t/club/matches/1", "/t/club/matches/1", "/api/t/club/matches/1"):
            assert (await client.get(address)).status_code == 404
        assert await publish(served) == [3, 4]
        announced = asyncio.Event()
        served.hall.subscriptions.add(Listener(lambda stored: announced.set()))
        await assign_board(served.hall, 3, Room.OPEN, "BZ-1")
        await announced.wait()
        assert served.hall.subscriptions.lagging() == ()
        assert (await client.get("/t/club/matches/1")).status_code == 404
    async with opened(tmp_path) as served:
        assert [each.number for each in served.hall.matches] == [3, 4]
        with pytest.raises(MatchRefused, match="one that was not removed"):
            served.hall.match(match_id(1))


async def test_a_round_in_which_a_die_was_thrown_is_not_taken_back(tmp_path: Path) -> None:
    async with opened(tmp_path) as served:
        await drawn(served.hall)
        await publish(served)
        await played_at(served.hall, 2)
        back = cmd.WithdrawRound(stage=1, round=1, reason="too early", seen=(1, 2))
        with pytest.raises(MatchRefused, match="play has begun in match 2"):
            await served.hall.commands.to_stages(TOURNAMENT, back, DIRECTOR)
        assert len(served.hall.matches) == 2


async def played_at(hall: Hall, number: int) -> None:
    """Both line-ups are in and a result of game 1 was kept by hand."""
    teams = [
        ev.Team(name=name, open_player=person_id(first), closed_player=person_id(second))
        for name in hall.match(match_id(number)).record.teams
        for first, second in [TEAMS[name]]
    ]
    seats = ((each.name, each.open_player, each.closed_player) for each in teams)
    handed_in = [
        ev.LineUpSubmitted(team=team, open_player=first, closed_player=second)
        for team, first, second in seats
    ]
    begun = ev.MatchStarted(home=teams[0], away=teams[1], commitment=b"", seed=SEED)
    game = ev.GameStarted(game=1, attempt=1)
    await happen(hall, number, *handed_in, begun, game)
    await throw_opening(hall, number, 1)


async def test_a_draw_that_is_withdrawn_leaves_what_was_played_readable(tmp_path: Path) -> None:
    async with opened(tmp_path) as served, served.client(DIRECTOR) as client:
        await drawn(served.hall)
        await publish(served)
        await played_at(served.hall, 2)
        groups = club(served).state.event.stages[1].groups
        void = cmd.WithdrawDraw(stage=1, reason="a team was forgotten", seen=groups)
        await served.hall.commands.to_stages(TOURNAMENT, void, DIRECTOR)
        assert [each.number for each in served.hall.matches] == [2]
        assert (await client.get("/t/club/matches/2")).status_code == 200


async def test_an_operator_publishes_and_does_not_rule(tmp_path: Path) -> None:
    async with opened(tmp_path) as served:
        await drawn(served.hall)
        command = next_round(club(served))
        assert await served.hall.commands.to_stages(TOURNAMENT, command, OPERATOR)
        for ruling in (
            cmd.GiveWalkover(number=1, absent=("Odesa",), reason="not there"),
            cmd.WithdrawTeam(team="Odesa", reason="train"),
            cmd.GivePenalty(stage=1, team="Odesa", vp=1, reason="late"),
            cmd.WithdrawRound(stage=1, round=1, reason="too early"),
        ):
            with pytest.raises(NotAllowed):
                await served.hall.commands.to_stages(TOURNAMENT, ruling, OPERATOR)


async def test_nobody_rules_on_a_match_at_which_he_may_sit(tmp_path: Path) -> None:
    async with opened(tmp_path) as served:
        await drawn(served.hall)
        await publish(served)
        home, away = served.hall.match(match_id(1)).record.teams
        of_home = club(served).players_of(home)[0]
        player = Visitor(Role.DIRECTOR, of_home)
        walkover = cmd.GiveWalkover(number=1, absent=(away,), reason="not there")
        with pytest.raises(PlaysInMatch):
            await served.hall.commands.to_stages(TOURNAMENT, walkover, player)
        alias = person_id("Also known as")
        merged = cmd.MergePersons(person=alias, into=of_home)
        await served.hall.commands.to_persons(cmd.AddPerson(person=alias, names=("Alias",)), SERVER)
        await served.hall.commands.to_persons(merged, SERVER)
        with pytest.raises(PlaysInMatch):
            await served.hall.commands.to_stages(
                TOURNAMENT, walkover, Visitor(Role.DIRECTOR, alias)
            )
        assert await served.hall.commands.to_stages(TOURNAMENT, walkover, DIRECTOR)


async def test_a_round_that_two_publish_at_once_is_published_once(tmp_path: Path) -> None:
    async with opened(tmp_path) as served:
        await drawn(served.hall)
        command = next_round(club(served))
        to_stages = served.hall.commands.to_stages
        await to_stages(TOURNAMENT, command, OPERATOR, "first")
        assert await to_stages(TOURNAMENT, command, OPERATOR, "first")
        with pytest.raises((MatchRefused, ValuesChanged), match="round: 1 is not possible"):
            await to_stages(TOURNAMENT, command, DIRECTOR, "second")
        assert len(served.hall.matches) == 2


async def test_a_match_by_itself_is_taken_back_and_one_of_a_round_is_not(tmp_path: Path) -> None:
    async with opened(tmp_path) as served, served.client(DIRECTOR) as client:
        await drawn(served.hall)
        await publish(served)
        await schedule(served.hall, home="Odesa", away="Lviv", games=4)
        reason = {"reason": "the wrong teams"}
        refused = await client.post("/api/t/club/matches/1/withdrawal", json=reason)
        assert "a match that is in no round" in refused.text
        page = await client.get("/hall/t/club/matches/3")
        form_of(page, "/hall/t/club/matches/3/withdrawal")
        early = await client.post("/hall/t/club/matches/3/withdrawal", data={"reason": "x"})
        assert early.status_code == 422
        answer = await client.post("/hall/t/club/matches/3/withdrawal", data=reason)
        assert answer.headers["location"] == "/hall"
        await schedule(served.hall, home="Odesa", away="Lviv", games=4)
        path, key = "/api/t/club/matches/4/withdrawal", {"Idempotency-Key": "k4"}
        for _ in range(2):
            assert (await client.post(path, json=reason, headers=key)).status_code == 204
        assert (await client.post(path, json=reason)).status_code == 404
        assert [each.number for each in served.hall.matches] == [1, 2]
        assert served.hall.registry.last_number(TOURNAMENT) == 4
