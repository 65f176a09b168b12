"""Commands to one match that are not part of its play, and commands about boards and their keys.

Line-ups, embargo, clocks, recording and signatures follow rulings 11, 12, 13, 15 and 30; leaving a
table and watching the open room follow ruling 34; calls for the director and holds follow ruling
31.

Each command contains the values that its sender saw; if they have changed since, it is refused with
ValuesChanged. The sender is not a field: it is passed to the function that decides the command.

AssignBoard and RemoveBoard (ruling 28) are sent by people. An AssignBoard becomes one command to
each match concerned: SurrenderBoard to the match that loses the board, ReceiveBoard to the match
that gets it, and ClearBoard to a match in whose closed room the board was used last.
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
    """The line-up of a team: its player in each room."""

    open_player: PersonId
    closed_player: PersonId


@dataclass(frozen=True, slots=True, kw_only=True)
class SubmitLineUp:
    """Submit a team's line-up, or replace it while it is secret (ruling 13).

    `was` is the line-up that is replaced, None if there is none.
    """

    team: str
    open_player: PersonId
    closed_player: PersonId
    was: LineUp | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class GiveWord:
    """Give or replace a team's word: a secret text that its captain chooses (ruling 8).

    The captains' words are combined with the server's seed, from which rolls of the tail are drawn.
    """

    team: str
    word: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatSubstitute:
    """Let another player of the team play in a room from game `game` on.

    `was` is the player who is replaced. `watched` is true if the substitute has watched the open
    room of this game; then they must not sit down in its closed room (ruling 34).
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
    """Change the spectators' embargo of a match; what they have seen stays public (ruling 12).

    `was` is the embargo in force, as the sender saw it.
    """

    embargo: Embargo
    reason: Reason
    was: Embargo | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SetClocks:
    """Change the clocks of a match; time that was used before remains used.

    `was` is the setting in force, as the sender saw it.
    """

    setting: ClockSetting
    reason: Reason
    was: ClockSetting | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SetRecording:
    """Choose whether a room's table records positions.

    This is possible only before game 1 begins. `was` is true if positions are recorded at present.
    `was` is None when the server changes the setting for a phone that becomes the table's board.
    """

    room: Room
    positions: bool
    was: bool | None = None


@dataclass(frozen=True, slots=True)
class SignedResult:
    """The result of one game in one room, as the person who signs a protocol saw it.

    `result` is None if the game has no result in that room.
    """

    game: int
    room: Room
    result: RoomResult | None


@dataclass(frozen=True, slots=True, kw_only=True)
class SignProtocol:
    """Sign the protocol of a finished match for a team (ruling 15).

    `on_paper` is the person who signed a printed protocol, if another person records the signature.
    Captains and players who sign for themselves leave it empty. `results` are all results of the
    protocol, in any order: they are what is signed.
    """

    team: str
    on_paper: PersonId | None = None
    results: tuple[SignedResult, ...] = ()


@dataclass(frozen=True, slots=True)
class WithdrawMatch:
    """Withdraw a match that has not begun (ruling 29)."""

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
    """Record that a player leaves their room's table for some time."""

    room: Room
    player: PersonId
    reason: Reason


@dataclass(frozen=True, slots=True, kw_only=True)
class LogReturn:
    """Record that a player who left a room's table is back.

    `watched` is true if the player has watched the open room of the game being played.
    """

    room: Room
    player: PersonId
    watched: bool
    reason: Remark = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class LogWatching:
    """Record that a person was shown the open room in this attempt of a game.

    Only the server sends this command.
    """

    game: int
    attempt: int
    player: PersonId


PresenceCommand = LogLeaving | LogReturn | LogWatching


@dataclass(frozen=True, slots=True, kw_only=True)
class CallDirector:
    """Call the director to a table, or add a reason to the call that the table has made already."""

    room: Room
    reason: CallReason = CallReason.NONE
    side: Side | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeCall:
    """Record that the sender goes to the table that called the director.

    `coming` is the id of the person who was on the way until now, as the sender saw it; empty for
    nobody.
    """

    room: Room
    coming: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class EndCall:
    """Record that the matter of a table's call is settled.

    `coming` is the id of the person who was on the way, as the sender saw it; empty for nobody.
    """

    room: Room
    coming: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class HoldPlay:
    """Stop play at a table, in a match, in a room or in the hall, as `scope` says.

    `room` must be given for the scopes of a table and of a room, and must be None for the others.
    """

    scope: HoldScope
    room: Room | None = None
    reason: Reason


