"""Dice found wrong after their release: replayed, standing, void or adjusted (ruling 9)."""

from typing import Any

import pytest

from rules import events as ev
from rules.dice import DiceSource, Roll
from rules.duplicate.audit import LedgerFault, audit
from rules.duplicate.roll_sets import roll_sets
from rules.duplicate.state import fold
from rules.duplicate.wrong_rolls import WrongRollChoice, choices
from rules.errors import MatchRefused
from rules.games.backgammon import BACKGAMMON
from rules.games.trictrac.as_game import TRICTRAC
from rules.position import Side
from rules.room import Ending, Room
from rules.tables import readings as rd
from rules.tables.state import TurnKey
from tests.support.rooms import Rooms, Temper, initial, started

DIRECTOR: dict[str, Any] = {"reason": "seen on the film"}
QUIET = Temper(double=0, resign=0, mischief=0, reader=True)


def relayed(turns: int = 4, lead: int = 3, seed: int = 1) -> Rooms:
    """Both rooms play; the closed one was given so many rolls, the open one has thrown on."""
    rooms = Rooms.seated(BACKGAMMON, seed, QUIET)
    while sum(record.released for record in rooms.state.rolls.values()) < turns:
        rooms.step()
    while sum(not record.released for record in rooms.state.rolls.values()) < lead:
        rooms.say(next(iter(rooms.useful(Room.OPEN))))
    return rooms


def released(rooms: Rooms) -> TurnKey:
    """The latest turn that the closed room was given."""
    return [key for key, record in rooms.state.rolls.items() if record.released][-1]


def other(dice: Roll) -> Roll:
    return Roll(dice.first % 6 + 1, dice.second)


def about(rooms: Rooms, key: TurnKey, room: Room = Room.OPEN) -> dict[str, Any]:
    return {**rooms.at, **DIRECTOR, "room": room, "side": key.side, "turn": key.turn}


def let_stand(rooms: Rooms, key: TurnKey, room: Room = Room.OPEN) -> ev.RollStands:
    dice = other(rooms.state.rolls_of(rooms.state.game)[key].dice)
    (stands,) = rooms.say(rd.LetRollStand(**about(rooms, key, room), dice=dice))
    assert isinstance(stands, ev.RollStands)
    return stands


@pytest.mark.parametrize("room", Room)
def test_a_roll_that_stands_leaves_each_room_its_dice_and_is_marked(room: Room) -> None:
    rooms = relayed()
    key, before = released(rooms), rooms.state
    stands = let_stand(rooms, key, room)
    record = rooms.state.rolls[key]
    assert record.in_room(room) == stands.dice == other(stands.relayed)
    assert record.in_room(Room.OPEN if room is Room.CLOSED else Room.CLOSED) == stands.relayed
    assert record.differs
    assert (stands.by, stands.reason, stands.room) == ("Ann", "seen on the film", room)
    assert all(rooms.state.table(each) == before.table(each) for each in Room), "nothing moves"


def test_what_was_marked_by_mistake_is_put_right_by_another_order() -> None:
    rooms = relayed()
    key = released(rooms)
    relayed_dice = let_stand(rooms, key).relayed
    (again,) = rooms.say(rd.LetRollStand(**about(rooms, key), dice=relayed_dice))
    assert isinstance(again, ev.RollStands)
    assert not rooms.state.rolls[key].differs
    assert audit([started(), *rooms.history]).standing == ()


def test_the_open_room_replays_the_turn_while_nothing_later_was_thrown() -> None:
    rooms = relayed(lead=0)
    key = rooms.state.last_thrown
    assert key is not None
    assert choices(rooms.state, 1, key, Room.OPEN) == (WrongRollChoice.REPLAY,)
    for order in (
        rd.LetRollStand(**about(rooms, key), dice=other(rooms.state.rolls[key].dice)),
        rd.VoidForRoll(**about(rooms, key)),
    ):
        with pytest.raises(MatchRefused, match="the open room plays this one again"):
            rooms.say(order)
    assert WrongRollChoice.STANDS in choices(rooms.state, 1, key, Room.CLOSED), (
        "its play is made already"
    )


def test_later_dice_leave_the_choice_between_standing_and_void() -> None:
    rooms = relayed()
    key = released(rooms)
    assert choices(rooms.state, 1, key, Room.OPEN) == (WrongRollChoice.STANDS, WrongRollChoice.VOID)
    voided, begun = rooms.say(rd.VoidForRoll(**about(rooms, key)))
    assert isinstance(voided, ev.GameVoided)
    assert begun == ev.GameStarted(game=1, attempt=2)
    assert not rooms.state.rolls


@pytest.mark.parametrize("room", Room)
def test_a_game_whose_result_a_player_can_know_is_not_replayed(room: Room) -> None:
    rooms = relayed()
    key = released(rooms)
    at: dict[str, Any] = {**rooms.at, "room": room}
    result: dict[str, Any] = {"loser": Side.WHITE, "ending": Ending.BEAROFF, "left": 3, "cube": 1}
    rooms.say(rd.CorrectResult(**at, **DIRECTOR, **result))
    for wrong in (key, rooms.state.last_thrown):
        assert wrong is not None
        if rooms.state.rolls[wrong].released:
            assert choices(rooms.state, 1, wrong, Room.OPEN) == (
                WrongRollChoice.STANDS,
                WrongRollChoice.ADJUST,
            )
    with pytest.raises(MatchRefused, match="over in neither room"):
        rooms.say(rd.VoidForRoll(**about(rooms, key)))
    assert let_stand(rooms, key).game == 1


