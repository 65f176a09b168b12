"""What is asked of a TTT, by its director and by its players (rulings 18 to 20).

`match` is the id that a match has where it is played. `mini` is 0 for the tourney itself, else the
number of a mini-TTT.
"""

from dataclasses import dataclass
from decimal import Decimal

from rules.events import TttEnding, TttForfeit
from rules.identities import PersonId


@dataclass(frozen=True, slots=True, kw_only=True)
class SetTttRules:
    """Set a TTT up, or amend its rules; `was` is the version that this was made from, 0 for none.

    `cap` is in tenths of a point. An amendment says in `text` what is other than before.
    """

    cap: int
    removal_at: int
    move_hours: int
    text: str = ""
    was: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class EnterTttPlayers:
    """Enter players, who are then drawn into groups."""

    players: tuple[PersonId, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeOutTttPlayer:
    """Take somebody out who is entered and not drawn yet."""

    player: PersonId


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawTtt:
    """Draw the players into so many groups; `seen` is how many players the sender saw entered."""

    groups: int
    seen: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class WithdrawTttDraw:
    """Take a draw back of which no match is known."""

    reason: str
    mini: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawMiniTtt:
    """Have those play who tie for first of a group, `group` from 1, in a mini-TTT."""

    group: int


@dataclass(frozen=True, slots=True, kw_only=True)
class InviteTttOpponent:
    """Invite an opponent whose invitation falls to `inviter`."""

    inviter: PersonId
    invited: PersonId


@dataclass(frozen=True, slots=True, kw_only=True)
class AcceptTttInvitation:
    """Accept an invitation; `match` is the id of the match that it started, None for the next."""

    inviter: PersonId
    invited: PersonId
    match: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class StartTttMatch:
    """Enter a match that was found to be played, between whomever; `mini`: part of a mini-TTT."""

    match: int
    inviter: PersonId
    invited: PersonId
    mini: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class StrikeTttMatch:
    """Take out a match that was entered by mistake."""

    match: int
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportTttResult:
    """Report one's own match, as one of its players."""

    match: int
    player: PersonId
    winner: PersonId
    ending: TttEnding


@dataclass(frozen=True, slots=True, kw_only=True)
class EnterTttResult:
    """Enter how a match ended; `reason` says why where that replaces a decided result.

    `was` is TttMatch.known_as when this was made, None where nobody looked.
    """

    match: int
    winner: PersonId
    ending: TttEnding
    reason: str = ""
    was: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ForfeitTttGame:
    """Enter that a player timed out or resigned; `position` is a position ID or an XGID, or empty.

    `who` is on roll where it is a position ID, and X, the lower player, where it is an XGID. `was`
    as above.
    """

    match: int
    loser: PersonId
    how: TttForfeit
    position: str = ""
    who: PersonId | None = None
    reason: str = ""
    was: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class GiveTttPosition:
    """Give the last position of a forfeited game, or another one; as above."""

    match: int
    position: str
    who: PersonId | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class AdjudicateTttGame:
    """Score a forfeited game by three figures for the player who did not time out, parts of 1.

    Wins include gammons, gammons include backgammons. `position` is the one that the figures were
    made of, None where nobody knows: figures of a position that is no longer the last are refused.
    """

    match: int
    wins: Decimal
    gammons: Decimal
    backgammons: Decimal
    engine: str = ""
    software: str = ""
    net: str = ""
    plies: int = 0
    position: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RemoveTttPlayer:
    """Remove a player for a reason other than time-outs, which do so by themselves."""

    player: PersonId
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ReturnTttPlayer:
    """Take a removal back."""

    player: PersonId
    reason: str


TttPlayerCommand = InviteTttOpponent | AcceptTttInvitation | ReportTttResult
"""What a player asks for himself."""

TttCommand = (
    SetTttRules
    | EnterTttPlayers
    | TakeOutTttPlayer
    | DrawTtt
    | WithdrawTttDraw
    | DrawMiniTtt
    | StartTttMatch
    | StrikeTttMatch
    | EnterTttResult
    | ForfeitTttGame
    | GiveTttPosition
    | AdjudicateTttGame
    | RemoveTttPlayer
    | ReturnTttPlayer
    | TttPlayerCommand
)
