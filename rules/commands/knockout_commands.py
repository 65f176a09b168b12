"""Commands to a knockout of single players.

`seen` is the value the sender saw when deciding, None if there was none yet; if it has changed, the
command is refused. `reason` is stored with the decision. Sources: rulings 17, 21 and 29.
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
    """What becomes of later matches if a match that leads to them gets another winner.

    With KEEP, the player who has advanced plays on. With VOID, the later matches become void.
    """

    KEEP = "keep"
    VOID = "void"


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanKnockout:
    """Plan a knockout of matches to `length` points.

    If the last rounds have other lengths, `last_lengths` has these lengths in the order of the
    rounds; the length of the final comes last. If `elsewhere` is true, matches are not played at
    tables of this hall, and their results are entered by hand.
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
    """Withdraw a knockout that is not drawn yet."""

    knockout: Number
    reason: Reason


@dataclass(frozen=True, slots=True, kw_only=True)
class EnterKnockout:
    """Enter players in a knockout before its draw."""

    knockout: Number
    players: tuple[PersonId, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class WithdrawKnockoutEntry:
    """Take a player's entry back before the draw."""

    knockout: Number
    player: PersonId


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawKnockoutRound:
    """Draw the bracket, or the next round of a knockout with a new draw each round.

    For the first round, `seen` are the entrants as the sender saw them.
    """

    knockout: Number
    round: Number = 1
    seen: Annotated[tuple[PersonId, ...], Many(256)] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PublishKnockoutMatches:
    """Announce the matches of a round whose two players are known.

    `seen` are the pairs of players of these matches, White's first, as the sender saw them.
    """

    knockout: Number
    round: Number
    seen: Annotated[tuple[tuple[PersonId, PersonId], ...], Many(128)] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class WithdrawKnockoutRound:
    """Take back the last drawn or announced round; no play may have begun in it."""

    knockout: Number
    round: Number
    reason: Reason


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleKnockoutMatch:
    """Decide a match, or enter its result by hand.

    `decision` says whether the match was decided by its result or without play, and how. If
    `winner` is None, nobody advances. `score` has White's points first; if the match was decided by
    its result, the score determines the winner. `later` says what becomes of later matches; it is
    required if another player has already advanced from this match. `was` is the previous ruling as
    the sender saw it, as text (see Knockout.ruled_as); None if there was none.
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
    """Take back the director's decision of a match.

    `later` says what becomes of later matches; it is required if another player has already
    advanced from this match. `was` is the present ruling as the sender saw it, as text (see
    Knockout.ruled_as).
    """

    number: Number
    reason: Reason
    later: Later | None = None
    was: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class WithdrawKnockoutPlayer:
    """Withdraw a player from a knockout; the player loses their present or next match."""

    knockout: Number
    player: PersonId
    reason: Reason


@dataclass(frozen=True, slots=True, kw_only=True)
class ReturnKnockoutPlayer:
    """Admit a player again who was withdrawn from a knockout."""

    knockout: Number
    player: PersonId
    reason: Reason


@dataclass(frozen=True, slots=True, kw_only=True)
class ResolveKnockoutWinner:
    """Decide who advances if a match got another winner after its first winner had advanced.

    The match is number `place` of the round `round`, counted from 1. If `later` is KEEP, the player
    who had advanced plays on. If it is VOID, the announced matches that depend on this match become
    void, and its present winner advances. `seen` is the present winner of the match, None if it has
    none.
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
"""The commands by which the director decides results and who advances."""

KnockoutCommand = (
    PlanKnockout
    | WithdrawKnockout
    | EnterKnockout
    | WithdrawKnockoutEntry
    | DrawKnockoutRound
    | PublishKnockoutMatches
    | KnockoutRuling
)
