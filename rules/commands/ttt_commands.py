"""What is asked of a TTT, by its director and by its players (rulings 18 to 20).

`match` is the id that a match has where it is played. `mini` is 0 for the tourney itself, else the
number of a mini-TTT.
"""

from dataclasses import dataclass
from decimal import Decimal
from typing import Annotated

from rules.events import TttEnding, TttForfeit
from rules.identities import PersonId
from rules.limits import PlayedElsewhere, Reason, ReasonOrNone, Text, Whole


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
    """Enter players."""

    players: tuple[PersonId, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeOutTttPlayer:
    """Take out a player not drawn yet."""

    player: PersonId


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawTtt:
    """Draw the players into groups; `seen` is how many are entered."""

    groups: Annotated[int, Whole(1, 50)] = 1
    seen: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class WithdrawTttDraw:
    """Take back a draw without a match."""

    reason: Reason
    mini: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawMiniTtt:
    """Start a mini-TTT of those who tie for first in a group, counted from 1."""

    group: int


@dataclass(frozen=True, slots=True, kw_only=True)
class InviteTttOpponent:
    """Invite an opponent, if the sender is the one to invite."""

    inviter: PersonId
    invited: PersonId


@dataclass(frozen=True, slots=True, kw_only=True)
class AcceptTttInvitation:
    """Accept an invitation; `match` is its match's id, None for the next."""

    inviter: PersonId
    invited: PersonId
    match: PlayedElsewhere | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class StartTttMatch:
    """Enter a match that is played; `mini`: part of a mini-TTT."""

    match: PlayedElsewhere
    inviter: PersonId
    invited: PersonId
    mini: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class StrikeTttMatch:
    """Take out a match entered by mistake."""

    match: PlayedElsewhere
    reason: Reason


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportTttResult:
    """Report one's own match."""

    match: PlayedElsewhere
    player: PersonId
    winner: PersonId
    ending: TttEnding


@dataclass(frozen=True, slots=True, kw_only=True)
class EnterTttResult:
    """Enter how a match ended; `reason` if that replaces a result.

    `was` is TttMatch.known_as when this was made, None where nothing was known.
    """

    match: PlayedElsewhere
    winner: PersonId
    ending: TttEnding
    reason: ReasonOrNone = ""
    was: Annotated[str, Text(1, 100, new=False)] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ForfeitTttGame:
    """Enter a time-out or resignation; `position` is a position ID, an XGID or empty.

    `who` is on roll where it is a position ID, and X, the lower player, where it is an XGID. `was`
    as above.
    """

    match: PlayedElsewhere
    loser: PersonId
    how: TttForfeit = TttForfeit.TIME_OUT
    position: Annotated[str, Text(0, 120, new=False)] = ""
    who: PersonId | None = None
    reason: ReasonOrNone = ""
    was: Annotated[str, Text(1, 100, new=False)] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class GiveTttPosition:
    """Give or replace a forfeited game's last position."""

    match: PlayedElsewhere
    position: Annotated[str, Text(0, 120, new=False)]
    who: PersonId | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class AdjudicateTttGame:
    """Score a forfeited game by figures, parts of 1, for the player not out of time.

    Wins include gammons, gammons include backgammons. `position` is the one that the figures were
    made of, None where nobody knows: figures of a position that is no longer the last are refused.
    """

    match: PlayedElsewhere
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
    """Remove a player for another reason than time-outs."""

    player: PersonId
    reason: Reason


@dataclass(frozen=True, slots=True, kw_only=True)
class ReturnTttPlayer:
    """Take a removal back."""

    player: PersonId
    reason: Reason


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
