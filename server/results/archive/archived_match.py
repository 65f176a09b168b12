"""What streams of an archive stand for: a tournament's teams, or a match as its events leave it.

A chain of hashes shows that nothing was changed, not that somebody's server wrote it: whoever makes
a file can chain whatever he likes. What a server could not take up is found here.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import get_args

from rules import events as ev
from rules.formats.format import FormatState
from rules.formats.known_formats import FORMATS, states_after
from rules.identities import MatchId, TournamentId
from server.matches.match_record import MatchRecord
from server.matches.stream_writer import match_of, tournament_stream
from server.results.protocols import match_protocol, protocol_view
from server.store.event_log.contract import StoredEvent, StreamDamaged

_OF_TOURNAMENT = tuple(
    kind
    for events in (
        ev.TeamRegistered | ev.TeamChanged | ev.QueryEvent | ev.CaseEvent,
        *(each.events for each in FORMATS),
    )
    for kind in get_args(events)
)


def archived_match(stream: str, entries: Sequence[StoredEvent]) -> MatchRecord | None:
    """The match of a whole stream as it stands at its end, None for a tournament's own stream.

    Raises StreamDamaged for events that are no match's, or not that match's.
    """
    match_id = match_of(stream)
    if match_id is None:
        for entry in entries:
            if not isinstance(entry.event, _OF_TOURNAMENT):
                why = f"{entry.kind} is no event of a tournament"
                raise StreamDamaged(stream, entry.sequence, why)
        return None
    first = entries[0].event
    if not isinstance(first, ev.AnyScheduled) or first.match_id != match_id:
        raise StreamDamaged(stream, 1, f"it does not set up match {match_id}")
    sequence = 1
    try:
        record = MatchRecord.of(first)
        for entry in entries[1:]:
            sequence = entry.sequence
            record = record.after([entry.event])
    except Exception as error:
        # Folding rests on what the rules decide: anything else fails it in ways of every kind.
        why = f"it does not follow from the events before it ({type(error).__name__})"
        raise StreamDamaged(stream, sequence, why) from error
    _check_scored(record, entries[-1])
    return record


def _check_scored(record: MatchRecord, last: StoredEvent) -> None:
    """What no table scores, such as a match of three games, would fail every list of matches."""
    head = last.digest.hex()
    try:
        protocol_view(record, match_protocol(record), recorded=last.recorded_at, head=head)
    except Exception as error:
        why = f"nobody can score this match: {error}"
        raise StreamDamaged(last.stream, last.sequence, why) from error


def format_states(entries: Iterable[StoredEvent]) -> Mapping[str, FormatState]:
    """What a tournament has of each format, by its own stream."""
    return states_after(entry.event for entry in entries)


def under_way(
    tournament: TournamentId,
    streams: Mapping[str, Sequence[StoredEvent]],
    records: Mapping[MatchId, MatchRecord],
) -> list[int]:
    """The numbers of a tournament's matches that are under way, by all streams of it."""
    own = streams.get(tournament_stream(tournament), ())
    states = format_states(own).values()
    return [
        each.number
        for each, record in records.items()
        if is_under_way(record, ruled=any(state.is_ruled(each.number) for state in states))
    ]


def is_under_way(record: MatchRecord, *, ruled: bool) -> bool:
    """It is not over and something of it may be secret; `ruled` is one that is decided otherwise.

    Not one that was taken back, nor such a one no game of which is under way; nothing is secret of
    a match at one table.
    """
    decided = ruled and not record.has_secrets
    return not (record.is_over or record.withdrawn or decided)
