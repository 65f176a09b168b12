"""The form of a match to points as printed: the view that every form of it is made from.

Source: ruling 17; ruling 15 for what a form says.
"""

from dataclasses import dataclass

from protocol_forms.match_course import UNKNOWN_COURSE, MatchCourse, Signature
from protocol_forms.protocol_view import DecidedShown


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchPlayHeading:
    """Names that go with the form; what is not known stays empty and is left out.

    `recorded` is the time of the record as printed, `ledger_head` the last hash of the event log,
    both given after the match only. A `trial` counts in nobody's sums.
    """

    white: str
    red: str
    game_name: str = "backgammon"
    event: str = ""
    match: str = ""
    trial: bool = False
    recorded: str = ""
    ledger_head: str = ""
    course: MatchCourse = UNKNOWN_COURSE


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchPlayRow:
    """One game: `winner` is "white" or "red", whose cell has the points; scores are those after it.

    `cube` is the value in force, `proposed` that of a refused double. `counts` is False where the
    match had been won before it. `decided` and `confirmation` are as in a duplicate match's form.
    """

    game: int
    crawford: bool
    opening: str | None
    winner: str
    ending: str
    how: str
    cube: int
    proposed: int | None
    points_white: int | None
    points_red: int | None
    counts: bool
    score_white: int
    score_red: int
    mark: str = ""
    decided: tuple[DecidedShown, ...] = ()
    confirmation: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchPlayView:
    """The form of a match to `length` points; `winner` is a name, None until it is complete.

    `link` is the address of the match's live page, printed as a QR code.
    """

    event: str
    match: str
    length: int
    white: str
    red: str
    white_short: str
    red_short: str
    rows: tuple[MatchPlayRow, ...]
    score_white: int
    score_red: int
    complete: bool
    winner: str | None
    notes: tuple[str, ...]
    state: str
    recorded: str
    ledger_head: str
    played: str = ""
    place: str = ""
    signatures: tuple[Signature, ...] = ()
    replaces: str = ""
    replaces_print: str = ""
    link: str = ""
