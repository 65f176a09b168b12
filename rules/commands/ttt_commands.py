"""Commands to a TTT by its director and by its players (rulings 18 to 20).

`match` is the number that a match has on the server where it is played. `mini` is the number of a
mini-TTT, 0 for the TTT itself.
"""

from dataclasses import dataclass
from decimal import Decimal
from typing import Annotated

from rules.events import TttEnding, TttForfeit
from rules.identities import PersonId
from rules.limits import PlayedElsewhere, Reason, ReasonOrNone, Text, Whole


@dataclass(frozen=True, slots=True, kw_only=True)
class SetTttRules:
    """Set up a TTT or amend its rules.

    `was` is the number of the version of the rules that the sender saw, 0 for none. `cap` is the
    most that an adjudicated game is worth, in tenths of a point. `text` describes the difference
    from the version before; an amendment needs it.
    """

    cap: int
    removal_at: int
    move_hours: int
    text: str = ""
    was: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class EnterTttPlayers:
    """Enter players in the TTT."""

    players: tuple[PersonId, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeOutTttPlayer:
    """Remove the entry of a player before the draw."""

    player: PersonId


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawTtt:
    """Draw the players into groups; `seen` is the number of players entered."""

    groups: Annotated[int, Whole(1, 50)] = 1
    seen: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class WithdrawTttDraw:
    """Take back a draw in which no match has begun."""

    reason: Reason
    mini: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawMiniTtt:
    """Start a mini-TTT of the players who tie for first in group `group`, counted from 1."""

    group: int


@dataclass(frozen=True, slots=True, kw_only=True)
class InviteTttOpponent:
    """Invite an opponent to a match.

    The order of the draw decides which of two players has to invite the other. The command is
    refused unless the sender is that player.
    """

    inviter: PersonId
    invited: PersonId


@dataclass(frozen=True, slots=True, kw_only=True)
class AcceptTttInvitation:
    """Accept an invitation; `match` is the number of the match, None for the next free number."""

    inviter: PersonId
    invited: PersonId
    match: PlayedElsewhere | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class StartTttMatch:
    """Enter a match that has begun; `mini` is the number of its mini-TTT, 0 for the TTT itself."""

    match: PlayedElsewhere
    inviter: PersonId
    invited: PersonId
    mini: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class StrikeTttMatch:
    """Remove from the TTT a match that was entered by mistake."""

    match: PlayedElsewhere
    reason: Reason


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportTttResult:
    """Report the result of a match in which the sender has played."""

    match: PlayedElsewhere
    player: PersonId
    winner: PersonId
    ending: TttEnding


@dataclass(frozen=True, slots=True, kw_only=True)
class EnterTttResult:
    """Enter the result of a match; `reason` is needed if it replaces a result.

    `was` is the earlier result of the match as text (see TttMatch.known_as), as the sender saw it;
    None if there was none yet.
    """

    match: PlayedElsewhere
    winner: PersonId
    ending: TttEnding
    reason: ReasonOrNone = ""
    was: Annotated[str, Text(1, 100, new=False)] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ForfeitTttGame:
    """Enter that a player, `loser`, timed out or resigned in a game.

    `position` is the last position as a position ID or an XGID; it is empty if it is not known. For
    a position ID, `who` is the player on roll. For an XGID, `who` is the lower player, whom the
    XGID calls X. `was` is the earlier result of the match as text (see TttMatch.known_as), as the
    sender saw it; None if there was none yet.
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
    """Give or replace the last position of a forfeited game.

    `position` and `who` mean the same as in ForfeitTttGame.
    """

    match: PlayedElsewhere
    position: Annotated[str, Text(0, 120, new=False)]
    who: PersonId | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class AdjudicateTttGame:
    """Give a forfeited game its value, from the chances of the player who did not forfeit.

    `wins`, `gammons` and `backgammons` are chances from 0 to 1; wins include gammons, and gammons
    include backgammons. `position` is the position for which the chances were computed, None if
    that is not known. The command is refused if another last position of the game has been given
    since. `engine`, `software`, `net` and `plies` say which program gave the chances and how.
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
    """Remove a player for a reason other than time-outs."""

    player: PersonId
    reason: Reason


@dataclass(frozen=True, slots=True, kw_only=True)
class ReturnTttPlayer:
    """Take back the removal of a player."""

    player: PersonId
    reason: Reason


TttPlayerCommand = InviteTttOpponent | AcceptTttInvitation | ReportTttResult
"""The commands to a TTT that its players may send for themselves."""

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
