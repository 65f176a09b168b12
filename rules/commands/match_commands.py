"""Commands to one match besides its play, and commands about the boards at its tables.

Line-ups, embargo, clocks, recording, signatures (rulings 11, 12, 13, 15 and 30); who is at the
tables and who has watched the open room (ruling 34); calls for the director and holds (ruling 31).
Each command carries the values that its sender saw; if they have changed since, it is refused with
ValuesChanged. The sender is no field, but is passed to the function that decides the command.

AssignBoard and RemoveBoard (ruling 28) are given by people. An AssignBoard becomes one command to
each match concerned: another match surrenders the board, this one receives it, and a match whose
closed room the board had served is cleared of the board.
"""

from dataclasses import dataclass
from typing import Annotated

from rules.commands.stage_commands import ShortenMatch
from rules.events import CallReason, ClockSetting, Embargo, HoldScope
from rules.events.dice_events import BoardDoubt
from rules.identities import MatchId, PersonId
from rules.limits import FromOne, Name, Reason, Remark, Text
from rules.position import Side
from rules.room import Room, RoomResult


@dataclass(frozen=True, slots=True)
class LineUp:
    """Who of a team sits in which room."""

    open_player: PersonId
    closed_player: PersonId


@dataclass(frozen=True, slots=True, kw_only=True)
class SubmitLineUp:
    """Hand in a team's line-up, or another one while it is sealed (ruling 13).

    `was` is the line-up it replaces, None for the first.
    """

    team: str
    open_player: PersonId
    closed_player: PersonId
    was: LineUp | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class GiveWord:
    """Give a team's word that the match's seed is joined with, or another one (ruling 8)."""

    team: str
    word: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatSubstitute:
    """Seat another player of the team before this game begins.

    `was` is who sits there. `watched`: the player has watched the open room of this game, and does
    not sit down in its closed room (ruling 34).
    """

    team: Name
    room: Room
    player: PersonId
    game: FromOne
    attempt: FromOne
    reason: Reason
    was: PersonId | None = None
    watched: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class SetEmbargo:
    """Change the spectators' embargo; what they know stays (ruling 12).

    `was` is the embargo in force.
    """

    embargo: Embargo
    reason: Reason
    was: Embargo | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SetClocks:
    """Change the clocks; time used stays used.

    `was` is what is in force.
    """

    setting: ClockSetting
    reason: Reason
    was: ClockSetting | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SetRecording:
    """Record positions at a table from game 1 on, or not.

    `was`: they are recorded now; a phone that becomes a table's board says None.
    """

    room: Room
    positions: bool
    was: bool | None = None


@dataclass(frozen=True, slots=True)
class SignedResult:
    """A result that a signature stands for; `result` None where the game has none in that room."""

    game: int
    room: Room
    result: RoomResult | None


@dataclass(frozen=True, slots=True, kw_only=True)
class SignProtocol:
    """Sign the protocol of a finished match for a team (ruling 15).

    `on_paper` is who has signed on paper, whom others record; captains and players sign for
    themselves and name nobody. `results` are all that the protocol holds, in whichever order.
    """

    team: str
    on_paper: PersonId | None = None
    results: tuple[SignedResult, ...] = ()


@dataclass(frozen=True, slots=True)
class WithdrawMatch:
    """Take back a match of which nothing was played (ruling 29)."""

    reason: str


MatchCommand = (
    SubmitLineUp
    | GiveWord
    | SeatSubstitute
    | SetEmbargo
    | SetClocks
    | SetRecording
    | SignProtocol
    | WithdrawMatch
    | ShortenMatch
)


@dataclass(frozen=True, slots=True, kw_only=True)
class LogLeaving:
    """Log that somebody leaves a room's table for a while."""

    room: Room
    player: PersonId
    reason: Reason


@dataclass(frozen=True, slots=True, kw_only=True)
class LogReturn:
    """Log that whoever left is back.

    `watched`: they have watched the open room of the game being played.
    """

    room: Room
    player: PersonId
    watched: bool
    reason: Remark = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class LogWatching:
    """Log that somebody was shown this attempt of a game in the open room; the server says so."""

    game: int
    attempt: int
    player: PersonId