@dataclass(frozen=True, slots=True, kw_only=True)
class LiftHold:
    """Lift a hold; `reason` can be empty.

    `was` is the reason of the hold as the sender saw it, None if it was not shown to the sender.
    """

    scope: HoldScope
    room: Room | None = None
    reason: Annotated[str, Text(0, 500)] = ""
    was: str | None = None


HoldCommand = HoldPlay | LiftHold
CallCommand = CallDirector | TakeCall | EndCall | HoldPlay | LiftHold


@dataclass(frozen=True, slots=True, order=True)
class GameUnderWay:
    """A game that is being played, named by its match, its game number and its attempt."""

    match: MatchId
    game: int
    attempt: int


@dataclass(frozen=True, slots=True)
class BoardConsent:
    """The consequences that the sender of an AssignBoard accepts, with the reason.

    `from_match` is a match that loses its board in the middle of a game. `voids` are the games that
    become void because players have seen their dice; only a director can accept that. Without a
    `reason` nothing is accepted.
    """

    from_match: MatchId | None = None
    voids: frozenset[GameUnderWay] = frozenset()
    reason: str = ""


@dataclass(frozen=True, slots=True)
class AssignBoard:
    """Put a board on a match's table.

    An assignment that would take the board from a game under way, or make a game void, is refused.
    The command can be sent again with a `consent` that names these consequences and a reason
    (ruling 28). `was` is the board at the table as the sender saw it, None or "" if there was none.
    """

    board_id: str
    match: MatchId
    room: Room
    consent: BoardConsent = BoardConsent()
    was: str | None = None


@dataclass(frozen=True, slots=True)
class RemoveBoard:
    """Remove the board from a room's table; the board stays connected and serves no table.

    `was` is the board at the table as the sender saw it.
    """

    room: Room
    was: str | None = None


@dataclass(frozen=True, slots=True)
class LetBoardIn:
    """Permit a table's board to continue although the server doubts it, for the reason `doubt`.

    The server doubts a board with a new journal, and one whose battery is low (see BoardDoubt).
    `journal_id` is the id of the journal to be trusted from now on, empty if the doubt is not about
    the journal.
    """

    room: Room
    board_id: str
    doubt: BoardDoubt
    journal_id: bytes = b""


@dataclass(frozen=True, slots=True)
class SurrenderBoard:
    """Release this match's board, because `assigned` puts the board on another match's table."""

    assigned: AssignBoard


@dataclass(frozen=True, slots=True)
class ReceiveBoard:
    """Put the board named in `assigned` on this match's table.

    `of_closed` is true if the last table that the board served was a closed table.
    """

    assigned: AssignBoard
    of_closed: bool


@dataclass(frozen=True, slots=True)
class ClearBoard:
    """Record that the board named in `assigned` is at an open table now.

    Before, the board was used in the closed room of this match.
    """

    assigned: AssignBoard


@dataclass(frozen=True, slots=True)
class ReturnBoard:
    """Put a surrendered board on this match's table again.

    This match had surrendered the board to another match, which has refused it.
    """

    room: Room
    board_id: str


BoardCommand = RemoveBoard | LetBoardIn | SurrenderBoard | ReceiveBoard | ClearBoard | ReturnBoard
"""The commands about a board that go to a single match."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GiveBoardKey:
    """Create a key for a board.

    From now on the board is admitted only with that key (ruling 28).
    """

    board_id: str
    label: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplaceBoardKey:
    """Create a new key for a board; its present key becomes invalid."""

    board_id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RevokeBoardKey:
    """Revoke a board's key; the board is no longer admitted."""

    board_id: str


BoardKeyCommand = GiveBoardKey | ReplaceBoardKey | RevokeBoardKey
"""The commands about a board's key; the server creates the key at random."""
