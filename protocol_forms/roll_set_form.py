"""The numbered sets of rolls of a match: both sides' columns by turn, and where each roll is from.

Source: the example of a set of rolls in Fair Backgammon Duplicated Team Tournament (Garal, 2008):
both rooms have the same dice, White's in one column and Red's in the other, but for those that
differ. Rulings 6, 8, 9 and 15.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from protocol_forms.form_texts import N_, Say, in_english
from protocol_forms.table_form import FormColumn, FormTable, TablesForm
from rules.dice import DiceSource
from rules.duplicate.roll_sets import RollSet
from rules.position import Side
from rules.room import Room
from rules.tables.state import RollRecord, TurnKey

_SOURCES = {
    DiceSource.READER: N_("dice reader"),
    DiceSource.CONSOLE: N_("console"),
    DiceSource.INFERRED: N_("inferred"),
    DiceSource.DIRECTOR: N_("director"),
    DiceSource.SERVER: N_("server"),
    DiceSource.PAPER: N_("paper"),
}
_EXPLAINED = {
    DiceSource.INFERRED: N_("inferred: read from the play made with it."),
    DiceSource.PAPER: N_("paper: read from a slip, and typed in afterwards."),
    DiceSource.SERVER: N_("server: drawn from the seed that was committed to before the match."),
    DiceSource.PAPER: N_("paper: thrown without a board, typed in from slips afterwards."),
}
_OPENING = N_("The opening throw, White's die first, is written with a colon.")
_TAIL = N_("* Thrown for the closed room after the open room's game had ended.")
_DIFFER = {
    Side.WHITE: N_(
        "≠ White's turn %(turn)s: the rooms' dice differ, %(open)s in the open room and %(closed)s "
        "in the closed."
    ),
    Side.RED: N_(
        "≠ Red's turn %(turn)s: the rooms' dice differ, %(open)s in the open room and %(closed)s "
        "in the closed."
    ),
}
_FIRST = N_("%(dice)s named who starts and is nobody's roll.")
_NONE = N_("No rolls of this game are recorded.")


@dataclass(frozen=True, slots=True)
class NumberedRolls:
    """A game's set of rolls with its number in the event, None where it has none."""

    number: int | None
    rolled: RollSet


def roll_sets_form(
    title: str,
    event: str,
    sets: Iterable[NumberedRolls],
    facts: tuple[tuple[str, str], ...] = (),
    say: Say = in_english,
) -> TablesForm:
    """A table for each set; `title`, `event` and `facts` say of which match."""
    return TablesForm(title, event, tuple(_table(each, say) for each in sets), facts=facts)


def _table(numbered: NumberedRolls, say: Say) -> FormTable:
    rolled = numbered.rolled
    colours = {Side.WHITE: say(N_("White")), Side.RED: say(N_("Red"))}
    columns = (
        FormColumn(say(N_("Turn")), figure=True),
        *(
            FormColumn(title, strong=strong, group=colours[side])
            for side in Side
            for title, strong in ((say(N_("Roll")), True), (say(N_("Source")), False))
        ),
    )
    turns = max((key.turn for key in rolled.rolls), default=0)
    rows = tuple(
        (str(turn), *(cell for side in Side for cell in _cells(rolled, TurnKey(side, turn), say)))
        for turn in range(1, turns + 1)
    )
    return FormTable(_heading(numbered, say), columns, rows, tuple(_notes(rolled, say)))


def _heading(numbered: NumberedRolls, say: Say) -> str:
    rolled = numbered.rolled
    parts = [say(N_("Game %(number)s"), number=rolled.game)]
    if rolled.attempt > 1:
        parts.append(say(N_("attempt %(number)s"), number=rolled.attempt))
    if numbered.number is not None:
        parts.append(say(N_("Set of rolls nr. %(numbers)s"), numbers=numbered.number))
    return " · ".join(parts)


def _cells(rolled: RollSet, key: TurnKey, say: Say) -> tuple[str, str]:
    roll = rolled.rolls.get(key)
    if roll is None:
        return "", ""
    marks = ("*" if roll.tail else "") + (" ≠" if roll.differs else "")
    return _dice(roll) + marks, say(_SOURCES[roll.source])


def _dice(roll: RollRecord) -> str:
    """Of an opening throw White's die first, of others the higher."""
    if roll.opening:
        return f"{roll.dice.first}:{roll.dice.second}"
    return str(roll.dice)


def _notes(rolled: RollSet, say: Say) -> Iterable[str]:
    rolls = rolled.rolls.values()
    if not rolls:
        yield say(_NONE)
    if any(roll.opening for roll in rolls):
        yield say(_OPENING)
    if rolled.first_throw is not None:
        yield say(_FIRST, dice=_dice(rolled.first_throw))
    if any(roll.tail for roll in rolls):
        yield say(_TAIL)
    for key, roll in rolled.rolls.items():
        if roll.differs:
            lay = {"open": roll.in_room(Room.OPEN), "closed": roll.in_room(Room.CLOSED)}
            yield say(_DIFFER[key.side], turn=key.turn, **lay)
    for source, explained in _EXPLAINED.items():
        if any(roll.source is source for roll in rolls):
            yield say(explained)
