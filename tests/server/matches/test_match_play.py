"""A match of two players at one table, as it is set up and decided (ruling 17)."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from rules import commands as cmd
from rules import events as ev
from rules.errors import LineUpRefused, MatchRefused
from rules.identities import PersonId
from rules.position import Side
from rules.room import Ending, Room
from rules.tables import readings as rd
from server.access import SERVER, NotAllowed, Role, Visitor
from server.hall import Hall
from server.matches.decide import Happened
from server.matches.match_process import MatchProcess
from tests.support.commands import OPERATOR, assign_board, schedule_match_play
from tests.support.ids import TOURNAMENT, match_id
from tests.support.served import opened

DIRECTOR, SECOND = (
    Visitor(Role.DIRECTOR, PersonId("Olena")),
    Visitor(Role.OPERATOR, PersonId("Taras")),
)
WHITE, RED = "RobinBrook", "KimHolloway"
PLAYERS: dict[str, Any] = {"white": WHITE, "red": RED}


async def ends(hall: Hall, game: int, loser: Side, ending: Ending = Ending.RESIGNED) -> Happened:
    """The director enters a game's result and a second account confirms it."""
    at: dict[str, Any] = {"game": game, "attempt": 1, "room": Room.OPEN}
    entered = rd.EnterResult(**at, loser=loser, ending=ending, left=15, cube=1)
    happened = await hall.commands.to_match(match_id(1), entered, DIRECTOR)
    was = hall.match(match_id(1)).record.state
    assert was is not None
    seen = was.results[game, Room.OPEN]
    await hall.commands.to_match(match_id(1), rd.ResultAgreed(**at, side=None, seen=seen), SECOND)
    return happened


def score(process: MatchProcess) -> tuple[int, int]:
    state = process.record.state
    assert state is not None
    score = getattr(state, "score", None)
    assert score is not None
    return score.white, score.red


async def test_the_first_game_begins_when_the_match_is_set_up_and_after_a_restart(
    tmp_path: Path,
) -> None:
    async with opened(tmp_path) as served:
        process = await schedule_match_play(served.hall, **PLAYERS, length=5)
        assert [type(event) for event in process.history] == [ev.MatchPlayScheduled, ev.GameStarted]
        before = process.record
    async with opened(tmp_path) as served:
        assert served.hall.match(match_id(1)).record == before


async def test_a_match_set_up_twice_under_one_id_is_one_match_also_after_a_restart(
    tmp_path: Path,
) -> None:
    command = cmd.ScheduleMatchPlay(**PLAYERS, length=5)
    for _ in range(2):
        async with opened(tmp_path) as served:
            for _ in range(2):
                scheduled = await served.hall.commands.schedule(
                    TOURNAMENT, command, DIRECTOR, "set-up"
                )
                assert scheduled.number == 1
            assert list(served.hall.matches) == [match_id(1)]


@pytest.mark.parametrize(
    ("field", "fields"),
    [
        ("red", {"red": WHITE}),
        ("length", {"length": 0}),
        ("length", {"length": 65}),
        ("game", {"game_name": "chess"}),
        ("game", {"game_name": "trictrac"}),
    ],
)
async def test_a_match_that_cannot_be_is_refused_by_the_field_that_is_wrong(
    tmp_path: Path, field: str, fields: dict[str, Any]
) -> None:
    async with opened(tmp_path) as served:
        with pytest.raises(MatchRefused) as refused:
            await schedule_match_play(served.hall, **{**PLAYERS, "length": 5, **fields})
        assert refused.value.field == field
        assert not served.hall.matches


