"""What boards are told and asked in a game that counts points (docs/wire.md; rulings 7 and 25)."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from board_drivers.wire import messages as wire
from board_drivers.wire.values import Awaited, HoldOrGo, Question, RollJudgement, WireSide
from rules import events as ev
from rules.dice import DiceSource, Roll
from rules.duplicate.state import MatchState
from rules.events import Refusal
from rules.games.backgammon import BACKGAMMON
from rules.games.game import HoleChoice
from rules.games.trictrac.as_game import TRICTRAC
from rules.position import Side
from rules.room import BoardEvent, Room
from rules.tables import readings as rd
from rules.tables.fold import fresh_table
from rules.tables.state import Phase
from server.boards.translation.notices import notices_for
from server.boards.translation.readings import NotAReading, SenselessReading, reading_of
from server.boards.translation.table_messages import commands_for
from tests.support.examples import examples
from tests.support.rooms import Rooms, Temper

KEY = (1, 1, 1, WireSide.WHITE)
EVENT = BoardEvent("BZ-1", bytes(8), 12)


def seated(seed: int = 1, *, closed_speed: float = 0.5, reader: bool = False) -> Rooms:
    temper = Temper(closed_speed=closed_speed, resign=0.0, mischief=0.0, reader=reader)
    return Rooms.seated(TRICTRAC, seed, temper)


def shown(
    state: MatchState, room: Room, kind: type[wire.ServerMessage]
) -> wire.ServerMessage | None:
    found = [c for c in commands_for(TRICTRAC, state, room) if isinstance(c, kind)]
    return found[0] if found else None


def wait_of(state: MatchState, room: Room) -> wire.Wait:
    wait = shown(state, room, wire.Wait)
    assert isinstance(wait, wire.Wait)
    return wait


def at_a_choice(room: Room, seed: int = 1, *, reader: bool = True) -> Rooms:
    """A match in which the thrower of that room may go."""
    rooms = seated(seed, reader=reader)
    for _ in range(20_000):
        count = rooms.state.table(room).count
        if count is not None and count.awaits_choice and rooms.state.table(room).result is None:
            return rooms
        rooms.step()
    raise AssertionError("nobody won a trou by his own throw")


def test_a_board_is_told_the_score_from_the_start_of_a_game_on() -> None:
    score = shown(seated().state, Room.OPEN, wire.Score)
    assert score == wire.Score(1, 1, 1, WireSide.NONE, 0, 0, 0, 0, 0, 0)


def test_a_board_of_a_game_without_points_is_told_no_score() -> None:
    rooms = Rooms.seated(BACKGAMMON, 1, Temper())
    commands = commands_for(BACKGAMMON, rooms.state, Room.OPEN)
    assert not any(isinstance(command, wire.Score | wire.Ask) for command in commands)


def test_the_score_is_the_rooms_own() -> None:
    rooms = at_a_choice(Room.CLOSED)
    for room in Room:
        count = rooms.state.table(room).count
        score = shown(rooms.state, room, wire.Score)
        assert count is not None
        assert isinstance(score, wire.Score)
        white, red = count.score(Side.WHITE), count.score(Side.RED)
        assert (score.white_points, score.white_holes, score.white_tokens) == (
            white.points,
            white.holes,
            white.tokens,
        )
        assert (score.red_points, score.red_holes) == (red.points, red.holes)


@pytest.mark.parametrize("room", Room)
def test_who_wins_a_trou_by_his_own_throw_is_asked_to_hold_or_to_go(room: Room) -> None:
    state = at_a_choice(room).state
    wait, question = wait_of(state, room), shown(state, room, wire.Ask)
    assert wait.what is Awaited.CHOICE
    assert isinstance(question, wire.Ask)
    assert (question.turn, question.side) == (wait.turn, wait.side)
    assert (question.about, question.question) == (Question.HOLD_OR_GO, 2)


def test_dice_that_nobody_has_confirmed_are_confirmed_before_the_choice() -> None:
    rooms = at_a_choice(Room.OPEN, reader=False)
    key = rooms.state.open.current
    assert key is not None
    wait = wait_of(rooms.state, Room.OPEN)
    assert wait.what is Awaited.DICE_CONFIRMATION
    assert wait.side is (WireSide.RED if key.side is Side.WHITE else WireSide.WHITE)
    refused = rooms.say(hold_or_go(rooms, Room.OPEN, HoleChoice.GO))
    assert [e.why for e in refused if isinstance(e, ev.ReadingRefused)] == [
        Refusal.DICE_UNCONFIRMED
    ]
    rooms.say(rd.DiceConfirmed(**rooms.at, room=Room.OPEN, side=key.side.opponent, turn=key.turn))
    assert wait_of(rooms.state, Room.OPEN).what is Awaited.CHOICE


def hold_or_go(rooms: Rooms, room: Room, choice: HoleChoice) -> rd.ChoiceAnswered:
    key = rooms.state.table(room).current
    assert key is not None
    return rd.ChoiceAnswered(**rooms.at, room=room, side=key.side, turn=key.turn, choice=choice)


def test_who_holds_is_asked_to_play() -> None:
    rooms = at_a_choice(Room.CLOSED)
    rooms.say(hold_or_go(rooms, Room.CLOSED, HoleChoice.HOLD))
    assert wait_of(rooms.state, Room.CLOSED).what is Awaited.MOVE
    assert shown(rooms.state, Room.CLOSED, wire.Ask) is None


def test_who_goes_is_asked_for_his_next_turn_at_once() -> None:
    rooms = at_a_choice(Room.CLOSED)
    key = rooms.state.closed.current
    assert key is not None
    rooms.say(hold_or_go(rooms, Room.CLOSED, HoleChoice.GO))
    wait = wait_of(rooms.state, Room.CLOSED)
    assert wait.what is Awaited.READY_OR_DOUBLE
    assert (wait.turn, wait.side) == (key.turn + 1, wire_side_of(key.side))


def wire_side_of(side: Side) -> WireSide:
    return WireSide.WHITE if side is Side.WHITE else WireSide.RED


def test_a_throw_that_wins_waits_for_its_confirmation() -> None:
    for seed in range(60):
        rooms = seated(seed, closed_speed=0.05)
        while not rooms.state.over:
            table = rooms.state.open
            if table.phase is Phase.MOVE and table.count and table.count.winner:
                assert wait_of(rooms.state, Room.OPEN).what is Awaited.DICE_CONFIRMATION
                return
            rooms.step()
    raise AssertionError("no game was won by an unconfirmed throw")


def test_the_opening_throw_names_the_starter_and_is_done_with() -> None:
    rooms = seated()
    opening = Roll(2, 5)
    happened = rooms.say(
        rd.DiceThrown(**rooms.at, side=None, turn=1, dice=opening, source=DiceSource.CONSOLE)
    )
    (decided,) = happened
    (verdict,) = notices_for(decided, Room.OPEN, 7)
    assert isinstance(verdict, wire.RollVerdict)
    assert (verdict.side, verdict.judgement) == (WireSide.NONE, RollJudgement.COUNTED)
    assert notices_for(decided, Room.CLOSED, 7) == ()
    wait = wait_of(rooms.state, Room.OPEN)
    assert (wait.what, wait.turn, wait.side) == (Awaited.ROLL, 1, WireSide.RED)
    assert wait_of(rooms.state, Room.CLOSED).what is Awaited.SET


@pytest.mark.parametrize(
    ("answer", "choice"), [(HoldOrGo.HOLD, HoleChoice.HOLD), (HoldOrGo.GO, HoleChoice.GO)]
)
def test_an_answer_is_the_choice_of_its_turn(answer: HoldOrGo, choice: HoleChoice) -> None:
    reading = reading_of(wire.Answer(*KEY, question=2, choice=answer), Room.CLOSED, EVENT)
    assert reading == rd.ChoiceAnswered(
        game=1, attempt=1, room=Room.CLOSED, side=Side.WHITE, turn=1, choice=choice
    )


def test_an_answer_that_is_neither_is_refused_as_no_choice() -> None:
    with pytest.raises(SenselessReading, match="choice: 2 is not possible") as senseless:
        reading_of(wire.Answer(*KEY, question=2, choice=2), Room.OPEN, EVENT)
    assert senseless.value.why is Refusal.NO_CHOICE


def test_an_answer_to_another_question_changes_nothing() -> None:
    with pytest.raises(NotAReading):
        reading_of(wire.Answer(*KEY, question=9, choice=0), Room.OPEN, EVENT)


def with_another_open_room(state: MatchState) -> MatchState:
    """The same closed room beside an open room where everything unreleased was different."""
    rolls = {key: record for key, record in state.rolls.items() if record.released}
    fresh = fresh_table(TRICTRAC, Room.OPEN)
    return replace(state, open=fresh, rolls=rolls, last_thrown=None, starter=None)


@examples(25)
@given(
    st.integers(min_value=0, max_value=2**32),
    st.sampled_from([0.05, 0.5, 0.95]),
    st.sampled_from([0, 3]),
    st.integers(min_value=1, max_value=400),
)
def test_the_closed_board_is_told_the_same_whatever_the_open_room_did(
    seed: int, closed_speed: float, max_lead: int, steps: int
) -> None:
    temper = Temper(closed_speed=closed_speed)
    rooms = Rooms.seated(TRICTRAC, seed, temper, max_lead=max_lead, games=1)
    for _ in range(steps):
        if rooms.state.over:
            break
        rooms.step()
        state = rooms.state
        assert commands_for(TRICTRAC, state, Room.CLOSED) == commands_for(
            TRICTRAC, with_another_open_room(state), Room.CLOSED
        )
