"""Events of a knockout of single players: its draw, its matches to points, rulings on who advances.

Players are given by their ids (ruling 33). `knockout` numbers the knockouts of a tournament from 1,
`number` is a match's in its tournament, `place` a match's in its round, both from 1. `reason` is
the director's. Sources: rulings 17, 21 and 29.
"""

from dataclasses import dataclass
from enum import Enum

from rules.events.clock_events import MINUTES_A_GAME
from rules.events.dice_events import Clocks
from rules.identities import PersonId


class KnockoutDraw(Enum):
    """Way of pairing players: a bracket drawn once, or a new draw for each round."""

    BRACKET = "bracket"
    EACH_ROUND = "each round"


class KnockoutDecision(Enum):
    """Way in which a match was decided: by its play, or without it."""

    RESULT = "result"
    WALKOVER = "walkover"
    FORFEIT = "forfeit"
    ADJUDICATION = "adjudication"


@dataclass(frozen=True, slots=True, kw_only=True)
class KnockoutPlanned:
    """A knockout of matches to `length` points of `game_name`.

    `last_lengths` are those of the last rounds where they differ, the final's last. `elsewhere`
    matches are not played at tables of this hall, their results are reported. `clocks` and
    `clock_minutes` are those of the matches that are set up.
    """

    knockout: int
    name: str
    draw: KnockoutDraw
    game_name: str
    length: int
    last_lengths: tuple[int, ...] = ()
    elsewhere: bool = False
    clocks: Clocks = Clocks.OFF
    clock_minutes: int = MINUTES_A_GAME


@dataclass(frozen=True, slots=True, kw_only=True)
class KnockoutWithdrawn:
    """A knockout that was planned and not drawn was withdrawn; its number is not used again."""

    knockout: int
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class KnockoutEntered:
    """A player is entered."""

    knockout: int
    player: PersonId


@dataclass(frozen=True, slots=True, kw_only=True)
class KnockoutEntryWithdrawn:
    """A player's entry is taken back before the draw."""

    knockout: int
    player: PersonId


@dataclass(frozen=True, slots=True, kw_only=True)
class KnockoutPlace:
    """The occupant of a place: the winner of match `feeder` of the round before, or `player`.

    A player is named in the first round, and later as a lucky loser. With neither it is a bye.
    """

    feeder: int | None = None
    player: PersonId | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class KnockoutRoundDrawn:
    """The places of a round, two for each match, White's first.

    `seed` is the seed of their order (rules.formats.knockout.draws). A bracket is drawn with its
    first round: later rounds follow from it.
    """

    knockout: int
    round: int
    seed: bytes
    places: tuple[KnockoutPlace, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class KnockoutPairing:
    """A match that is announced: its place in its round, its two players, its number."""

    place: int
    white: PersonId
    red: PersonId
    number: int


@dataclass(frozen=True, slots=True, kw_only=True)
class KnockoutMatchesPublished:
    """Matches of a round are announced and set up, each to `length` points."""

    knockout: int
    round: int
    length: int
    pairings: tuple[KnockoutPairing, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class KnockoutRoundWithdrawn:
    """A round's draw and matches, of which nothing was played, are taken back (ruling 29)."""

    knockout: int
    round: int
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class KnockoutMatchRuled:
    """The director's decision of a match, or its result if it was entered by hand.

    Nobody advances if `winner` is None. `score` has White's points first.
    """

    knockout: int
    number: int
    decision: KnockoutDecision
    winner: PersonId | None
    reason: str
    score: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class KnockoutRulingLifted:
    """A decision is taken back: the match is played, or its result counts."""

    knockout: int
    number: int
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class KnockoutPlayerWithdrawn:
    """A player was withdrawn: their matches that are not announced are walkovers."""

    knockout: int
    player: PersonId
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class KnockoutPlayerReturned:
    """A player who had withdrawn plays again."""

    knockout: int
    player: PersonId
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class KnockoutWinnerKept:
    """`player` advances from that match of a round, whoever has won it by now."""

    knockout: int
    round: int
    place: int
    player: PersonId
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class KnockoutMatchesVoided:
    """Matches count no more, since the winner of one before them has changed.

    Their play stays readable.
    """

    knockout: int
    numbers: tuple[int, ...]
    reason: str


KnockoutEvent = (
    KnockoutPlanned
    | KnockoutWithdrawn
    | KnockoutEntered
    | KnockoutEntryWithdrawn
    | KnockoutRoundDrawn
    | KnockoutMatchesPublished
    | KnockoutRoundWithdrawn
    | KnockoutMatchRuled
    | KnockoutRulingLifted
    | KnockoutPlayerWithdrawn
    | KnockoutPlayerReturned
    | KnockoutWinnerKept
    | KnockoutMatchesVoided
)