def test_a_roll_of_an_earlier_game_and_of_a_match_that_is_over_still_stands_with_its_note() -> None:
    rooms = Rooms.seated(BACKGAMMON, 3, QUIET, games=4)
    rooms.play_to_the_end()
    key = next(iter(rooms.state.rolls_of(2)))
    dice = other(rooms.state.rolls_of(2)[key].dice)
    order = {**about(rooms, key), "game": 2, "attempt": 1}
    (stands,) = rooms.say(rd.LetRollStand(**order, dice=dice))
    assert isinstance(stands, ev.RollStands)
    assert rooms.state.rolls_of(2)[key].differs
    assert not any(record.differs for record in rooms.state.rolls.values())
    assert fold(BACKGAMMON, initial(BACKGAMMON, games=4), rooms.history) == rooms.state


def test_dice_that_the_closed_room_was_not_given_are_no_business_of_it_yet() -> None:
    rooms = relayed()
    key = next(key for key, record in rooms.state.rolls.items() if not record.released)
    assert choices(rooms.state, 1, key, Room.OPEN) == ()
    with pytest.raises(MatchRefused, match="whose dice the closed room was given"):
        rooms.say(rd.LetRollStand(**about(rooms, key), dice=Roll(1, 1)))


def test_the_same_two_dice_differ_in_nothing() -> None:
    rooms = relayed()
    key = released(rooms)
    dice = rooms.state.rolls[key].dice
    with pytest.raises(MatchRefused, match="dice other than"):
        rooms.say(rd.LetRollStand(**about(rooms, key), dice=Roll(dice.second, dice.first)))


@pytest.mark.parametrize("dice", [Roll(2, 5), Roll(5, 2)])
def test_of_an_opening_throw_the_starters_die_is_the_higher_however_it_is_said(dice: Roll) -> None:
    rooms = relayed(turns=2)
    key, record = next(iter(rooms.state.rolls.items()))
    if record.dice.same_dice(dice):
        dice = Roll(dice.first + 1, dice.second)
    (stands,) = rooms.say(rd.LetRollStand(**about(rooms, key), dice=dice))
    assert isinstance(stands, ev.RollStands)
    white_higher = stands.dice.first > stands.dice.second
    assert white_higher is (key.side is Side.WHITE)
    with pytest.raises(MatchRefused, match="never equal"):
        rooms.say(rd.LetRollStand(**about(rooms, key), dice=Roll(4, 4)))


def test_an_order_about_another_attempt_has_no_effect() -> None:
    rooms = relayed()
    key = released(rooms)
    stale = {**about(rooms, key), "attempt": 2}
    (refused,) = rooms.say(rd.LetRollStand(**stale, dice=Roll(1, 1)))
    assert isinstance(refused, ev.ReadingRefused)
    assert refused.why is ev.Refusal.STALE


def test_a_throw_that_waits_for_its_play_is_not_voided_by_a_mark_in_either_room() -> None:
    """Else the open room's players would learn that something was ruled elsewhere."""
    rooms = relayed(lead=1)
    table = rooms.state.open
    while table.phase.value != "move":
        rooms.say(next(iter(rooms.useful(Room.OPEN))))
        table = rooms.state.open
    following = table.next_key()
    early = rd.DiceThrown(
        **rooms.at,
        side=following.side,
        turn=following.turn,
        dice=Roll(3, 1),
        source=DiceSource.READER,
        board_event=rooms.next_event(),
        asks=True,
    )
    rooms.say(early)
    assert rooms.state.early is not None
    let_stand(rooms, released(rooms), Room.CLOSED)
    assert rooms.state.early is not None


def test_a_new_attempt_has_no_marks_of_the_one_before() -> None:
    rooms = relayed()
    key = released(rooms)
    let_stand(rooms, key)
    rooms.say(rd.VoidGame(**rooms.at, **DIRECTOR))
    assert audit([started(), *rooms.history]).standing == ()
    assert not rooms.state.rolls


def test_a_match_in_which_a_wrong_roll_stands_is_played_to_its_end_and_verified_with_a_note() -> (
    None
):
    rooms = relayed(seed=7)
    stands = let_stand(rooms, released(rooms))
    rooms.play_to_the_end()
    seen = audit([started(), *rooms.history])
    (marked,) = [
        (each.game, key)
        for each in roll_sets(rooms.history).values()
        for key, record in each.rolls.items()
        if record.differs
    ]
    assert marked == (stands.game, TurnKey(stands.side, stands.turn))
    assert seen.findings == ()
    assert seen.standing == (stands,)
    assert fold(BACKGAMMON, initial(BACKGAMMON), rooms.history) == rooms.state


def test_a_mark_that_names_dice_nobody_was_given_is_found() -> None:
    rooms = relayed()
    stands = let_stand(rooms, released(rooms))
    forged = [
        each if each is not stands else ev.RollStands(**{**_fields(stands), "relayed": Roll(1, 1)})
        for each in rooms.history
    ]
    assert stands.relayed != Roll(1, 1)
    (finding,) = audit([started(), *forged]).findings
    assert finding.fault is LedgerFault.OTHER_RELAYED


def _fields(event: ev.RollStands) -> dict[str, Any]:
    return {name: getattr(event, name) for name in type(event).__dataclass_fields__}


def test_grand_trictrac_marks_its_rolls_likewise() -> None:
    rooms = Rooms.seated(TRICTRAC, 2, QUIET)
    while sum(record.released for record in rooms.state.rolls.values()) < 3:
        rooms.step()
    key = next(iter(rooms.state.rolls))
    let_stand(rooms, key, Room.CLOSED)
    assert rooms.state.rolls[key].differs
