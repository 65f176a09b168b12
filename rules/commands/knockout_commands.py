"""What a director asks of a knockout of single players.

`seen` is what the sender saw when deciding, None what was not there yet; where it is not so any
more nothing is done. `reason` is kept with what was ruled. Sources: rulings 17, 21 and 29.
"""

from dataclasses import dataclass
from enum import Enum
from typing import Annotated

from rules.events import (
    MINUTES_A_GAME,
    ClockMinutes,
    Clocks,
    KnockoutDecision,
    KnockoutDraw,
)
from rules.games.backgammon import BACKGAMMON
from rules.identities import PersonId
from rules.limits import Many, MatchLength, Name, NewName, Number, Reason


class Later(Enum):
    """What becomes of later matches once another player has won the one before them."""

    KEEP = "keep"
    VOID = "void"


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanKnockout:
    """Plan a knockout of matches to `length` points.

    `last_lengths` are those of the last rounds where they are others, the final's last.
    `elsewhere`: its matches are not played at tables of this hall; their results are entered.
    """

    name: NewName
    length: MatchLength
    draw: KnockoutDraw = KnockoutDraw.BRACKET
    game_name: Name = BACKGAMMON.name
    last_lengths: Annotated[tuple[MatchLength, ...], Many(8)] = ()
    elsewhere: bool = False
    clocks: Clocks = Clocks.OFF
    clock_minutes: ClockMinutes = MINUTES_A_GAME


@dataclass(frozen=True, slots=True, kw_only=True)
class WithdrawKnockout:
    """Take back a knockout not drawn."""

    knockout: Number
    reason: Reason


@dataclass(frozen=True, slots=True, kw_only=True)
class EnterKnockout:
    """Enter players before the draw."""

    knockout: Number
    players: tuple[PersonId, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class WithdrawKnockoutEntry:
    """Take a player's entry back before the draw."""

    knockout: Number
    player: PersonId


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawKnockoutRound:
    """Draw the bracket or the next round's; `seen` are the first round's entrants."""

    knockout: Number
    round: Number = 1
    seen: Annotated[tuple[PersonId, ...], Many(256)] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PublishKnockoutMatches:
    """Announce a round's matches whose players are known; `seen` are those pairs."""

    knockout: Number
    round: Number
    seen: Annotated[tuple[tuple[PersonId, PersonId], ...], Many(128)] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class WithdrawKnockoutRound:
    """Take back the last round drawn or announced, if not begun."""

    knockout: Number
    round: Number
    reason: Reason


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleKnockoutMatch:
    """Decide a match, or enter its result by hand.

    `winner` None lets nobody go on. `score` has White's points first and says of a result who has
    won. `later` is asked for where another player has gone on from it already. `was` is
    Knockout.ruled_as when this was made, None where nothing was known.
    """

    number: Number
    decision: KnockoutDecision
    winner: PersonId | None
    reason: Reason
    score: tuple[int, int] | None = None
    later: Later | None = None
    was: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class LiftKnockoutRuling:
    """Take a decision back."""

    number: Number
    reason: Reason
    later: Later | None = None
    was: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class WithdrawKnockoutPlayer:
    """A player plays no more and loses the present or next match."""

    knockout: Number
    player: PersonId
    reason: Reason


@dataclass(frozen=True, slots=True, kw_only=True)
class ReturnKnockoutPlayer:
    """A player who withdrew plays again."""

    knockout: Number
    player: PersonId
    reason: Reason


@dataclass(frozen=True, slots=True, kw_only=True)
class ResolveKnockoutWinner:
    """Settle match `place` of a round if another player won it than went on.

    `seen` is who has won it by now, None for nobody.
    """

    knockout: Number
    round: Number
    place: Number
    later: Later
    reason: Reason
    seen: PersonId | None = None


KnockoutRuling = (
    RuleKnockoutMatch
    | LiftKnockoutRuling
    | WithdrawKnockoutPlayer
    | ReturnKnockoutPlayer
    | ResolveKnockoutWinner
    | WithdrawKnockoutRound
)
"""What the director decides about results, and about who goes on."""

KnockoutCommand = (
    PlanKnockout
    | WithdrawKnockout
    | EnterKnockout
    | WithdrawKnockoutEntry
    | DrawKnockoutRound
    | PublishKnockoutMatches
    | KnockoutRuling
)
