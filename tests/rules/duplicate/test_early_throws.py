"""A throw before the opponent's play is finished: kept, asked about, counted or void (ruling 7)."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from rules import commands as cmd
from rules import events as ev
from rules.dice import DiceSource, Roll
from rules.duplicate.audit import audit
from rules.duplicate.release import awaited
from rules.duplicate.state import fold
from rules.games.backgammon import BACKGAMMON
from rules.games.game import Game
from rules.games.trictrac.as_game import TRICTRAC
from rules.position import Side
from rules.room import BoardEvent, Ending, Room
from rules.tables import readings as rd
from rules.tables.awaited import Awaited, TableWait
from rules.tables.state import Phase, TurnKey
from tests.support.examples import examples
from tests.support.rooms import Rooms, Temper, initial

READER, CONSOLE = DiceSource.READER, DiceSource.CONSOLE
FIVE_THREE = Roll(5, 3)
EARLY = BoardEvent("BZ-1", bytes(8), 7)


@examples(12)
@given(st.integers(0, 2**32), st.booleans(), st.sampled_from([BACKGAMMON, TRICTRAC]))
@example(9_999_999, True, BACKGAMMON)
@example(16_064, False, BACKGAMMON)  # over before its five hundredth step
def test_with_people_who_throw_too_soon_both_rooms_still_get_the_same_dice(
    seed: int, reader: bool, game: Game
) -> None:
    temper = Temper(mischief=0.4, asks=True, reader=reader, closed_speed=0.3)
    rooms = Rooms.seated(game, seed, temper)
    for _ in range(500):
        if rooms.state.over:
            break
        before = rooms.state
        happened = rooms.say(rooms.mischief()) if rooms.rng.random() < 0.4 else None
        if happened is None:
            rooms.step()
        early = rooms.state.early
        if early is not None:
            assert rooms.state.open.phase is Phase.MOVE
            assert early.key == rooms.state.open.next_key()
            assert early.key not in rooms.state.rolls
        if before.early is not None and early is None and rooms.state.game == before.game:
            thrown = rooms.state.rolls.get(before.early.key)
            # An opening that is put right may give that turn to whoever threw too soon.
            assert thrown is None or thrown.opening or thrown.dice == before.early.dice
    assert audit(rooms.history).findings == ()
    assert fold(game, initial(game), rooms.history) == rooms.state


@examples(20)
@given(st.integers(0, 2**32))
def test_a_throw_that_waits_changes_nothing_of_the_closed_room(seed: int) -> None:
    rooms = playing(seed)
    before = rooms.state
    throw_early(rooms, CONSOLE)
    assert rooms.state.early is not None
    assert replace(rooms.state, early=None) == before
    assert awaited(rooms.state, Room.CLOSED) == awaited(before, Room.CLOSED)


def playing(seed: int = 3, source: DiceSource = READER) -> Rooms:
    """White has thrown the opening and plays it in the open room."""
    rooms = Rooms.seated(BACKGAMMON, seed, Temper())
    rooms.say(rd.DiceThrown(**rooms.at, side=None, turn=1, dice=Roll(6, 2), source=source))
    return rooms


def throw_early(
    rooms: Rooms, source: DiceSource, dice: Roll = FIVE_THREE, **fields: Any
) -> tuple[ev.Event, ...]:
    at: dict[str, Any] = {"side": Side.RED, "turn": 1, "dice": dice, "source": source}
    return rooms.say(
        rd.DiceThrown(**rooms.at, **{**at, "board_event": EARLY, "asks": True, **fields})
    )


def finish(rooms: Rooms) -> tuple[ev.Event, ...]:
    table = rooms.state.open
    assert table.current is not None
    dice = rooms.state.rolls[table.current].dice
    play = min(BACKGAMMON.legal_plays(table.before, Side.WHITE, dice, 1))
    return rooms.say(rooms.finished(table, BACKGAMMON.apply(table.before, Side.WHITE, play)))


def answer(rooms: Rooms, side: Side = Side.WHITE, **fields: Any) -> tuple[ev.Event, ...]:
    at: dict[str, Any] = {**rooms.at, "room": Room.OPEN, "side": side, "turn": 1, "finished": False}
    return rooms.say(rd.FinishedAnswered(**{**at, **fields}))


@pytest.mark.parametrize("source", [READER, CONSOLE])
def test_a_legal_play_after_it_makes_it_count_as_if_thrown_then(source: DiceSource) -> None:
    rooms = playing()
    (kept,) = throw_early(rooms, source)
    assert isinstance(kept, ev.EarlyThrowKept)
    made, thrown, *counted = finish(rooms)
    assert isinstance(made, ev.PlayMade)
    assert isinstance(thrown, ev.RollThrown)
    assert (thrown.dice, thrown.board_event) == (Roll(5, 3), EARLY)
    assert bool(counted) is (source is READER)
    assert rooms.state.early is None
    assert rooms.state.open.phase is Phase.MOVE
    record = rooms.state.rolls[TurnKey(Side.RED, 1)]
    assert record.counted is (source is READER)


def test_the_movers_no_makes_it_void_and_it_is_asked_about_again() -> None:
    rooms = playing()
    throw_early(rooms, READER)
    (void,) = answer(rooms)
    assert isinstance(void, ev.EarlyThrowVoided)
    assert (void.dice, void.why) == (Roll(5, 3), ev.Refusal.PLAY_UNFINISHED)
    (kept,) = throw_early(rooms, READER, Roll(1, 1))
    assert isinstance(kept, ev.EarlyThrowKept)
    assert isinstance(finish(rooms)[1], ev.RollThrown)


def test_a_play_that_does_not_fit_makes_it_void() -> None:
    rooms = playing()
    throw_early(rooms, READER)
    void, questioned = rooms.say(rooms.finished(rooms.state.open, rooms.state.open.position))
    assert isinstance(void, ev.EarlyThrowVoided)
    assert isinstance(questioned, ev.PlayQuestioned)


def test_a_resignation_of_either_side_makes_it_void() -> None:
    for side in Side:
        rooms = playing()
        throw_early(rooms, READER)
        at: dict[str, Any] = {**rooms.at, "room": Room.OPEN, "side": side, "turn": 1}
        void, offered = rooms.say(rd.ResignationMade(**at, ending=Ending.RESIGNED))
        assert isinstance(void, ev.EarlyThrowVoided)
        assert isinstance(offered, ev.ResignationOffered)


def test_other_dice_of_the_mover_make_it_void_and_their_confirmation_does_not() -> None:
    rooms = playing(source=CONSOLE)
    throw_early(rooms, READER)
    confirmed: dict[str, Any] = {**rooms.at, "room": Room.OPEN, "side": Side.RED, "turn": 1}
    rooms.say(rd.DiceConfirmed(**confirmed))
    assert rooms.state.early is not None
    order: dict[str, Any] = {
        "side": Side.WHITE,
        "turn": 1,
        "dice": Roll(6, 3),
        "reason": "keyed",
    }
    void, corrected, _ = rooms.say(rd.CorrectRoll(**rooms.at, **order))
    assert isinstance(void, ev.EarlyThrowVoided)
    assert isinstance(corrected, ev.RollCorrected)


@pytest.mark.parametrize("room", Room)
def test_no_order_of_the_director_leaves_it_waiting(room: Room) -> None:
    rooms = playing()
    throw_early(rooms, READER)
    void = rooms.say(rd.VoidGame(**rooms.at, reason="wrong dice released"))[0]
    assert isinstance(void, ev.EarlyThrowVoided)
    rooms = playing()
    throw_early(rooms, READER)
    hold = cmd.HoldPlay(scope=ev.HoldScope.TABLE, room=room, reason="a protest")
    happened = rooms.direct(hold)
    assert isinstance(happened[0], ev.EarlyThrowVoided) is (room is Room.OPEN)
    assert (rooms.state.early is None) is (room is Room.OPEN)


def test_where_the_board_cannot_ask_it_is_void_at_once() -> None:
    rooms = playing()
    (void,) = throw_early(rooms, READER, asks=False)
    assert isinstance(void, ev.ThrowVoided)
    assert void.why is ev.Refusal.PLAY_UNFINISHED


def test_dice_that_wait_are_put_right_as_keyed_dice_are() -> None:
    rooms = playing()
    throw_early(rooms, CONSOLE)
    for dice, why in ((Roll(3, 5), ev.Refusal.ALREADY_THROWN), (Roll(1, 1), ev.Refusal.CONFLICT)):
        (void,) = throw_early(rooms, CONSOLE, dice)
        assert isinstance(void, ev.ThrowVoided)
        assert void.why is why
    again = replace(EARLY, number=9)
    (kept,) = throw_early(rooms, CONSOLE, Roll(5, 4), corrects=EARLY, board_event=again)
    assert isinstance(kept, ev.EarlyThrowKept)
    assert rooms.state.early is not None
    assert (rooms.state.early.dice, rooms.state.early.board_event) == (Roll(5, 4), again)


def test_only_the_mover_is_asked_and_only_about_his_play() -> None:
    rooms = playing()
    assert answer(rooms)[0].why is ev.Refusal.NOTHING_TO_CONFIRM  # type: ignore[union-attr]
    throw_early(rooms, READER)
    refused_for: list[tuple[dict[str, Any], ev.Refusal]] = [
        ({"side": Side.RED}, ev.Refusal.NOT_YOUR_TURN),
        ({"turn": 2}, ev.Refusal.STALE),
        ({"room": Room.CLOSED}, ev.Refusal.WRONG_ROOM),
        ({"finished": True}, ev.Refusal.PLAY_UNFINISHED),
    ]
    for fields, why in refused_for:
        (refused,) = answer(rooms, **fields)
        assert isinstance(refused, ev.ReadingRefused)
        assert refused.why is why
    assert rooms.state.early is not None


@pytest.mark.parametrize("source", [READER, CONSOLE])
def test_where_positions_are_not_recorded_the_movers_yes_ends_the_play(source: DiceSource) -> None:
    rooms = Rooms.seated(BACKGAMMON, 3, Temper())
    not_recorded = ev.RecordingSet(room=Room.OPEN, positions=False)
    rooms.state = fold(BACKGAMMON, rooms.state, [not_recorded])
    opening = {"side": None, "turn": 1, "dice": Roll(6, 2), "source": source}
    rooms.say(rd.DiceThrown(**rooms.at, **opening))  # type: ignore[arg-type]
    happened = throw_early(rooms, CONSOLE)
    if source is CONSOLE:
        assert isinstance(happened[0], ev.ThrowVoided)
        return
    assert awaited(rooms.state, Room.OPEN) == TableWait(Awaited.CHOICE, Side.WHITE, 1)
    played, thrown = answer(rooms, finished=True)
    assert isinstance(played, ev.TurnPlayed)
    assert isinstance(thrown, ev.RollThrown)
    assert thrown.dice == Roll(5, 3)
