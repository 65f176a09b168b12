"""The printed set of rolls: both sides' columns by turn, each roll with its source."""

from protocol_forms.room_results import NumberedRolls, roll_sets_form
from rules.dice import DiceSource, Roll
from rules.duplicate.roll_sets import RollSet
from rules.position import Side
from rules.room import Room
from rules.tables.state import RollRecord, TurnKey

ROLLS = {
    TurnKey(Side.WHITE, 1): RollRecord(Roll(1, 6), DiceSource.READER, released=True),
    TurnKey(Side.RED, 1): RollRecord(Roll(3, 6), DiceSource.READER, opening=True, released=True),
    TurnKey(Side.RED, 2): RollRecord(Roll(4, 1), DiceSource.CONSOLE, released=True),
    TurnKey(Side.WHITE, 2): RollRecord(Roll(2, 4), DiceSource.INFERRED, released=True),
    TurnKey(Side.RED, 3): RollRecord(Roll(6, 5), DiceSource.SERVER, tail=True, released=True),
    TurnKey(Side.WHITE, 3): RollRecord(Roll(2, 2), DiceSource.PAPER, released=True),
}
SEATED = {
    (Room.OPEN, Side.WHITE): "A1",
    (Room.OPEN, Side.RED): "B1",
    (Room.CLOSED, Side.WHITE): "B2",
    (Room.CLOSED, Side.RED): "A2",
}


def numbered(rolled: RollSet, number: int | None = 5) -> NumberedRolls:
    return NumberedRolls(number, rolled, SEATED)


def test_each_seat_of_both_rooms_has_its_column_and_its_player() -> None:
    rolled = RollSet(game=3, attempt=1, rolls=ROLLS)
    (table,) = roll_sets_form("Sets of rolls", "Match 2", [numbered(rolled)]).tables
    assert table.heading == "Game 3 · Set of rolls no. 5"
    assert [(column.group, column.title) for column in table.columns] == [
        ("", "Turn"),
        ("Open room", "White: A1"),
        ("Open room", "Red: B1"),
        ("Closed room", "White: B2"),
        ("Closed room", "Red: A2"),
        ("Source", "White"),
        ("Source", "Red"),
    ]
    assert table.rows == (
        ("1", "6-1", "3:6", "6-1", "3:6", "dice reader", "dice reader"),
        ("2", "4-2", "4-1", "4-2", "4-1", "inferred", "console"),
        ("3", "2-2", "", "2-2", "6-5*", "paper", "server"),
    )


def test_a_room_that_was_not_given_a_roll_has_an_empty_cell() -> None:
    kept = {TurnKey(Side.WHITE, 1): RollRecord(Roll(1, 6), DiceSource.READER)}
    (table,) = roll_sets_form("", "", [numbered(RollSet(game=1, attempt=1, rolls=kept))]).tables
    assert table.rows == (("1", "6-1", "", "", "", "dice reader", ""),)


def test_only_what_is_in_the_set_is_explained() -> None:
    rolled = RollSet(game=3, attempt=1, rolls=ROLLS)
    (table,) = roll_sets_form("", "", [numbered(rolled)]).tables
    assert [note.split()[0] for note in table.notes] == [
        "The",
        "*",
        "inferred:",
        "paper:",
        "server:",
    ]
    thrown = {TurnKey(Side.WHITE, 1): RollRecord(Roll(1, 6), DiceSource.READER)}
    (plain,) = roll_sets_form("", "", [numbered(RollSet(game=1, attempt=1, rolls=thrown))]).tables
    assert plain.notes == ()


def test_a_game_without_recorded_rolls_says_so() -> None:
    (table,) = roll_sets_form("", "", [numbered(RollSet(game=1, attempt=2, rolls={}), None)]).tables
    assert table.heading == "Game 1 · attempt 2"
    assert (table.rows, table.notes) == ((), ("No rolls of this game are recorded.",))


def test_a_throw_that_only_names_who_starts_stands_under_the_table() -> None:
    first = RollRecord(Roll(5, 2), DiceSource.READER, opening=True)
    rolled = RollSet(game=1, attempt=1, rolls={}, first_throw=first)
    (table,) = roll_sets_form("", "", [numbered(rolled)]).tables
    assert "5:2 only decided who starts; neither player played it." in table.notes


def test_a_roll_of_which_the_rooms_had_other_dice_is_marked_and_both_are_told() -> None:
    rolls = dict(ROLLS)
    key = TurnKey(Side.WHITE, 2)
    rolls[key] = rolls[key].with_dice_of(Room.OPEN, Roll(3, 4))
    (table,) = roll_sets_form("", "", [numbered(RollSet(game=3, attempt=1, rolls=rolls))]).tables
    assert [(row[1], row[3]) for row in table.rows][:2] == [("6-1", "6-1"), ("4-3 ≠", "4-2 ≠")]
    note = "≠ White's turn 2: the rooms' dice differ, 4-3 in the open room and 4-2 in the closed."
    assert note in table.notes
