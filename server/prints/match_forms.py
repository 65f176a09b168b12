"""A match's protocol: the operator's as it stands, everyone's from what is public (ruling 12)."""

from dataclasses import replace

from protocol_forms.any_form import AnyView
from protocol_forms.labels import in_english
from protocol_forms.protocol_view import MatchProtocolView
from server.live.snapshot import public_protocol
from server.luck.luck_tables import LuckTables, luck_tables
from server.prints.digests import digest_of_form, without_luck
from server.prints.form_context import FormContext
from server.results.decided_results import decided_results
from server.results.differing_rolls import differing_rolls
from server.results.match_courses import match_course
from server.results.protocols import AnyProtocol, match_protocol, protocol_view
from server.words.languages import SOURCE_LANGUAGE
from server.words.translation import words_for

PROTOCOL = "protocol"


def protocol(context: FormContext) -> AnyView:
    """The protocol of the match that is meant; raises MatchRefused for an unknown one."""
    return _protocol(context, _replaced_print(context))


def _replaced_print(context: FormContext) -> str:
    """When a protocol was last printed that gave other results; empty for never."""
    prints = context.prints.get((PROTOCOL, context.match.number, ""), ())
    if not prints:
        return ""
    digest = without_luck(digest_of_form(_protocol(context.as_digested(), "")))
    replaced = [each.at for each in prints if without_luck(each.form.digest) != digest]
    return replaced[-1].strftime("%Y-%m-%d %H:%M UTC") if replaced else ""


def _protocol(context: FormContext, replaced_print: str) -> AnyView:
    hall, match_id = context.hall, context.match
    process = hall.match(match_id)
    names = hall.names(None if context.for_programs else context.words.code)
    final = hall.finality_of(match_id)
    events = list(zip(process.history, process.moments, strict=True))
    described = context.tournament.state.event.described
    course = match_course(events, names, described.place if described else "")
    scored = scored_protocol(context)
    view = protocol_view(
        process.record,
        scored,
        recorded=process.recorded_at,
        head=process.head.hex(),
        decided=decided_results(process.record.state, events, names, final.deadline),
        differing=differing_rolls(events, names),
        say=in_english if context.for_programs else context.words.gettext,
        names=names,
        lapsed=final.since is not None,
        course=replace(course, replaces_print=replaced_print),
    )
    tables = luck_of(context, scored)
    if tables is None or not isinstance(view, MatchProtocolView):
        return view
    if context.for_programs and not tables.tables:
        return view
    return replace(view, luck=tables.tables, luck_notes=tables.notes)


def luck_of(context: FormContext, scored: AnyProtocol) -> LuckTables | None:
    """What is known of the luck of the match; None before it is over, and at one table."""
    known, record = context.lucks.get(context.match), context.hall.match(context.match).record
    if known is None:
        return None
    words = words_for(SOURCE_LANGUAGE) if context.for_programs else context.words
    names = context.hall.names(None if context.for_programs else words.code)
    return luck_tables(known, record, scored, names, words)


def scored_protocol(context: FormContext) -> AnyProtocol:
    """The scored match, as it stands or as everyone may know it; raises MatchRefused."""
    record = context.hall.match(context.match).record
    if not context.public:
        return match_protocol(record)
    now = context.hub.snapshot(context.match)
    assert now is not None
    return public_protocol(now)


def protocol_made_at(context: FormContext) -> int:
    """The time that a protocol's PDF says of itself, in UNIX seconds; 0 where it would tell.

    While the match is played, the time of its latest event tells when the closed room does what.
    """
    if context.public and not context.hub.is_over(context.match):
        return 0
    return int(context.hall.match(context.match).recorded_at.timestamp())
