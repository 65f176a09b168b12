"""What every person has come to in a tournament, added up over the games they sat in.

Source: ruling 1 for IMP of a room's game, ruling 11 for substitutes, ruling 33 for merged persons.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import NamedTuple

from rules.events import MatchPlayScheduled
from rules.identities import PersonId
from rules.match_play.protocol import MatchPlayProtocol
from rules.match_play.state import TABLE
from rules.room import Room
from rules.scoring.results import CancelledResult
from rules.scoring.tallies import TallyProtocol, TallyResult
from rules.scoring.teams import TeamPlace
from rules.side import Side
from server.matches.line_ups import player_of
from server.matches.match_record import MatchRecord
from server.persons.naming import Names, resolved
from server.results.protocols import match_protocol

DUPLICATE, TO_POINTS = "duplicate", "to points"
"""Kinds of matches."""


class Tally(NamedTuple):
    """One unit for a person and against."""

    own: int = 0
    others: int = 0

    def plus(self, own: int, others: int) -> "Tally":
        """With a game's."""
        return Tally(self.own + own, self.others + others)


_NONE = Tally()


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonResult:
    """A person in one game and one kind of match; `kind` is DUPLICATE or TO_POINTS.

    `games` are those that count, `won` of them. `points` are what games counted, or points of a
    match to points; `smp` and `imp` of a duplicate match scored by the tables.
    """

    person: PersonId
    game_name: str
    kind: str
    matches: int = 0
    games: int = 0
    won: int = 0
    smp: Tally = _NONE
    imp: Tally = _NONE
    points: Tally = _NONE


class _Played(NamedTuple):
    """What one person came to in one game of a match."""

    person: PersonId
    won: bool
    smp: Tally = _NONE
    imp: Tally = _NONE
    points: Tally = _NONE


def person_results(records: Iterable[MatchRecord], names: Names) -> list[PersonResult]:
    """A line for each person, game and kind of match, by game, kind, IMP, points and name.

    `records` are matches that are over. Persons who turned out to be one are one.
    """
    lines = dict[tuple[PersonId, str, str], PersonResult]()
    for record in records:
        to_points = isinstance(record.scheduled, MatchPlayScheduled)
        kind = TO_POINTS if to_points else DUPLICATE
        met = set[PersonId]()
        for played in _games_of(record):
            known = resolved(names.persons, played.person)
            person = known.person_id if known is not None else played.person
            key = person, record.game.name, kind
            line = lines.get(key) or PersonResult(
                person=person, game_name=record.game.name, kind=kind
            )
            lines[key] = _with(line, played, new_match=person not in met)
            met.add(person)
    return sorted(lines.values(), key=lambda each: _order(each, names))


def _order(line: PersonResult, names: Names) -> tuple[str, str, int, int, str]:
    ahead = [each.others - each.own for each in (line.imp, line.points)]
    return line.game_name, line.kind, ahead[0], ahead[1], names.of(line.person)


def _with(line: PersonResult, played: _Played, *, new_match: bool) -> PersonResult:
    return replace(
        line,
        matches=line.matches + new_match,
        games=line.games + 1,
        won=line.won + played.won,
        smp=line.smp.plus(*played.smp),
        imp=line.imp.plus(*played.imp),
        points=line.points.plus(*played.points),
    )


def _games_of(record: MatchRecord) -> Iterator[_Played]:
    protocol = match_protocol(record)
    if isinstance(protocol, MatchPlayProtocol):
        for game in protocol.games:
            if game.counts:
                for team, side in zip(record.teams, Side, strict=True):
                    won = game.winner is side
                    points = Tally(game.points, 0) if won else Tally(0, game.points)
                    yield _Played(player_of(record, team, TABLE), won, points=points)
        return
    if isinstance(protocol, TallyProtocol):
        for counted in protocol.results:
            if isinstance(counted, TallyResult):
                for place, person in _seated(record, counted.room, counted.game):
                    both = counted.tally.of(place), counted.tally.of(place.opponent)
                    yield _Played(person, counted.winner is place, points=Tally(*both))
        return
    for result in protocol.results:
        if not isinstance(result, CancelledResult):
            for place, person in _seated(record, result.room, result.game):
                own, others = place, place.opponent
                smp = Tally(int(result.smp.of(own)), int(result.smp.of(others)))
                imp = Tally(int(result.imp.of(own)), int(result.imp.of(others)))
                yield _Played(person, smp.own > smp.others, smp, imp)


def _seated(record: MatchRecord, room: Room, game: int) -> Iterator[tuple[TeamPlace, PersonId]]:
    for team, place in zip(record.teams, (TeamPlace.HOME, TeamPlace.AWAY), strict=True):
        yield place, player_of(record, team, room, game)
