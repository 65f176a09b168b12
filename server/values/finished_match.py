"""The stored summaries of finished matches, with what lists and other matches' decisions need.

Everything else about a match is read from its log when somebody asks for it.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from rules import events as ev
from rules.directing.finality import ResultStep
from rules.identities import MatchId, PersonId
from rules.ledger import from_unix_microseconds, unix_microseconds
from rules.room import Room
from server.values.played_match import PersonTally


@dataclass(frozen=True, slots=True)
class TableMoment:
    """The time of the last event at a table, in microseconds since 1970, UTC."""

    room: Room
    at: int


@dataclass(frozen=True, slots=True)
class PostedStep:
    """The stored form of a result step: the time when a result was posted, changed or confirmed.

    `at` is in microseconds since 1970, UTC; the other fields are those of
    rules.directing.finality.ResultStep.
    """

    at: int
    changed: bool
    unconfirmed: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class FinishedMatch:
    """The stored summary of a finished match.

    Either `duplicate` or `to_points` is the event that set the match up. `game` is the last game
    played. `line_ups` and `substitutes` are those of the teams. `signed` are the teams or players
    who have signed. `final_score` and `sums` are the final score and the score shown during play,
    as the functions of these names in server.values.scored_match return them; `smp` are small match
    points. Pairs have the home team first. `moments` are the times of the last event at each table,
    `persons` the results of all players by room, `posted` the times when results were posted or
    changed. `game_seconds` has the duration in seconds of each game that was played in both rooms.
    `roll_set` is the number of the last game's rolls if that game was begun anew, else 0.
    """

    duplicate: ev.MatchScheduled | None = None
    to_points: ev.MatchPlayScheduled | None = None
    game: int
    line_ups: tuple[ev.LineUpSubmitted, ...] = ()
    substitutes: tuple[ev.SubstituteSeated, ...] = ()
    signed: tuple[str, ...] = ()
    final_score: tuple[int, int] | None = None
    sums: tuple[int, int] = (0, 0)
    smp: tuple[int, int] = (0, 0)
    moments: tuple[TableMoment, ...] = ()
    persons: tuple[PersonTally, ...] = ()
    posted: tuple[PostedStep, ...] = ()
    game_seconds: tuple[int, ...] = ()
    roll_set: int = 0

    @property
    def scheduled(self) -> ev.AnyScheduled:
        """The event that set the match up."""
        scheduled = self.duplicate or self.to_points
        assert scheduled is not None
        return scheduled

    @property
    def match_id(self) -> MatchId:
        """The match's id."""
        return self.scheduled.match_id

    @property
    def teams(self) -> tuple[str, str]:
        """The home team and the away team, or White and Red of a match at one table."""
        return self.scheduled.opponents

    @property
    def rooms(self) -> tuple[Room, ...]:
        """The rooms of the match's tables."""
        return tuple(Room) if self.duplicate is not None else (Room.OPEN,)

    def seated(self, team: str) -> list[PersonId]:
        """Return all persons who sat for the team."""
        lined_up = [each for each in self.line_ups if each.team == team]
        first = [player for each in lined_up for player in (each.open_player, each.closed_player)]
        return [*first, *(each.player for each in self.substitutes if each.team == team)]


def kept_steps(steps: Iterable[ResultStep]) -> tuple[PostedStep, ...]:
    """Return the result steps of a match in the form in which they are stored with it."""
    return tuple(
        PostedStep(unix_microseconds(each.at), each.changed, each.unconfirmed) for each in steps
    )


def steps_kept(finished: FinishedMatch) -> tuple[ResultStep, ...]:
    """Return the result steps that are stored with a finished match."""
    return tuple(
        ResultStep(from_unix_microseconds(each.at), each.changed, each.unconfirmed)
        for each in finished.posted
    )
