"""What is kept of a match once it is finished, made from its record."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime

from rules import events as ev
from rules.directing.finality import ResultStep
from rules.ledger import unix_microseconds
from rules.match_play.protocol import MatchPlayProtocol
from rules.room import Room, RoomResult
from rules.scoring.match_protocol import Confirmations, MatchProtocol
from rules.scoring.tallies import TallyProtocol
from server.matches.deferred_work import last_moments
from server.matches.finished_match import (
    FinishedMatch,
    TableMoment,
    stored_form,
)
from server.matches.match_process import MatchProcess
from server.matches.match_record import MatchRecord
from server.matches.result_steps import kept_steps, steps_of
from server.results.game_times import game_seconds
from server.results.person_results import person_tallies
from server.results.protocols import AnyProtocol, ScoredResults, match_protocol
from server.store.accounts_db.finished_matches import KeptMatch


def finished_match(
    record: MatchRecord,
    moments: Mapping[Room, datetime],
    posted: Iterable[ResultStep] = (),
    game_seconds: Sequence[int] = (),
) -> FinishedMatch:
    """The summary of a match that is over; `moments` say when something last happened by room.

    `posted` are the times of its results, `game_seconds` is how long its games took.
    """
    scheduled, state = record.scheduled, record.state
    assert state is not None
    protocol = match_protocol(record)
    return FinishedMatch(
        duplicate=scheduled if isinstance(scheduled, ev.MatchScheduled) else None,
        to_points=scheduled if isinstance(scheduled, ev.MatchPlayScheduled) else None,
        game=state.game,
        line_ups=tuple(record.line_ups.values()),
        substitutes=record.substitutes,
        signed=tuple(sorted(record.signed)),
        final_score=final_score(protocol),
        sums=sums(protocol),
        smp=smp_of(protocol),
        persons=person_tallies(record, protocol),
        game_seconds=tuple(game_seconds),
        roll_set=record.roll_sets.get(state.game, 0),
        moments=tuple(TableMoment(room, unix_microseconds(at)) for room, at in moments.items()),
        posted=kept_steps(posted),
    )


def final_score(protocol: AnyProtocol) -> tuple[int, int] | None:
    """Victory points, points, or what the games counted, home first; None before there are any."""
    if not isinstance(protocol, MatchProtocol):
        return sums(protocol)
    points = protocol.vp
    return None if points is None else (int(points.home), int(points.away))


def sums(protocol: AnyProtocol) -> tuple[int, int]:
    """What stands beside both names while a match is played: IMP, points or the count."""
    if isinstance(protocol, MatchPlayProtocol):
        return protocol.score.white, protocol.score.red
    if isinstance(protocol, TallyProtocol):
        return protocol.tally.home, protocol.tally.away
    return int(protocol.imp.home), int(protocol.imp.away)


def score_so_far(
    record: MatchRecord, results: Mapping[tuple[int, Room], RoomResult]
) -> tuple[int, int]:
    """What stands beside both names by these results of a match that has started, home first."""
    return sums(protocol_of(record, results))


def protocol_of(record: MatchRecord, results: Mapping[tuple[int, Room], RoomResult]) -> AnyProtocol:
    """The protocol of these results of a match that has started, as if none were confirmed."""
    scheduled = record.scheduled
    if not isinstance(scheduled, ev.MatchScheduled):
        return match_protocol(record)
    scored = ScoredResults(scheduled, results, record.adjusted)
    return scored.protocol(record.openings, record.cancelled, Confirmations())


def smp_of(protocol: AnyProtocol) -> tuple[int, int]:
    """Small match points, home first; none in what is not scored by the tables."""
    if not isinstance(protocol, MatchProtocol):
        return 0, 0
    return int(protocol.smp.home), int(protocol.smp.away)


def kept_match(process: MatchProcess) -> KeptMatch:
    """A finished match as it is kept."""
    record, (actor, command_id) = process.record, process.scheduled_by
    home, away = record.teams
    moments = last_moments(process.history, process.moments)
    seconds = game_seconds(process.history, process.moments)
    return KeptMatch(
        match_id=record.match_id,
        head=process.sequence,
        digest=process.head,
        home=home,
        away=away,
        signed=set(record.signed) == {home, away},
        next_roll_set=record.roll_set_behind,
        actor=actor,
        command_id=command_id,
        summary=stored_form(finished_match(record, moments, steps_of(process), seconds)),
    )
