"""The results of each person in a tournament, added up over the games that this person played.

Source: ruling 1 for IMP of a room's game, ruling 11 for substitutes, ruling 33 for merged persons.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from rules.identities import PersonId
from rules.match_play.protocol import MatchPlayProtocol
from rules.match_play.state import TABLE
from rules.position import Side
from rules.room import Room
from rules.scoring.match_protocol import CancelledResult
from rules.scoring.tallies import TallyProtocol, TallyResult
from rules.scoring.teams import TeamPlace
from server.matches.line_ups import player_of, seats_of
from server.matches.match_record import MatchRecord
from server.matches.protocols import match_protocol
from server.values.naming import Names
from server.values.played_match import (
    PersonResult,
    PersonTally,
    PlayedMatch,
    kind_of,
    pair_sum,
    ranked,
)
from server.values.scored_match import AnyProtocol, sums


def played_match(record: MatchRecord, protocol: AnyProtocol) -> PlayedMatch:
    """Return a match with its players' results, as `protocol` scores the match.

    `protocol` may be the public protocol, for example, which has fewer results.
    """
    game, teams = record.game.name, record.teams
    return PlayedMatch(
        record.match_id,
        teams,
        game,
        kind_of(record.scheduled),
        person_tallies(record, protocol),
        score=sums(protocol) if protocol.complete else None,
        home=frozenset(each.player for each in seats_of(record) if each.team == teams[0]),
    )


def person_results(records: Iterable[MatchRecord], names: Names) -> list[PersonResult]:
    """Return one result for each person, game and kind of match, with merged persons as one.

    `records` are matches that are over. The results are sorted by game, kind, IMP, points and name.
    """
    return ranked((played_match(each, match_protocol(each)) for each in records), names)


def person_tallies(record: MatchRecord, protocol: AnyProtocol) -> tuple[PersonTally, ...]:
    """Return each player's results in each room of a match, as `protocol` scores the match.

    The result is empty for a match that counts in no standings (a trial). The order is that of the
    games.
    """
    if record.scheduled.trial:
        return ()
    added = dict[tuple[PersonId, Room | None], PersonTally]()
    for played in _games_of(record, protocol):
        key = played.person, played.room
        known = added.get(key, PersonTally(person=played.person, room=played.room))
        added[key] = replace(
            known,
            games=known.games + 1,
            won=known.won + played.won,
            smp=pair_sum(known.smp, played.smp),
            imp=pair_sum(known.imp, played.imp),
            points=pair_sum(known.points, played.points),
        )
    return tuple(added.values())


def _games_of(record: MatchRecord, protocol: AnyProtocol) -> Iterator[PersonTally]:
    """Yield the result of each person in each game."""
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
