"""What a director asks of a knockout of single players.

`seen` is what the sender saw when deciding; where it is not so any more nothing is done, and None
does not ask. `reason` is kept with what was ruled. Sources: rulings 17, 21 and 29.
"""

from dataclasses import dataclass
from enum import Enum

from rules.events import MINUTES_A_GAME, Clocks, KnockoutDecision, KnockoutDraw
from rules.games.backgammon import BACKGAMMON
from rules.identities import PersonId


class Later(Enum):
    """What becomes of later matches once another player has won the one before them."""

    KEEP = "keep"
    VOID = "void"


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanKnockout:
    """Plan a knockout; see KnockoutPlanned for what its fields mean."""

    name: str
    length: int
    draw: KnockoutDraw = KnockoutDraw.BRACKET
    game_name: str = BACKGAMMON.name
    last_lengths: tuple[int, ...] = ()
    elsewhere: bool = False
    clocks: Clocks = Clocks.OFF
    clock_minutes: int = MINUTES_A_GAME


@dataclass(frozen=True, slots=True, kw_only=True)
class WithdrawKnockout:
    """Take back a knockout that is not drawn."""

    knockout: int
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class EnterKnockout:
    """Enter players before the draw."""

    knockout: int
    players: tuple[PersonId, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class WithdrawKnockoutEntry:
    """Take a player's entry back before the draw."""

    knockout: int
    player: PersonId


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawKnockoutRound:
    """Draw the bracket, or the next round where each has a draw of its own; `seen` are the entrants
    of the first round.
    """

    knockout: int
    round: int = 1
    seen: tuple[PersonId, ...] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PublishKnockoutMatches:
    """Announce every match of a round whose two players are known; `seen` are those pairs."""

    knockout: int
    round: int
    seen: tuple[tuple[PersonId, PersonId], ...] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class WithdrawKnockoutRound:
    """Take back the last round that is drawn or announced, of which nothing was played."""

    knockout: int
    round: int
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleKnockoutMatch:
    """Decide a match, or enter its result by hand.

    `winner` None lets nobody go on. `score` has White's points first and says of a result who has
    won. `later` is asked for where another player has gone on from it already. `was` is
    Knockout.ruled_as when this was made, None where nobody looked.
    """

    number: int
    decision: KnockoutDecision
    winner: PersonId | None
    reason: str
    score: tuple[int, int] | None = None
    later: Later | None = None
    was: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class LiftKnockoutRuling:
    """Take a decision back; `later` and `was` as above."""

    number: int
    reason: str
    later: Later | None = None
    was: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class WithdrawKnockoutPlayer:
    """A player plays no more: the other player wins the match that he is to play or plays."""

    knockout: int
    player: PersonId
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ReturnKnockoutPlayer:
    """A player who had withdrawn plays again."""

    knockout: int
    player: PersonId
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ResolveKnockoutWinner:
    """Settle that another player has won match `place` of a round than the one who went on.

    `seen` is who has won it by now, None for nobody.
    """

    knockout: int
    round: int
    place: int
    later: Later
    reason: str
    seen: PersonId | None


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
