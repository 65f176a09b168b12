"""What every person has come to in a tournament, added up over the games they sat in.

Source: ruling 1 for IMP of a room's game, ruling 11 for substitutes, ruling 33 for merged persons.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from typing import NamedTuple

from rules.events import AnyScheduled, MatchPlayScheduled
from rules.identities import MatchId, PersonId
from rules.match_play.protocol import MatchPlayProtocol
from rules.match_play.state import TABLE
from rules.position import Side
from rules.room import Room
from rules.scoring.match_protocol import CancelledResult
from rules.scoring.tallies import TallyProtocol, TallyResult
from rules.scoring.teams import TeamPlace
from server.matches.finished_match import PersonTally
from server.matches.line_ups import player_of
from server.matches.match_record import MatchRecord
from server.matches.protocols import AnyProtocol, match_protocol
from server.values.naming import Names, resolved

DUPLICATE, TO_POINTS = "duplicate", "to points"
"""Kinds of matches."""


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
    smp: tuple[int, int] = (0, 0)
    imp: tuple[int, int] = (0, 0)
    points: tuple[int, int] = (0, 0)


class PlayedMatch(NamedTuple):
    """A match and what everybody in it came to; `kind` is DUPLICATE or TO_POINTS.

    `ended` is when its results were posted, None while it is in play.
    """

    match_id: MatchId
    teams: tuple[str, str]
    game_name: str
    kind: str
    tallies: tuple[PersonTally, ...]
    ended: datetime | None = None


def played_match(record: MatchRecord, protocol: AnyProtocol) -> PlayedMatch:
    """A match by a protocol of it, such as what is public of it."""
    game, teams = record.game.name, record.teams
    tallies = person_tallies(record, protocol)
    return PlayedMatch(record.match_id, teams, game, kind_of(record.scheduled), tallies)


def kind_of(scheduled: AnyScheduled) -> str:
    """DUPLICATE or TO_POINTS."""
    return TO_POINTS if isinstance(scheduled, MatchPlayScheduled) else DUPLICATE


def person_results(records: Iterable[MatchRecord], names: Names) -> list[PersonResult]:
    """A line for each person, game and kind of match, by game, kind, IMP, points and name.

    `records` are matches that are over. Persons who turned out to be one are one.
    """
    return ranked((played_match(each, match_protocol(each)) for each in records), names)


def ranked(matches: Iterable[PlayedMatch], names: Names) -> list[PersonResult]:
    """The same of matches that are added up already: by IMP, points and SMP ahead, then by name."""
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
        smp=_sum(line.smp, added.smp),
        imp=_sum(line.imp, added.imp),
        points=_sum(line.points, added.points),
    )


def _sum(one: tuple[int, int], other: tuple[int, int]) -> tuple[int, int]:
    return one[0] + other[0], one[1] + other[1]


def person_tallies(record: MatchRecord, protocol: AnyProtocol) -> tuple[PersonTally, ...]:
    """What everybody who sat in a match came to by room, by a protocol of it, in its games' order.

    Nothing of a trial.
    """
    if record.scheduled.trial:
        return ()
    sums = dict[tuple[PersonId, Room | None], PersonTally]()
    for played in _games_of(record, protocol):
        key = played.person, played.room
        known = sums.get(key, PersonTally(person=played.person, room=played.room))
        sums[key] = replace(
            known,
            games=known.games + 1,
            won=known.won + played.won,
            smp=_sum(known.smp, played.smp),
            imp=_sum(known.imp, played.imp),
            points=_sum(known.points, played.points),
        )
    return tuple(sums.values())


def _games_of(record: MatchRecord, protocol: AnyProtocol) -> Iterator[PersonTally]:
    """Each game of each person by itself."""
    if isinstance(protocol, MatchPlayProtocol):
        for game in protocol.games:
            if game.counts:
                for team, side in zip(record.teams, Side, strict=True):
                    won = game.winner is side
                    points = (game.points, 0) if won else (0, game.points)
                    person = player_of(record, team, TABLE)
                    yield PersonTally(person=person, won=won, points=points)
        return
    if isinstance(protocol, TallyProtocol):
        for counted in protocol.results:
            if isinstance(counted, TallyResult):
                for place, person in _seated(record, counted.room, counted.game):
                    both = counted.tally.of(place), counted.tally.of(place.opponent)
                    won = counted.winner is place
                    room = counted.room
                    yield PersonTally(person=person, room=room, won=won, points=both)
        return
    for result in protocol.results:
        if not isinstance(result, CancelledResult):
            for place, person in _seated(record, result.room, result.game):
                own, others = place, place.opponent
                smp = (int(result.smp.of(own)), int(result.smp.of(others)))
                imp = (int(result.imp.of(own)), int(result.imp.of(others)))
                won, room = smp[0] > smp[1], result.room
                yield PersonTally(person=person, room=room, won=won, smp=smp, imp=imp)


def _seated(record: MatchRecord, room: Room, game: int) -> Iterator[tuple[TeamPlace, PersonId]]:
    for team, place in zip(record.teams, (TeamPlace.HOME, TeamPlace.AWAY), strict=True):
        yield place, player_of(record, team, room, game)
