"""Events of a knockout of single players: its draw, its matches and the director's decisions.

Events name players by their ids (ruling 33). `knockout` numbers the knockouts of a tournament from
1, and `number` is the match's number in its tournament. The field `place` is the position of a
match in its round, counted from 1; the two places of a match are its sides. `reason` is in the
director's words. Sources: rulings 17, 21 and 29.
"""

from dataclasses import dataclass
from enum import Enum

from rules.events.clock_events import MINUTES_A_GAME
from rules.events.dice_events import Clocks
from rules.identities import PersonId


class KnockoutDraw(Enum):
    """The way of pairing players: one bracket for all rounds, or a new draw before each round."""

    BRACKET = "bracket"
    EACH_ROUND = "each round"


class KnockoutDecision(Enum):
    """The way in which a match was decided: by its result, or by one of the ways without play."""

    RESULT = "result"
    WALKOVER = "walkover"
    FORFEIT = "forfeit"
    ADJUDICATION = "adjudication"


@dataclass(frozen=True, slots=True, kw_only=True)
class KnockoutPlanned:
    """A knockout was planned; its matches are played to `length` points of `game_name`.

    If the last rounds have other lengths, `last_lengths` has these lengths in the order of the
    rounds; the length of the final comes last. If `elsewhere` is True, matches are not played at
    tables of this hall and their results are reported. `clocks` and `clock_minutes` are the clock
    settings of the matches that are set up.
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
    """A planned knockout was withdrawn before its draw. Its number is not used again."""

    knockout: int
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class KnockoutEntered:
    """A player was entered in a knockout."""

    knockout: int
    player: PersonId


@dataclass(frozen=True, slots=True, kw_only=True)
class KnockoutEntryWithdrawn:
    """A player's entry was taken back before the draw."""

    knockout: int
    player: PersonId


@dataclass(frozen=True, slots=True, kw_only=True)
class KnockoutPlace:
    """One side of a match: the winner of an earlier match, a named player, or a bye.

    If the winner of a match of the previous round plays here, `feeder` is the position of that
    match. `player` is set in the first round, and in a later round if the player is a lucky loser.
    If `feeder` and `player` are both None, the place is a bye.
    """

    feeder: int | None = None
    player: PersonId | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class KnockoutRoundDrawn:
    """A round was drawn: its places, two for each match, White's first.

    The places were drawn with `seed` (see rules.formats.knockout.draws). If there is one bracket
    for all rounds, only the first round is drawn; the later rounds follow from it.
    """

    knockout: int
    round: int
    seed: bytes
    places: tuple[KnockoutPlace, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class KnockoutPairing:
    """A match that is announced: its position in the round, its two players and its number."""

    place: int
    white: PersonId
    red: PersonId
    number: int


@dataclass(frozen=True, slots=True, kw_only=True)
class KnockoutMatchesPublished:
    """Matches of a round were announced and set up, each to `length` points."""

    knockout: int
    round: int
    length: int
    pairings: tuple[KnockoutPairing, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class KnockoutRoundWithdrawn:
    """A round's draw and its matches, none of which had begun, were taken back (ruling 29)."""

    knockout: int
    round: int
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class KnockoutMatchRuled:
    """The director decided a match, or entered its result by hand.

    If `winner` is None nobody advances. `score` has White's points first.
    """

    knockout: int
    number: int
    decision: KnockoutDecision
    winner: PersonId | None
    reason: str
    score: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class KnockoutRulingLifted:
    """The director's decision of a match was taken back.

    The match is played, or its result counts again.
    """

    knockout: int
    number: int
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class KnockoutPlayerWithdrawn:
    """A player was withdrawn.

    If a match of this player is not announced yet, the opponent wins it by walkover.
    """

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
    """The director decided that `player` advances from a match, whoever has won it by now."""

    knockout: int
    round: int
    place: int
    player: PersonId
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class KnockoutMatchesVoided:
    """Matches no longer count, because an earlier match that led to them has another winner now.

    Their records of play stay readable.
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