async def test_it_has_no_line_ups_no_substitutes_no_embargo_and_no_closed_room(
    tmp_path: Path,
) -> None:
    async with opened(tmp_path) as served:
        process = await schedule_match_play(served.hall, **PLAYERS, length=5)
        line_up = cmd.SubmitLineUp(
            team=WHITE, open_player=PersonId(WHITE), closed_player=PersonId(RED)
        )
        substitute = cmd.SeatSubstitute(
            team=WHITE,
            room=Room.OPEN,
            player=PersonId("Kay"),
            game=1,
            attempt=1,
            reason="ill",
        )
        for command in (line_up, substitute):
            with pytest.raises(LineUpRefused, match="two players at one table"):
                await served.hall.commands.to_match(match_id(1), command, OPERATOR)
        embargo = cmd.SetEmbargo(embargo=ev.Embargo.AFTER_GAME, reason="none")
        with pytest.raises(MatchRefused, match="one table"):
            await served.hall.commands.to_match(match_id(1), embargo, OPERATOR)
        with pytest.raises(MatchRefused, match=r"room: 'closed' .*open"):
            await assign_board(served.hall, 1, Room.CLOSED, "table-1")
        assert len(process.history) == 2


async def test_a_result_corrected_after_the_end_lets_the_match_go_on_and_frees_no_signature(
    tmp_path: Path,
) -> None:
    """The end is the state's, not the event's: MatchClosed may be followed by another game."""
    async with opened(tmp_path) as served:
        hall = served.hall
        process = await schedule_match_play(hall, **PLAYERS, length=2)
        await ends(hall, 1, Side.RED)
        closed = await ends(hall, 2, Side.RED)
        assert isinstance(closed[-1], ev.MatchClosed)
        for team in (WHITE, RED):
            await sign(hall, team)
        assert set(process.record.signed) == {WHITE, RED}
        state = process.record.state
        assert state is not None
        seen = state.results[2, Room.OPEN]
        corrected = rd.CorrectResult(
            game=2, attempt=1, room=Room.OPEN, reason="other way round",
            loser=Side.WHITE, ending=Ending.RESIGNED, left=15, cube=1, was=seen,
        )  # fmt: skip
        happened = await hall.commands.to_match(match_id(1), corrected, DIRECTOR)
        assert [type(e) for e in happened] == [ev.ResultCorrected, ev.GameStarted]
        assert (score(process), process.record.signed) == ((1, 1), {})


async def sign(hall: Hall, team: str, visitor: Visitor = DIRECTOR) -> Happened:
    results = tuple(
        cmd.SignedResult(game, room, result)
        for (game, room), result in _results(hall.match(match_id(1))).items()
    )
    return await hall.commands.to_match(
        match_id(1), cmd.SignProtocol(team=team, on_paper=PersonId(team), results=results), visitor
    )


def _results(process: MatchProcess) -> Any:
    state = process.record.state
    assert state is not None
    return state.results


async def test_a_player_signs_for_himself_and_for_nobody_else(tmp_path: Path) -> None:
    async with opened(tmp_path) as served:
        hall = served.hall
        await schedule_match_play(hall, **PLAYERS, length=1)
        player = Visitor(Role.PLAYER, PersonId(WHITE), Room.OPEN, match_id(1), WHITE, Side.WHITE)
        with pytest.raises(MatchRefused, match="not finished"):
            await sign(hall, WHITE, player)
        await ends(hall, 1, Side.RED)
        with pytest.raises(NotAllowed):
            await sign(hall, RED, player)
        with pytest.raises(NotAllowed):
            await sign(hall, WHITE, replace(player, match=match_id(2)))
        (signed,) = await sign(hall, WHITE, player)
        assert signed == ev.MatchSigned(team=WHITE, by=WHITE)


async def test_a_command_of_a_match_of_two_rooms_is_refused_and_stops_nothing(
    tmp_path: Path,
) -> None:
    async with opened(tmp_path) as served:
        process = await schedule_match_play(served.hall, **PLAYERS, length=3)
        cancel = rd.CancelGame(game=1, attempt=1, reason="none")
        with pytest.raises(MatchRefused, match="CancelGame"):
            await served.hall.commands.to_match(match_id(1), cancel, SERVER)
        await ends(served.hall, 1, Side.RED)
        assert score(process) == (1, 0)
