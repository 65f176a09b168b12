"""Events of a TTT: its rules, its players, their matches and results.

Source: rulings 18 to 20. `match` is the number that a match has on the server where it is played.
`by` is the id of the person who gave the order, empty for the server. `mini` is the number of the
mini-TTT that decides a tie for first, 0 for the TTT itself (ruling 20). `version` numbers the
versions of the rules from 1; a result counts by the version given with it.
"""

from dataclasses import dataclass
from enum import Enum

from rules.identities import PersonId


class TttEnding(Enum):
    """How a game that was played to its end was won."""

    SINGLE = "single"
    GAMMON = "gammon"
    BACKGAMMON = "backgammon"


class TttForfeit(Enum):
    """The reason why a player lost a game before its end; both reasons count alike (ruling 20)."""

    TIME_OUT = "time-out"
    RESIGNED = "resigned"


@dataclass(frozen=True, slots=True, kw_only=True)
class TttRulesSet:
    """The rules of a TTT were set. The first version creates the TTT, a later version amends it.

    `cap` is the most that an adjudicated game is worth, in tenths of a point (ruling 19). A player
    is removed after `removal_at` forfeits. A move must be made within `move_hours` hours. `text`
    describes the amendment and the reason for it.
    """

    version: int
    cap: int
    removal_at: int
    move_hours: int
    text: str
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TttPlayersEntered:
    """Players were entered in the TTT. They play after the draw."""

    players: tuple[PersonId, ...]
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TttPlayerTakenOut:
    """The entry of a player was removed before the draw."""

    player: PersonId
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TttDrawn:
    """The players were drawn into groups, with `seed` (see rules.formats.draw).

    The players of a group are in the order in which they were drawn.
    """

    seed: bytes
    groups: tuple[tuple[PersonId, ...], ...]
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TttDrawWithdrawn:
    """The draw of the TTT or of a mini-TTT was taken back before any match of it began."""

    mini: int
    reason: str
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TttMiniDrawn:
    """Players who tied for first place in a group were drawn for a mini-TTT (ruling 20).

    `group` counts the groups from 1.
    """

    mini: int
    group: int
    players: tuple[PersonId, ...]
    seed: bytes
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TttInvited:
    """`inviter` invited `invited` to a match.

    The order of the draw decides which of the two invites the other.
    """

    mini: int
    inviter: PersonId
    invited: PersonId
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TttMatchStarted:
    """A match began: an invitation was accepted, or the director recorded the match.

    The match is a friendly if the pair already has a match with a lower number in the same group
    (ruling 18).
    """

    match: int
    mini: int
    inviter: PersonId
    invited: PersonId
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TttMatchStruck:
    """A match that was recorded by mistake was removed from this TTT."""

    match: int
    reason: str
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TttResultReported:
    """A player reported the result of a match.

    The report counts unless the other player reports a different result.
    """

    match: int
    player: PersonId
    winner: PersonId
    ending: TttEnding
    version: int
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TttResultEntered:
    """The director entered the result of a match.

    `reason` is given if this result replaces an earlier one.
    """

    match: int
    winner: PersonId
    ending: TttEnding
    version: int
    reason: str
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TttGameForfeited:
    """A player timed out or resigned: the game is to be adjudicated for the opponent (ruling 19).

    `position` is the last position as a position ID of GNU Backgammon, seen by the player
    `on_roll`. If the position is not known yet, `position` is empty and `on_roll` is None.
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
    """A forfeited game was adjudicated: its last position was given a value (ruling 19).

    The value is that for the player who did not forfeit. `wins`, `gammons` and `backgammons` are
    chances in millionths; wins include gammons, and gammons include backgammons. `score` is in
    tenths of a point, computed from these chances by the rules of the version in force at the
    forfeit. `engine`, `software`, `net` and `plies` say which program gave the chances and how; if
    the chances were entered by hand, these fields are as the director entered them.
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

    `forfeits` is the number of games that the player had lost by time-out and resignation; it is 0
    if the director removed them for another `reason`.
    """

    player: PersonId
    forfeits: int
    version: int
    reason: str
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TttPlayerReturned:
    """A removed player was admitted again, and their games count again."""

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
