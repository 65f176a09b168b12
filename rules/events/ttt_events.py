"""What happened in a TTT: its rules, its players, their matches and what these came to.

Source: rulings 18 to 20. `match` is the id that a match has where it is played; `by` is who gave an
order, empty for the server. `mini` is 0 for the tourney itself, else the number of the mini-TTT
that decides a tie for first (ruling 20). `version` is that of the rules under which something
counts, from 1.
"""

from dataclasses import dataclass
from enum import Enum

from rules.identities import PersonId


class TttEnding(Enum):
    """How a game was won when it was played to its end."""

    SINGLE = "single"
    GAMMON = "gammon"
    BACKGAMMON = "backgammon"


class TttForfeit(Enum):
    """How a game was lost that was not: resigning counts as timing out (ruling 20)."""

    TIME_OUT = "time-out"
    RESIGNED = "resigned"


@dataclass(frozen=True, slots=True, kw_only=True)
class TttRulesSet:
    """The rules of a TTT from now on; the first version sets it up, a later one amends them.

    `cap` is the most that an adjudicated game is worth, in tenths of a point (ruling 19);
    `removal_at` how many time-outs remove a player, `move_hours` how often a move is due.
    `text` says in words what was amended, and why.
    """

    version: int
    cap: int
    removal_at: int
    move_hours: int
    text: str
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TttPlayersEntered:
    """These play in the TTT, once it is drawn."""

    players: tuple[PersonId, ...]
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TttPlayerTakenOut:
    """Somebody who was entered does not play after all; before the draw."""

    player: PersonId
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TttDrawn:
    """The players in groups by lot, each in the order of their lots (rules.formats.draw)."""

    seed: bytes
    groups: tuple[tuple[PersonId, ...], ...]
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TttDrawWithdrawn:
    """A draw with no match yet was taken back: of the tourney, or of a mini-TTT."""

    mini: int
    reason: str
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TttMiniDrawn:
    """Those who tie for first of a group, `group` from 1, play a mini-TTT (ruling 20)."""

    mini: int
    group: int
    players: tuple[PersonId, ...]
    seed: bytes
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TttInvited:
    """A player has invited one of the opponents whose invitation falls to him."""

    mini: int
    inviter: PersonId
    invited: PersonId
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TttMatchStarted:
    """Two are playing a match: an invitation was accepted, or the director collected it.

    It may be a friendly one: only the lowest id of a pair of one group counts (ruling 18).
    """

    match: int
    mini: int
    inviter: PersonId
    invited: PersonId
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TttMatchStruck:
    """A match that was entered by mistake is none of this TTT."""

    match: int
    reason: str
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TttResultReported:
    """One of the players has reported how a match ended; it counts unless the other differs."""

    match: int
    player: PersonId
    winner: PersonId
    ending: TttEnding
    version: int
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TttResultEntered:
    """The director has entered how a match ended; `reason` where it replaces something."""

    match: int
    winner: PersonId
    ending: TttEnding
    version: int
    reason: str
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TttGameForfeited:
    """A player timed out or resigned: the game is to be adjudicated for the other (ruling 19).

    `position` is the last one as a position ID of GNU Backgammon, seen by whoever `on_roll` is;
    empty and None where it is not known yet.
    """

    match: int
    loser: PersonId
    how: TttForfeit
    position: str
    on_roll: PersonId | None
    version: int
    reason: str
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TttPositionGiven:
    """The last position of a forfeited game is another one than was known, or was not known."""

    match: int
    position: str
    on_roll: PersonId
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TttAdjudicated:
    """What the last position was worth to the player who did not time out (ruling 19).

    Wins (gammons and backgammons among them), gammons (backgammons among them) and backgammons are
    in millionths. `score` is in tenths of a point, made from them by the rules of the version of
    the forfeit. `engine` with its `software`, `net` and `plies` says who gave the figures; entered
    by hand it is what the director says.
    """

    match: int
    wins: int
    gammons: int
    backgammons: int
    score: int
    engine: str
    software: str
    net: str
    plies: int
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TttPlayerRemoved:
    """A player is in the TTT no more, and all of his games are annulled (ruling 20).

    `forfeits` is how many games he had lost by time-outs and resignations, 0 where the director
    removed him for another `reason`.
    """

    player: PersonId
    forfeits: int
    version: int
    reason: str
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TttPlayerReturned:
    """A removal was not right: the player is back, and his games count again."""

    player: PersonId
    reason: str
    by: str


TttEvent = (
    TttRulesSet
    | TttPlayersEntered
    | TttPlayerTakenOut
    | TttDrawn
    | TttDrawWithdrawn
    | TttMiniDrawn
    | TttInvited
    | TttMatchStarted
    | TttMatchStruck
    | TttResultReported
    | TttResultEntered
    | TttGameForfeited
    | TttPositionGiven
    | TttAdjudicated
    | TttPlayerRemoved
    | TttPlayerReturned
)