PresenceCommand = LogLeaving | LogReturn | LogWatching


@dataclass(frozen=True, slots=True, kw_only=True)
class CallDirector:
    """Call the director to a table, or give its call a reason."""

    room: Room
    reason: CallReason = CallReason.NONE
    side: Side | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeCall:
    """Take a table's call; `coming` is who was to come."""

    room: Room
    coming: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class EndCall:
    """Settle a table's call; `coming` is who was to come."""

    room: Room
    coming: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class HoldPlay:
    """Hold a table, match, room or the hall.

    `room` is for the scopes that have one.
    """

    scope: HoldScope
    room: Room | None = None
    reason: Reason


@dataclass(frozen=True, slots=True, kw_only=True)
class LiftHold:
    """Lift this hold; `reason` may be empty.

    `was` is why it is held as far as one saw, None where no reason is told.
    """

    scope: HoldScope
    room: Room | None = None
    reason: Annotated[str, Text(0, 500)] = ""
    was: str | None = None


HoldCommand = HoldPlay | LiftHold
CallCommand = CallDirector | TakeCall | EndCall | HoldPlay | LiftHold


@dataclass(frozen=True, slots=True, order=True)
class GameUnderWay:
    """One attempt at a game of a match."""

    match: MatchId
    game: int
    attempt: int


@dataclass(frozen=True, slots=True)
class BoardConsent:
    """What whoever assigns a board accepts, with the reason; without one, nothing.

    `from_match` loses its board in mid-game; `voids` are games whose dice players have seen, for a
    director alone.
    """

    from_match: MatchId | None = None
    voids: frozenset[GameUnderWay] = frozenset()
    reason: str = ""


@dataclass(frozen=True, slots=True)
class AssignBoard:
    """Put a board on a match's table.

    A refusal asks for the match that loses the board in mid-game (`from_match`), or of a director
    for the games whose dice players have seen (`voids`), either with a `reason` (ruling 28).
    `was` is the board that stands there as far as one saw; None or "" for none.
    """

    board_id: str
    match: MatchId
    room: Room
    consent: BoardConsent = BoardConsent()
    was: str | None = None


@dataclass(frozen=True, slots=True)
class RemoveBoard:
    """Take the board from a room's table; it stays connected and serves none.

    `was` as above.
    """

    room: Room
    was: str | None = None


@dataclass(frozen=True, slots=True)
class LetBoardIn:
    """Let a table's board go on in spite of a doubt.

    `journal_id` as in BoardLetIn.
    """

    room: Room
    board_id: str
    doubt: BoardDoubt
    journal_id: bytes = b""


@dataclass(frozen=True, slots=True)
class SurrenderBoard:
    """Let another match have the board that it is assigned to."""

    assigned: AssignBoard


@dataclass(frozen=True, slots=True)
class ReceiveBoard:
    """Take the board that is assigned to this match; `of_closed`: a closed table was its last."""

    assigned: AssignBoard
    of_closed: bool


@dataclass(frozen=True, slots=True)
class ClearBoard:
    """Forget the board as this match's closed room's: it stands at an open table now."""

    assigned: AssignBoard


@dataclass(frozen=True, slots=True)
class ReturnBoard:
    """Take the board back that was surrendered for an assignment another match refused."""

    room: Room
    board_id: str


BoardCommand = RemoveBoard | LetBoardIn | SurrenderBoard | ReceiveBoard | ClearBoard | ReturnBoard
"""What one match is asked about a board."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GiveBoardKey:
    """Give a board its key; from now on it is let in with that only (ruling 28)."""

    board_id: str
    label: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplaceBoardKey:
    """Give a board another key; the one it has is good no more."""

    board_id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RevokeBoardKey:
    """Take a board's key away; it is not let in any more."""

    board_id: str


BoardKeyCommand = GiveBoardKey | ReplaceBoardKey | RevokeBoardKey
"""What is asked about a board's key, which is drawn when it is given."""
