"""A game that was played on paper as its form sends it; faults are named by their fields.

Rolls are typed as "61 33 42", a field a side. The four fields of a room's result are those of a
match's sheet: `ROOM-GAME-FIELD`, such as `closed-3-left`; `opening-3` is the opening throw.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from pydantic import ValidationError

from rules.errors import FieldRefused
from rules.position import Side
from rules.room import Room
from server.persons.naming import Names
from server.web.console.paper_orders import PaperGameIn
from server.web.console.sheet_forms import (
    FIELDS,
    SheetFaults,
    fault_names,
    faults_in_words,
    result_fields,
    two_dice,
)
from server.web.pages.form_errors import Refused, refused
from server.web.schemas.results import ResultBody
from server.words.translation import Words

FORM = "paper"
_BETWEEN = re.compile(r"[\s,;]+")


@dataclass(frozen=True, slots=True)
class WrongRoll:
    """What was typed as a roll and is none; `place` counts the side's typed rolls from 1."""

    place: int
    text: str


class PaperFaults(Exception):
    """Fields that say nothing that is allowed (whoever typed them: mend them)."""

    def __init__(
        self,
        cells: Mapping[str, ValidationError | None],
        rolls: Mapping[Side, WrongRoll],
        missing: tuple[str, ...],
    ) -> None:
        super().__init__(", ".join([*cells, *(side.value for side in rolls), *missing]))
        self.cells, self.rolls, self.missing = cells, rolls, missing


def paper_game(fields: Mapping[str, str], game: int, rooms: tuple[Room, ...]) -> PaperGameIn:
    """The game as it is sent; `rooms` are those whose result is due.

    Raises PaperFaults for fields that are no rolls or no result, ValidationError for the others.
    """
    cells, wrong = dict[str, ValidationError | None](), dict[Side, WrongRoll]()
    opening = two_dice(fields.get(f"opening-{game}", ""))
    if opening == ():
        cells[f"opening-{game}"] = None
    rolls = dict[str, list[tuple[str, ...]]]()
    for side in Side:
        rolls[side.value] = []
        for place, text in enumerate(_texts(fields.get(side.value, "")), 1):
            dice = two_dice(text)
            if not dice:
                wrong.setdefault(side, WrongRoll(place, text))
            rolls[side.value].append(dice or ())
    results = [each for room in rooms if (each := _result(fields, game, room, cells)) is not None]
    missing = () if fields.get("reason", "").strip() else ("reason",)
    if cells or wrong or missing:
        raise PaperFaults(cells, wrong, missing)
    return PaperGameIn.model_validate(
        {
            **{name: fields.get(name, "") for name in ("attempt", "white_from", "red_from")},
            "reason": fields["reason"],
            "opening": opening,
            **rolls,
            "results": results,
        }
    )


def _texts(typed: str) -> list[str]:
    return [text for text in _BETWEEN.split(typed) if text]


def _result(
    fields: Mapping[str, str], game: int, room: Room, faults: dict[str, ValidationError | None]
) -> ResultBody | None:
    cell = f"{room.value}-{game}"
    try:
        typed = {name: fields.get(f"{cell}-{name}", "") for name in FIELDS}
        return ResultBody.model_validate(result_fields(room, typed))
    except ValidationError as error:
        faults |= {f"{cell}-{name}": error for name in fault_names(error)}
        return None


def paper_faults_in_words(
    faults: PaperFaults, typed: Mapping[str, str], words: Words, first: Mapping[Side, int]
) -> Refused:
    """Each fault at its field; `first` is the turn of each side's first typed roll."""
    refusal = faults_in_words(SheetFaults(faults.cells), typed, words, FORM)
    texts = dict(refusal.texts)
    for side, wrong in faults.rolls.items():
        texts[side.value] = words.gettext(
            "turn %(turn)s, '%(text)s': two dice from 1 to 6, such as 61",
            turn=first[side] + wrong.place - 1,
            text=wrong.text,
        )
    for name in faults.missing:
        texts[name] = words.gettext("enter why the game was continued on paper")
    return Refused(FORM, texts, typed, 422)


def refused_in_words(
    error: Exception, typed: Mapping[str, str], game: int, words: Words, names: Names
) -> Refused:
    """What the rules refuse, at its field."""
    refusal = refused(FORM, typed, error, words, names)
    if not isinstance(error, FieldRefused):
        return refusal
    return Refused(FORM, {_cell(error.field, game): next(iter(refusal.texts.values()))}, typed)


def _cell(field: str, game: int) -> str:
    """The form's name of a field that the rules name: `open-left`, `opening`, `white`."""
    room, _, name = field.partition("-")
    if field == "opening":
        return f"opening-{game}"
    if not name:
        return "" if field == "results" else field
    return f"{room}-{game}-{name if name in FIELDS else 'cube' if name == 'owner' else 'winner'}"
