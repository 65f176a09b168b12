"""The closed room's game once more: the same dice by side and turn, the seed behind them."""

from dataclasses import replace
from typing import Any

import pytest

from rules import events as ev
from rules.dice import DiceSource, Roll
from rules.duplicate.closed_seat import RecordedGame, drawn_by_seed
from rules.duplicate.machine import handle
from rules.duplicate.roll_sets import RollSet
from rules.duplicate.state import fold
from rules.games.backgammon import BACKGAMMON
from rules.position import Side
from rules.room import Room
from rules.tables import readings as rd
from rules.tables.state import TurnKey
from tests.support.recorded_games import recorded_game
from tests.support.senders import BOARD

AT: dict[str, Any] = {"game": 1, "attempt": 1, "room": Room.CLOSED}


def test_nothing_is_released_before_both_are_set_and_then_the_opening_throw_alone() -> None:
    recorded = recorded_game("backgammon", 3)
    state = recorded.set_up()
    first = handle(BACKGAMMON, state, rd.ReadyDeclared(**AT, side=Side.WHITE, turn=1), BOARD)
    assert first.releases == ()
    both = handle(BACKGAMMON, first.state, rd.ReadyDeclared(**AT, side=Side.RED, turn=1), BOARD)
    (opening,) = both.releases
    key = TurnKey(opening.side, opening.turn)
    assert opening.dice == recorded.rolled.rolls[key].dice
    assert recorded.rolled.rolls[key].opening


def test_where_the_rooms_had_other_dice_it_is_the_closed_rooms_that_lie_there() -> None:
    """Ruling 9: a roll that differs stands in each room as it lay there."""
    recorded = recorded_game("backgammon", 3)
    opening = next(key for key, roll in recorded.rolled.rolls.items() if roll.opening)
    other = replace(recorded.rolled.rolls[opening], in_closed=Roll(6, 5))
    rolls = {**recorded.rolled.rolls, opening: other}
    differing = replace(recorded, rolled=replace(recorded.rolled, rolls=rolls))
    assert differing.set_up().rolls[opening].dice == Roll(6, 5)


@pytest.mark.parametrize("rolls", [{}, {TurnKey(Side.WHITE, 1): (4, 3)}])
def test_a_game_without_an_opening_throw_cannot_be_played_again(
    rolls: dict[TurnKey, tuple[int, int]],
) -> None:
    recorded = recorded_game("backgammon", 3)
    some = {
        key: replace(next(iter(recorded.rolled.rolls.values())), opening=False) for key in rolls
    }
    kept = RollSet(game=1, attempt=1, rolls=some)
    assert not RecordedGame(BACKGAMMON, kept, recorded.in_open, b"s").is_playable
    assert recorded.is_playable


def test_only_what_the_seed_has_given_is_told_as_drawn() -> None:
    recorded = recorded_game("backgammon", 3)
    state = recorded.set_up()
    key = TurnKey(Side.WHITE, 99)
    where: dict[str, Any] = {"game": 1, "attempt": 1, "side": key.side, "turn": key.turn}
    thrown = ev.RollThrown(**where, dice=Roll(2, 1), source=DiceSource.SERVER, tail=True)
    after = fold(BACKGAMMON, state, [thrown])
    assert drawn_by_seed(after, key)
    assert not any(drawn_by_seed(after, each) for each in recorded.rolled.rolls)
