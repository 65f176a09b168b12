"""The results of all players in one match, and these results added up over several matches.

Source: ruling 33 for merged persons.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime
from typing import NamedTuple

from rules.events import AnyScheduled, MatchPlayScheduled
from rules.identities import MatchId, PersonId
from rules.room import Room
from server.values.naming import Names, resolved
from server.values.scored_match import compared


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonTally:
    """A person's results in one room of a match, over the games that count in that room.

    Each pair has the person's own score and that of the opponents. `points` are the sums of trous
    in Trictrac, zero in other games in two rooms; in a match at one table they are the points won.
    `room` is None in a match at one table. A person who sat in both rooms has a tally for each
    room.
    """

    person: PersonId
    room: Room | None = None
    games: int = 0
    won: int = 0
    smp: tuple[int, int] = (0, 0)
    imp: tuple[int, int] = (0, 0)
    points: tuple[int, int] = (0, 0)


DUPLICATE, TO_POINTS = "duplicate", "to points"
"""The two kinds of matches: duplicate matches, and matches to points at one table."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonResult:
    """A person's results in matches of one game and one kind, which is DUPLICATE or TO_POINTS.

    `games` is the number of games that count, `won` of which the person won. `points` are the sums
    of trous in Trictrac, zero in other games in two rooms; in matches at one table they are the
    points won. `smp` and `imp` are the sums of SMP and IMP in matches in two rooms. Each pair has
    the person's own score and that of the opponents.
    """

    person: PersonId
    game_name: str
    kind: str
    matches: int = 0
    games: int = 0
    won: int = 0
    smp: tuple[int, int] = (0, 0)
    imp: tuple[int, int] = (0, 0)
    points: tuple[int, int] = (0, 0)


class PlayedMatch(NamedTuple):
    """A match with the results of all its players; `kind` is DUPLICATE or TO_POINTS.

    `ended` is the time when its results were posted, or None while it is in play. `score` has the
    sums of the home and the away team once the match is over, else None. `home` are those who sat
    for the home team; all others in `tallies` sat for the away team.
    """

    match_id: MatchId
    teams: tuple[str, str]
    game_name: str
    kind: str
    tallies: tuple[PersonTally, ...]
    ended: datetime | None = None
    score: tuple[int, int] | None = None
    home: frozenset[PersonId] = frozenset()

    def result_of(self, person: PersonId) -> int | None:
        """Return 1 if a player of this match won it, -1 if they lost, 0 if it is level.

        `person` is the id in the tallies. Return None while the match is not over.
        """
        if self.score is None:
            return None
        won = compared(*self.score)
        return won if person in self.home else -won


def kind_of(scheduled: AnyScheduled) -> str:
    """Return the kind of the match: DUPLICATE or TO_POINTS."""
    return TO_POINTS if isinstance(scheduled, MatchPlayScheduled) else DUPLICATE


def ranked(matches: Iterable[PlayedMatch], names: Names) -> list[PersonResult]:
    """Return one result for each person, game and kind of match, with merged persons as one.

    The results are sorted by game, kind, IMP, points, SMP and name.
    """
    lines = dict[tuple[PersonId, str, str], PersonResult]()
    for match in matches:
        met = set[PersonId]()
        for tally in match.tallies:
            known = resolved(names.persons, tally.person)
            person = known.person_id if known is not None else tally.person
            key = person, match.game_name, match.kind
            line = lines.get(key) or PersonResult(
                person=person, game_name=match.game_name, kind=match.kind
            )
            lines[key] = _with(line, tally, new_match=person not in met)
            met.add(person)
    return sorted(lines.values(), key=lambda each: _order(each, names))


def _order(line: PersonResult, names: Names) -> tuple[str, str, int, int, int, str]:
    behind = [theirs - own for own, theirs in (line.imp, line.points, line.smp)]
    return line.game_name, line.kind, behind[0], behind[1], behind[2], names.of(line.person)


def _with(line: PersonResult, added: PersonTally, *, new_match: bool) -> PersonResult:
    return replace(
        line,
        matches=line.matches + new_match,
        games=line.games + added.games,
        won=line.won + added.won,
        smp=pair_sum(line.smp, added.smp),
        imp=pair_sum(line.imp, added.imp),
        points=pair_sum(line.points, added.points),
    )


def pair_sum(one: tuple[int, int], other: tuple[int, int]) -> tuple[int, int]:
    """Return the sum of two pairs, each member separately."""
    return one[0] + other[0], one[1] + other[1]
