"""What is asked of one match besides its play: who sits, embargo, clocks, recording, signatures.

Each carries what it was made from, and is refused by ValuesChanged once that is not so any more.
Source: rulings 11, 12, 13, 15 and 30.
"""

from dataclasses import dataclass

from rules.commands.shortening_commands import ShortenMatch
from rules.events import ClockSetting, Embargo
from rules.identities import PersonId
from rules.room import Room
from rules.room_result import RoomResult


@dataclass(frozen=True, slots=True)
class LineUp:
    """Who of a team sits in which room."""

    open_player: PersonId
    closed_player: PersonId


@dataclass(frozen=True, slots=True, kw_only=True)
class SubmitLineUp:
    """Hand in a team's line-up, or another one while it is sealed (ruling 13).

    `was` is the line-up it replaces, None for the first.
    """

    team: str
    open_player: PersonId
    closed_player: PersonId
    was: LineUp | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class GiveWord:
    """Give a team's word that the match's seed is joined with, or another one (ruling 8)."""

    team: str
    word: str
    by: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatSubstitute:
    """Seat another player of the team in that room before this game begins (ruling 11).

    `was` is who sits there. `watched`: the player has watched the open room of this game, and does
    not sit down in its closed room (ruling 34).
    """

    team: str
    room: Room
    player: PersonId
    game: int
    attempt: int
    by: str = ""
    reason: str
    was: PersonId | None = None
    watched: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class SetEmbargo:
    """Tell spectators by another embargo from now on; what they know stays (ruling 12).

    `was` is the embargo in force.
    """

    embargo: Embargo
    by: str = ""
    reason: str
    was: Embargo | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SetClocks:
    """Count time otherwise from now on; what was used stays used (ruling 30).

    `was` is what is in force.
    """

    setting: ClockSetting
    by: str = ""
    reason: str
    was: ClockSetting | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SetRecording:
    """Record positions at that room's table from game 1 on, or do without them.

    `was`: they are recorded now; None where nobody has looked.
    """

    room: Room
    positions: bool
    was: bool | None = None


@dataclass(frozen=True, slots=True)
class SignedResult:
    """A result that a signature stands for; `result` None where the game has none in that room."""

    game: int
    room: Room
    result: RoomResult | None


@dataclass(frozen=True, slots=True, kw_only=True)
class SignProtocol:
    """Sign the protocol of a finished match for a team (ruling 15); `by` is its captain.

    `results` are all that the protocol holds, in whichever order.
    """

    team: str
    by: str
    results: tuple[SignedResult, ...] = ()


@dataclass(frozen=True, slots=True)
class WithdrawMatch:
    """Take back a match of which nothing was played (ruling 29)."""

    reason: str


MatchCommand = (
    SubmitLineUp
    | GiveWord
    | SeatSubstitute
    | SetEmbargo
    | SetClocks
    | SetRecording
    | SignProtocol
    | WithdrawMatch
    | ShortenMatch
)
