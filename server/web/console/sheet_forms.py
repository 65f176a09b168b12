"""A match's sheet as its form sends it: four fields a row, faults named by their cells.

A cell is `ROOM-GAME-FIELD`, such as `closed-3-left`; `opening-3` is the opening throw of game 3. A
cube is its value, with whose it was where that is known: `4-home`.
"""

import re
from collections.abc import Iterator, Mapping

from pydantic import ValidationError

from rules.errors import FieldRefused, RulesError
from rules.events import Refusal
from rules.room import Room
from rules.scoring.teams import TeamPlace, side_of
from rules.text import N_
from server.matches.sheets import RowRefused
from server.persons.naming import Names
from server.web.pages.form_errors import WHOLE, Refused, invalid, refused
from server.web.schemas.results import HandResultIn, SheetIn
from server.words.refusals import refusal_words
from server.words.translation import Words

FORM = "sheet"
FIELDS = ("winner", "ending", "left", "cube")
_WHOLE_LOST = ("gammon", "backgammon", "resigned-gammon", "resigned-backgammon")
_PLACES = tuple(place.value for place in TeamPlace)
_THROW = re.compile(r"\s*([1-6])\s*[:\-–, ]?\s*([1-6])\s*")


_ENTERED = N_("someone has entered this game in the meantime, or an earlier one is missing")
_MISSING = {
    "winner": N_("choose who won"),
    "ending": N_("choose how the game ended"),
    "left": N_("write how many checkers the loser has left, 1 to 15"),
}
"""What a row that was begun lacks, by the field."""


class SheetFaults(Exception):
    """Cells that say nothing that is allowed (whoever typed them: mend them)."""

    def __init__(self, faults: Mapping[str, ValidationError | None]) -> None:
        super().__init__(", ".join(faults))
        self.faults = faults


def rows_of(
    fields: Mapping[str, str], attempts: Mapping[int, int], games: int
) -> list[HandResultIn]:
    """The rows of which anything was typed, in the order of their games.

    `attempts` are those of games that were begun. Raises SheetFaults.
    """
    rows, faults = list[HandResultIn](), dict[str, ValidationError | None]()
    for game in range(1, games + 1):
        opening = two_dice(fields.get(f"opening-{game}", ""))
        if opening == ():
            faults[f"opening-{game}"] = None
        for room in Room:
            typed = {name: fields.get(f"{room.value}-{game}-{name}", "") for name in FIELDS}
            if not any(typed[name] for name in ("winner", "ending", "left")):
                continue
            try:
                place = {"game": game, "attempt": attempts.get(game, 1), "opening": opening or None}
                values = {**result_fields(room, typed), **place}
                rows.append(HandResultIn.model_validate(values))
            except ValidationError as error:
                faults |= {f"{room.value}-{game}-{name}": error for name in fault_names(error)}
    if faults:
        raise SheetFaults(faults)
    return rows


def sheet(rows: list[HandResultIn]) -> SheetIn:
    """The rows as they are sent; raises ValidationError for none."""
    return SheetIn(rows=rows)


def result_fields(room: Room, typed: Mapping[str, str]) -> dict[str, object]:
    """A result as a request has it, from the four fields of its row."""
    winner = typed["winner"]
    loser = side_of(TeamPlace(winner).opponent, room).value if winner in _PLACES else ""
    cube, _, owner = (typed["cube"] or "1").partition("-")
    left = typed["left"] or ("15" if typed["ending"] in _WHOLE_LOST else "")
    return {
        "room": room.value,
        "loser": loser,
        "ending": typed["ending"],
        "left": left,
        "cube": int(cube) if cube.isdecimal() else cube,
        "owner": side_of(TeamPlace(owner), room).value if owner in _PLACES else None,
    }


def fault_names(error: ValidationError) -> Iterator[str]:
    """The fields of a row that an error is about."""
    for each in error.errors():
        name = str(each["loc"][0])
        yield {"loser": "winner"}.get(name, name)


def two_dice(text: str) -> tuple[str, str] | tuple[()] | None:
    """Both dice of a throw; None where nothing was typed, nothing in it for what is no throw."""
    if not text.strip():
        return None
    found = _THROW.fullmatch(text)
    return (found[1], found[2]) if found else ()


def faults_in_words(
    faults: SheetFaults, typed: Mapping[str, str], words: Words, form: str = FORM
) -> Refused:
    """Each fault at its cell."""
    texts = dict[str, str]()
    for cell, error in faults.faults.items():
        if error is None:
            texts[cell] = words.gettext("two dice, White's first, such as 4:3")
            continue
        if not typed.get(cell) and cell.rpartition("-")[2] in _MISSING:
            texts[cell] = words.gettext(_MISSING[cell.rpartition("-")[2]])
            continue
        name = {"winner": "loser"}.get(cell.rpartition("-")[2], cell.rpartition("-")[2])
        each = next(each for each in error.errors() if str(each["loc"][0]) == name)
        texts[cell] = invalid(each, words)
    return Refused(form, texts, typed, 422)


def row_in_words(
    error: RowRefused,
    rows: list[HandResultIn],
    typed: Mapping[str, str],
    words: Words,
    names: Names,
) -> Refused:
    """A row that the rules refuse, at its cell."""
    row = rows[error.row]
    if isinstance(error.why, RulesError):
        texts = refused(FORM, typed, error.why, words, names).texts
        field = error.why.field if isinstance(error.why, FieldRefused) else WHOLE
    else:
        message = _ENTERED if error.why is Refusal.NOT_PLAYING else None
        texts = {WHOLE: words.gettext(message) if message else refusal_words(words, error.why)}
        field = WHOLE
    cell = _cell(row, field)
    return Refused(FORM, {cell: next(iter(texts.values()))}, typed)


def _cell(row: HandResultIn, field: str) -> str:
    if field == "opening":
        return f"opening-{row.game}"
    name = field if field in FIELDS else "winner"
    return f"{row.room}-{row.game}-{name}"
