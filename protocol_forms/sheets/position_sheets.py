"""Position sheets: the state of a table, from which its players go on playing when boards fail.

There is one sheet per table. It shows one room only, so that the closed room's sheet has nothing
from the open room (ruling 7).
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace

from protocol_forms.board_drawing import BACKGAMMON_FACING, BoardDrawn, board_values
from protocol_forms.grids import Grid, GridColumn, GridsForm
from protocol_forms.labels import FULL_NAME, SOURCE_LANGUAGE, Say, in_english, shortened
from protocol_forms.writers.sheet import Sheet, page_label
from rules.dice import Cube
from rules.position import BAR, OFF, Position, Side
from rules.room import Room
from rules.text import N_

_TITLE = N_("Position sheet")
_ROOMS = {Room.OPEN: N_("Open room"), Room.CLOSED: N_("Closed room")}
_SIDES = {Side.WHITE: N_("White"), Side.RED: N_("Red")}
_UNRECORDED = N_(
    "Leave the checkers as they are: this table records dice only, so the position is not "
    "printed here."
)
_HOW = {
    Room.OPEN: N_(
        "Throw for each turn and write the dice on the slip of that turn; both players "
        "sign. The runner takes the slip."
    ),
    Room.CLOSED: N_(
        "Before each roll say READY, or double: only then does the runner show the slip of that "
        "turn."
    ),
    None: N_("Throw at the table, and write the rolls down if they will be needed afterwards."),
}
_NAME = 60
"""Largest number of letters of a name, so that a sheet fits on a page of the smallest paper."""
_AT_THE_END = (
    N_("Won by"),
    N_("How it ended"),
    N_("Remaining checkers"),
    N_("Cube at the end"),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class PositionSheet:
    """The state of a table; all texts are in the sheet's language.

    `place` names the match and the game; `room` is None if the match is played at one table. `turn`
    says who is on turn and what they have to do. `facts` are pairs of label and value: dice, cube,
    score, clocks. `position` is None if it is not recorded. `facing` is the same as in BoardDrawn.
    """

    place: str
    event: str
    room: Room | None
    turn: str
    facts: tuple[tuple[str, str], ...]
    position: Position | None
    cube: Cube
    names: tuple[str, str]
    facing: tuple[int, ...] = BACKGAMMON_FACING


def position_sheets(
    sheets: Sequence[PositionSheet], say: Say = in_english, language: str = SOURCE_LANGUAGE
) -> Sheet:
    """Return the position sheets, one per page; all must be of the same room."""
    sheets = [_with_room_for(each) for each in sheets]
    first = sheets[0]
    title = _title(first.room, say)
    values = {"pages": [_page(each, say) for each in sheets]}
    foot = (first.event,) if first.event else ()
    return Sheet("position_sheets", title, language, _text(values), foot, page_label(say))


def position_table(sheet: PositionSheet, say: Say = in_english) -> GridsForm:
    """Return the position as a form of grids, for screens and screen readers."""
    white, red = (f"{say(_SIDES[side])}: {name}" for side, name in _named(sheet))
    turn = (say(N_("Turn")), sheet.turn)
    players = (say(N_("Players")), f"{white} · {red}")
    tables = () if sheet.position is None else (_points(sheet.position, sheet.facing, say),)
    return GridsForm(
        _title(sheet.room, say),
        sheet.place,
        tables,
        facts=(players, turn, *sheet.facts),
        notes=tuple(_notes(sheet, say)),
    )


def _with_room_for(sheet: PositionSheet) -> PositionSheet:
    white, red = (shortened(name, _NAME) for name in sheet.names)
    return replace(sheet, names=(white, red), event=shortened(sheet.event, FULL_NAME))


def _page(sheet: PositionSheet, say: Say) -> dict[str, object]:
    drawn = BoardDrawn(sheet.place, position=sheet.position, facing=sheet.facing, cube=sheet.cube)
    white, red = (f"{say(_SIDES[side])}: {name}" for side, name in _named(sheet))
    return {
        "title": _title(sheet.room, say),
        "room": "" if sheet.room is None else sheet.room.value,
        "place": sheet.place,
        "event": sheet.event,
        "board": None if sheet.position is None else board_values(drawn, say),
        "white": white,
        "red": red,
        "turn": sheet.turn,
        "facts": [list(each) for each in sheet.facts],
        "notes": list(_notes(sheet, say)),
        "end": say(N_("At the end of the game")),
        "ending": [say(each) for each in _AT_THE_END],
        "signatures": [white, red],
    }


def _notes(sheet: PositionSheet, say: Say) -> Sequence[str]:
    unrecorded = () if sheet.position is not None else (say(_UNRECORDED),)
    return (*unrecorded, say(_HOW[sheet.room]))


def _named(sheet: PositionSheet) -> list[tuple[Side, str]]:
    return list(zip((Side.WHITE, Side.RED), sheet.names, strict=True))


def _title(room: Room | None, say: Say) -> str:
    title = say(_TITLE)
    return title if room is None else f"{title} · {say(_ROOMS[room])}"


def _points(position: Position, facing: Sequence[int], say: Say) -> Grid:
    """Return a grid with both sides' checkers on the bar, on White's points 24 to 1, and off."""
    columns = (
        GridColumn(say(N_("White's point"))),
        *(GridColumn(say(_SIDES[side]), figure=True) for side in (Side.WHITE, Side.RED)),
    )
    rows = [(say(N_("bar")), position.white[BAR], position.red[BAR])]
    rows += [
        (str(point), position.white[point], position.red[facing[point]])
        for point in range(24, 0, -1)
    ]
    rows.append((say(N_("borne off")), position.white[OFF], position.red[OFF]))
    shown = tuple(
        (name, str(white or ""), str(red or "")) for name, white, red in rows if white or red
    )
    return Grid(say(N_("Checkers")), columns, shown, row_head=0)


def _text(values: object) -> str:
    return json.dumps(values, ensure_ascii=False)
