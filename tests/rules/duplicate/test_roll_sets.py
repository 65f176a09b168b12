"""The sets of rolls of a match: what the two rooms have in common, read off the events alone."""

from typing import Any

import pytest

from rules import events as ev
from rules.dice import DiceSource, Roll
from rules.duplicate.roll_sets import roll_sets
from rules.games.backgammon import BACKGAMMON
from rules.games.game import Game
from rules.games.trictrac.as_game import TRICTRAC
from rules.position import Side
from rules.room import Room
from rules.tables.state import TurnKey
from tests.support.rooms import Rooms, Temper, started

MISCHIEF = Temper(mischief=0.2, resign=0.02, void=0.02)


@pytest.mark.parametrize("game", [BACKGAMMON, TRICTRAC])
def test_a_set_holds_the_counted_rolls_of_the_game_as_both_rooms_have_them(game: Game) -> None:
    rooms = Rooms.seated(game, 2, MISCHIEF, games=3)
    for step in range(1, 250):
        if rooms.state.over:
            break
        rooms.step()
        if step % 40 == 0 and rooms.state.game_under_way:
            current = roll_sets([started(), *rooms.history])[rooms.state.game]
            counted = {key: roll for key, roll in rooms.state.rolls.items() if roll.counted}
            assert current.attempt == rooms.state.attempt
            assert {k: (r.dice, r.source, r.opening, r.tail) for k, r in current.rolls.items()} == {
                k: (r.dice, r.source, r.opening, r.tail) for k, r in counted.items()
            }


def test_what_the_closed_room_was_given_is_in_the_set() -> None:
    rooms = Rooms.seated(BACKGAMMON, 5, MISCHIEF)
    for _ in range(400):
        rooms.step()
    sets = roll_sets(rooms.history)
    last = {each.game: each.attempt for each in rooms.history if isinstance(each, ev.GameStarted)}
    released = [
        each
        for each in rooms.history
        if isinstance(each, ev.RollReleased) and each.attempt == last[each.game]
    ]
    assert released
    for each in released:
        assert sets[each.game].rolls[TurnKey(each.side, each.turn)].dice == each.dice


def test_a_voided_game_has_no_set_until_it_is_played_again() -> None:
    begun = ev.GameStarted(game=1, attempt=1)
    thrown = ev.RollThrown(
        game=1, attempt=1, side=Side.WHITE, turn=1, dice=Roll(4, 3), source=DiceSource.READER
    )
    counted = ev.RollCounted(game=1, attempt=1, side=Side.WHITE, turn=1, by=ev.CountedBy.READER)
    voided = ev.GameVoided(game=1, attempt=1, by="director", reason="a die fell")
    assert roll_sets([begun, thrown, counted])[1].rolls
    assert roll_sets([begun, thrown, counted, voided]) == {}
    again = roll_sets([begun, thrown, counted, voided, ev.GameStarted(game=1, attempt=2)])
    assert (again[1].attempt, dict(again[1].rolls)) == (2, {})


def test_rolls_of_slips_follow_those_of_boards_with_paper_as_their_source() -> None:
    begun = ev.GameStarted(game=1, attempt=1)
    thrown = ev.RollThrown(
        game=1, attempt=1, side=Side.WHITE, turn=1, dice=Roll(4, 3), source=DiceSource.READER
    )
    counted = ev.RollCounted(game=1, attempt=1, side=Side.WHITE, turn=1, by=ev.CountedBy.READER)
    slip = ev.PaperRoll(side=Side.RED, turn=1, dice=Roll(6, 1))
    paper = ev.PlayedOnPaper(game=1, attempt=1, rolls=(slip,), by="ann", reason="power lost")
    rolls = roll_sets([begun, thrown, counted, paper])[1].rolls
    assert [(key.side, str(roll.dice), roll.source) for key, roll in rolls.items()] == [
        (Side.WHITE, "4-3", DiceSource.READER),
        (Side.RED, "6-1", DiceSource.PAPER),
    ]


def test_dice_that_stand_are_those_that_lay_in_their_room_until_its_turn_is_played_again() -> None:
    at: dict[str, Any] = {"game": 1, "attempt": 1, "side": Side.WHITE, "turn": 1}
    begun: list[ev.Event] = [
        ev.GameStarted(game=1, attempt=1),
        ev.RollThrown(**at, dice=Roll(4, 3), source=DiceSource.READER),
        ev.RollCounted(**at, by=ev.CountedBy.READER),
    ]
    stands = ev.RollStands(
        **at, room=Room.OPEN, dice=Roll(6, 6), relayed=Roll(4, 3), by="olena", reason="on film"
    )
    (record,) = roll_sets([*begun, stands])[1].rolls.values()
    assert (record.in_room(Room.OPEN), record.in_room(Room.CLOSED)) == (Roll(6, 6), Roll(4, 3))
    again = ev.TurnReopened(**at, room=Room.OPEN, by="olena", reason="played anew")
    (record,) = roll_sets([*begun, stands, again])[1].rolls.values()
    assert not record.differs
