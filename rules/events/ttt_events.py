"""Events of a TTT: its rules, its players, their matches and results.

Source: rulings 18 to 20. `match` is the id that a match has where it is played; `by` is the sender
of an order, empty for the server. `mini` is 0 for the tourney itself, else the number of the
mini-TTT that decides a tie for first (ruling 20). `version` is that of the rules under which
something counts, from 1.
"""

from dataclasses import dataclass
from enum import Enum

from rules.identities import PersonId


class TttEnding(Enum):
    """Kind of win of a game that was played to its end."""

    SINGLE = "single"
    GAMMON = "gammon"
    BACKGAMMON = "backgammon"


class TttForfeit(Enum):
    """Way of losing a game not played to its end: resigning counts as timing out (ruling 20)."""

    TIME_OUT = "time-out"
    RESIGNED = "resigned"


@dataclass(frozen=True, slots=True, kw_only=True)
class TttRulesSet:
    """The rules of a TTT from now on; the first version sets it up, a later one amends them.

    `cap` is the most that an adjudicated game is worth, in tenths of a point (ruling 19);
    `removal_at` the number of time-outs that remove a player, `move_hours` the hours within which a
    move is due. `text` describes the amendment and its reason.
    """

    version: int
    cap: int
    removal_at: int
    move_hours: int
    text: str
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TttPlayersEntered:
    """Players were entered in the TTT; they play once it is drawn."""

    players: tuple[PersonId, ...]
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TttPlayerTakenOut:
    """A player who was entered was taken out again before the draw."""

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
    """Players tied for first in a group, `group` from 1, play a mini-TTT (ruling 20)."""

    mini: int
    group: int
    players: tuple[PersonId, ...]
    seed: bytes
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TttInvited:
    """A player has invited one of the opponents whom the player has to invite."""

    mini: int
    inviter: PersonId
    invited: PersonId
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TttMatchStarted:
    """A match began: an invitation was accepted, or the director collected it.

    It may be a friendly one: only the lowest id of a pair of one group counts (ruling 18).
    """

    match: int
    mini: int
    inviter: PersonId
    invited: PersonId
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TttMatchStruck:
    """A match that was entered by mistake was struck from this TTT."""

    match: int
    reason: str
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TttResultReported:
    """One of the players has reported the result of a match; it counts unless the other differs."""

    match: int
    player: PersonId
    winner: PersonId
    ending: TttEnding
    version: int
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TttResultEntered:
    """The director has entered the result of a match; `reason` if it replaces something."""

    match: int
    winner: PersonId
    ending: TttEnding
    version: int
    reason: str
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TttGameForfeited:
    """A player timed out or resigned: the game is to be adjudicated for the other (ruling 19).

    `position` is the last one as a position ID of GNU Backgammon, from the view of `on_roll`; empty
    and None if it is not known yet.
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
    """The last position of a forfeited game was given or corrected."""

    match: int
    position: str
    on_roll: PersonId
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TttAdjudicated:
    """The value of the last position to the player who did not time out (ruling 19).

    Wins (gammons and backgammons among them), gammons (backgammons among them) and backgammons are
    in millionths. `score` is in tenths of a point, made from them by the rules of the version of
    the forfeit. `engine` with its `software`, `net` and `plies` gave the figures; entered by hand
    they are the director's.
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
    """A player was removed from the TTT, and all of their games are annulled (ruling 20).

    `forfeits` is the number of games the player had lost by time-outs and resignations, 0 if the
    director removed them for another `reason`.
    """

    player: PersonId
    forfeits: int
    version: int
    reason: str
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TttPlayerReturned:
    """A removal was wrong: the player is back, and their games count again."""

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
