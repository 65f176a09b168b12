"""What is asked of a TTT, and how it is told (rulings 18 to 20)."""

from decimal import Decimal
from typing import Annotated, Literal

from pydantic import BaseModel, Field, StringConstraints

from server.web.schemas.fields import Body, NewName, PersonText, Reason

MatchNumber = Annotated[int, Field(ge=1, le=10**12)]
"""The id of a match where it is played."""
Percent = Annotated[Decimal, Field(ge=0, le=100, max_digits=7, decimal_places=4)]
Ending = Literal["single", "gammon", "backgammon"]
Known = Annotated[str, Field(min_length=1, max_length=100)]
"""How a match was known to end: "open", or its winner and how, or who lost it and how."""
Position = Annotated[str, StringConstraints(strip_whitespace=True, max_length=120)]


class TttRulesIn(Body):
    """Set a TTT up, or amend its rules; `was` is the version this was made from, 0 for none.

    `cap` is the most an adjudicated game is worth, in points.
    """

    order: Literal["rules"]
    cap: Annotated[Decimal, Field(ge=1, le=3, max_digits=2, decimal_places=1)] = Decimal("2.7")
    removal_at: Annotated[int, Field(ge=1, le=1000)] = 12
    move_hours: Annotated[int, Field(ge=1, le=720)] = 12
    text: Reason | Literal[""] = ""
    was: int = 0


class TttPlayersIn(Body):
    """Enter players by their names, or ids; `known` says whether known names are those people."""

    order: Literal["players"]
    players: Annotated[list[NewName], Field(min_length=1, max_length=500)]
    known: Literal["same", "new"] | None = None


class TttTakeOutIn(Body):
    """Take somebody out before the draw."""

    order: Literal["take-out"]
    player: PersonText


class TttDrawIn(Body):
    """Draw the groups; `seen` is how many players were entered."""

    order: Literal["draw"]
    groups: Annotated[int, Field(ge=1, le=50)] = 1
    seen: int | None = None


class TttWithdrawDrawIn(Body):
    """Undo a draw of which no match is known: the tourney's, or that of a mini-TTT."""

    order: Literal["withdraw-draw"]
    mini: int = 0
    reason: Reason


class TttMiniIn(Body):
    """Have those play a mini-TTT who tie for first of a group."""

    order: Literal["mini"]
    group: int


class TttMatchIn(Body):
    """Enter a match that is being played, by its id there and the ids of its two players."""

    order: Literal["match"]
    match: MatchNumber
    inviter: PersonText
    invited: PersonText
    mini: int = 0


class TttStrikeIn(Body):
    """Take out a match that was entered by mistake."""

    order: Literal["strike"]
    match: MatchNumber
    reason: Reason


class TttResultIn(Body):
    """Enter how a match ended; with a reason where that replaces a result.

    `was`: how it was known to end when this was made; refused where that is otherwise by now.
    """

    order: Literal["result"]
    match: MatchNumber
    winner: PersonText
    ending: Ending
    reason: Reason | Literal[""] = ""
    was: Known | None = None


class TttForfeitIn(Body):
    """Enter that somebody timed out or resigned, with the last position if it is known.

    `position` is a position ID or an XGID; `who` is on roll, or X in an XGID. It may be a match to
    points at a board here as well, such as "club/3": whoever has the turn there is on roll. `was`
    as above.
    """

    order: Literal["forfeit"]
    match: MatchNumber
    loser: PersonText
    how: Literal["time-out", "resigned"] = "time-out"
    position: Position = ""
    who: PersonText | None = None
    reason: Reason | Literal[""] = ""
    was: Known | None = None


class TttPositionIn(Body):
    """Give the last position of a forfeited game; as above."""

    order: Literal["position"]
    match: MatchNumber
    position: Position
    who: PersonText | None = None


class TttFiguresIn(Body):
    """Adjudicate by hand: per cent for who did not time out, wins including gammons, and so on."""

    order: Literal["adjudicate"]
    match: MatchNumber
    wins: Percent
    gammons: Percent
    backgammons: Percent


class TttRemoveIn(Body):
    """Remove a player for another reason than time-outs."""

    order: Literal["remove"]
    player: PersonText
    reason: Reason


class TttReturnIn(Body):
    """Take a removal back."""

    order: Literal["return"]
    player: PersonText
    reason: Reason


TttOrderIn = Annotated[
    TttRulesIn
    | TttPlayersIn
    | TttTakeOutIn
    | TttDrawIn
    | TttWithdrawDrawIn
    | TttMiniIn
    | TttMatchIn
    | TttStrikeIn
    | TttResultIn
    | TttForfeitIn
    | TttPositionIn
    | TttFiguresIn
    | TttRemoveIn
    | TttReturnIn,
    Field(discriminator="order"),
]
"""An order of the director's about a TTT, told apart by `order`."""


class TttInviteIn(Body):
    """Invite an opponent whose invitation is one's own to make."""

    order: Literal["invite"]
    opponent: PersonText


class TttAcceptIn(Body):
    """Accept an invitation; `match` is the id of the match it started, null for the next free."""

    order: Literal["accept"]
    opponent: PersonText
    match: MatchNumber | None = None


class TttReportIn(Body):
    """Report how one's own match ended; `winner` is one of the two."""

    order: Literal["report"]
    match: MatchNumber
    winner: PersonText
    ending: Ending


TttOwnOrderIn = Annotated[TttInviteIn | TttAcceptIn | TttReportIn, Field(discriminator="order")]
"""An order of a player's about his own games, told apart by `order`."""


class TttRulesOut(BaseModel):
    """A version of the rules; `cap` in points."""

    version: int
    cap: str
    removal_at: int
    move_hours: int
    text: str


class TttRowOut(BaseModel):
    """A line of a table; `place` is 0 for who was removed, points are texts such as "11.5"."""

    place: int
    player: str
    name: str
    points: str
    played: int
    single: int
    gammon: int
    backgammon: int
    forfeit_wins: int
    losses: int
    forfeits: int
    provisional: bool


class TttGroupOut(BaseModel):
    """A group, or a mini-TTT where `mini` is not 0, best first; `winner` empty while undecided."""

    group: int
    mini: int
    finished: bool
    winner: str
    tie: str
    rows: list[TttRowOut]


class TttMatchOut(BaseModel):
    """A match; `standing` says whether it counts, `points` are the inviter's and the other's.

    `ending` is empty while it is not decided. `figures` are wins, gammons and backgammons of an
    adjudication, parts of 1, with who gave them.
    """

    match: int
    mini: int
    inviter: str
    invited: str
    standing: str
    ending: str
    winner: str
    points: tuple[str, str] | None
    settled: bool
    in_doubt: bool
    version: int
    position: str
    figures: tuple[str, str, str] | None
    engine: str


class TttOut(BaseModel):
    """A TTT as everybody may know it."""

    rules: list[TttRulesOut]
    seed: str
    groups: list[TttGroupOut]
    matches: list[TttMatchOut]
