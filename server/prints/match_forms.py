"""A match's protocol: the operator's as it stands, everyone's from what is public (ruling 12)."""

from dataclasses import replace

from protocol_forms.any_form import AnyView
from protocol_forms.protocol_view import MatchProtocolView
from protocol_forms.said import in_english
from server.live.public_protocol import public_protocol
from server.luck.luck_tables import LuckTables, luck_tables
from server.prints.digests import digest_of_form, without_luck
from server.prints.wanted import Wanted
from server.results.decided_results import decided_results
from server.results.differing_rolls import differing_rolls
from server.results.match_courses import match_course
from server.results.protocols import AnyProtocol, match_protocol, protocol_view
from server.translation import SOURCE_LANGUAGE, words_for

PROTOCOL = "protocol"


def protocol(wanted: Wanted) -> AnyView:
    """The protocol of the match that is meant; raises MatchRefused for an unknown one."""
    return _protocol(wanted, _replaced_print(wanted))


def _replaced_print(wanted: Wanted) -> str:
    """When a protocol was last printed that gave other results; empty for never."""
    prints = wanted.prints.get((PROTOCOL, wanted.match.number, ""), ())
    if not prints:
        return ""
    digest = without_luck(digest_of_form(_protocol(wanted.as_digested(), "")))
    replaced = [each.at for each in prints if without_luck(each.form.digest) != digest]
    return replaced[-1].strftime("%Y-%m-%d %H:%M UTC") if replaced else ""


def _protocol(wanted: Wanted, replaced_print: str) -> AnyView:
    hall, match_id = wanted.hall, wanted.match
    process = hall.match(match_id)
    names = hall.names(None if wanted.for_programs else wanted.words.code)
    final = hall.finality_of(match_id)
    events = list(zip(process.history, process.moments, strict=True))
    described = wanted.tournament.state.event.described
    course = match_course(events, names, described.place if described else "")
    scored = scored_protocol(wanted)
    view = protocol_view(
        process.record,
        scored,
        recorded=process.recorded_at,
        head=process.head.hex(),
        decided=decided_results(process.record.state, events, names, final.deadline),
        differing=differing_rolls(events, names),
        say=in_english if wanted.for_programs else wanted.words.gettext,
        names=names,
        lapsed=final.since is not None,
        course=replace(course, replaces_print=replaced_print),
    )
    tables = luck_of(wanted, scored)
    if tables is None or not isinstance(view, MatchProtocolView):
        return view
    if wanted.for_programs and not tables.tables:
        return view
    return replace(view, luck=tables.tables, luck_notes=tables.notes)


def luck_of(wanted: Wanted, scored: AnyProtocol) -> LuckTables | None:
    """What is known of the luck of the match; None before it is over, and at one table."""
    known, record = wanted.lucks.get(wanted.match), wanted.hall.match(wanted.match).record
    if known is None:
        return None
    words = words_for(SOURCE_LANGUAGE) if wanted.for_programs else wanted.words
    names = wanted.hall.names(None if wanted.for_programs else words.code)
    return luck_tables(known, record, scored, names, words)


def scored_protocol(wanted: Wanted) -> AnyProtocol:
    """The scored match, as it stands or as everyone may know it; raises MatchRefused."""
    record = wanted.hall.match(wanted.match).record
    if not wanted.public:
        return match_protocol(record)
    now = wanted.hub.snapshot(wanted.match)
    assert now is not None
    return public_protocol(now)


def protocol_made_at(wanted: Wanted) -> int:
    """The time that a protocol's PDF says of itself, in UNIX seconds; 0 where it would tell.

    While the match is played, the time of its latest event tells when the closed room does what.
    """
    if wanted.public and not wanted.hub.is_over(wanted.match):
        return 0
    return int(wanted.hall.match(wanted.match).recorded_at.timestamp())
