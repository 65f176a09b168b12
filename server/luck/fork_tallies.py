"""What each person's decisions at the forks of a match come to, beside the other room's."""

from collections.abc import Iterator
from dataclasses import dataclass

from rules import events as ev
from rules.duplicate.forks import Fork, ForkKind
from rules.identities import PersonId
from rules.room import Room
from rules.scoring.teams import TeamPlace, team_of
from server.luck.compared_rooms import ComparedRooms
from server.luck.judged import JudgedMatch
from server.luck.luck_sums import fork_cost
from server.matches.line_ups import player_of
from server.matches.match_record import MatchRecord

LEVEL = 0.0005
"""Costs that differ by less are the same in three decimals: neither play is better."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ForkTally:
    """How often a person's play at a fork cost less, as much, or more than the other room's.

    `lost` is what the person's own plays there cost beside the best ones, in points at cube 1, all
    of them together.
    """

    person: PersonId
    better: int = 0
    equal: int = 0
    worse: int = 0
    lost: float = 0.0

    @property
    def forks(self) -> int:
        """How many there were."""
        return self.better + self.equal + self.worse

    def with_play(self, own: float, other: float) -> "ForkTally":
        """One fork more, at which the plays of both rooms cost that much."""
        level = abs(own - other) < LEVEL
        return ForkTally(
            person=self.person,
            better=self.better + (not level and own < other),
            equal=self.equal + level,
            worse=self.worse + (not level and own > other),
            lost=self.lost + own,
        )

    def with_all_of(self, other: "ForkTally") -> "ForkTally":
        """Both together, as this person's."""
        return ForkTally(
            person=self.person,
            better=self.better + other.better,
            equal=self.equal + other.equal,
            worse=self.worse + other.worse,
            lost=self.lost + other.lost,
        )


def fork_tallies(
    record: MatchRecord, compared: ComparedRooms, judged: JudgedMatch
) -> tuple[ForkTally, ...]:
    """Of everybody who made a play at a fork; cube decisions are not judged. None of a trial."""
    if record.scheduled.trial:
        return ()
    sums = dict[PersonId, ForkTally]()
    for game, fork, costs in _judged_forks(compared, judged):
        for room, other in ((Room.OPEN, Room.CLOSED), (Room.CLOSED, Room.OPEN)):
            person = who_decided(record, game, room, fork)
            known = sums.get(person, ForkTally(person=person))
            sums[person] = known.with_play(costs[room], costs[other])
    return tuple(sums.values())


def who_decided(record: MatchRecord, game: int, room: Room, fork: Fork) -> PersonId:
    """Who sat where a fork was decided in that room, in that game."""
    assert isinstance(record.scheduled, ev.MatchScheduled)
    home, away = record.teams
    team = home if team_of(fork.side, room) is TeamPlace.HOME else away
    return player_of(record, team, room, game)


def _judged_forks(
    compared: ComparedRooms, judged: JudgedMatch
) -> Iterator[tuple[int, Fork, dict[Room, float]]]:
    for game, shared in compared.shared.items():
        for fork in shared.forks:
            if fork.kind is ForkKind.PLAY:
                costs = {room: fork_cost(judged, game, room, fork) for room in Room}
                known = {room: cost for room, cost in costs.items() if cost is not None}
                if len(known) == len(Room):
                    yield game, fork, known
