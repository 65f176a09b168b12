"""Printed forms of a match: its protocol, results by room, roll sets, statistics of both sides.

The operators' protocol has everything known, the public's protocol what is public (ruling 12). Roll
sets are printed only for games that are over in both rooms, even for operators. By then the whole
game is public, with its rolls.
"""

from collections.abc import Collection, Iterator
from dataclasses import replace

from protocol_forms.any_form import AnyView
from protocol_forms.grids import GridsForm
from protocol_forms.labels import FULL_NAME, in_english, shortened
from protocol_forms.match_play_form import MatchPlayView
from protocol_forms.protocol_view import MatchProtocolView
from protocol_forms.room_results import NumberedRolls, roll_sets_form, room_results_form
from protocol_forms.side_statistics import side_statistics_form
from rules.duplicate.roll_sets import roll_sets
from rules.errors import MatchRefused
from rules.events import MatchScheduled
from rules.identities import PersonId
from rules.position import Side
from rules.room import Room
from rules.scoring.match_protocol import MatchProtocol
from rules.scoring.teams import PerTeam
from rules.text import N_
from server.live.snapshot import public_protocol
from server.matches.line_ups import seats_of
from server.matches.match_record import MatchRecord
from server.matches.protocols import (
    decided_results,
    differing_rolls,
    match_course,
    match_protocol,
    printed_time,
    protocol_view,
)
from server.values.finished_match import FinishedMatch
from server.values.naming import Names, resolved
from server.values.scored_match import AnyProtocol
from server.views.printable import (
    FormContext,
    Part,
    Printable,
    Scope,
    digest_of_form,
    without_added,
)

PROTOCOL = "protocol"
_TITLES = N_("Set of rolls"), N_("Sets of rolls")


def protocol(context: FormContext) -> AnyView:
    """Return the match protocol of the context's match, as the form shows it.

    Raises MatchRefused if the match is unknown.
    """
    return _protocol(context, _replaced_print(context))


def _replaced_print(context: FormContext) -> str:
    """Return the time of the print that a new print of the protocol would replace.

    This is the last print whose content differs from the protocol's present content. The text is
    empty if there is no such print.
    """
    prints = context.prints.get((PROTOCOL, context.match.number, ""), ())
    if not prints:
        return ""
    digest = without_added(digest_of_form(_protocol(context.as_digested(), "")))
    replaced = [each.at for each in prints if without_added(each.form.digest) != digest]
    return printed_time(replaced[-1]) if replaced else ""


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
    if not isinstance(view, MatchProtocolView):
        return view
    added = [made for each in context.added if (made := each.behind_protocol(context, scored))]
    tables = tuple(table for each in added for table in each.tables)
    if context.for_programs and not tables:
        return view
    notes = tuple(note for each in added for note in each.notes)
    return replace(view, luck=tables, luck_notes=notes)


def scored_protocol(context: FormContext) -> AnyProtocol:
    """Return the scored results of the context's match; for a public form only the public results.

    Raises MatchRefused if the match is unknown.
    """
    record = context.hall.match(context.match).record
    if not context.public:
        return match_protocol(record)
    now = context.hub.snapshot(context.match)
    assert now is not None
    return public_protocol(now)


def protocol_made_at(context: FormContext) -> int:
    """Return the time of the match's last event, in UNIX seconds, for the protocol's PDF.

    For the public's protocol it is 0 until the match is over: the time would reveal when the closed
    room acts.
    """
    if context.public and not context.hub.is_over(context.match):
        return 0
    return int(context.hall.match(context.match).recorded_at.timestamp())


def room_results(context: FormContext) -> GridsForm:
    """Return a form with the match's results by room and player.

    Raises MatchRefused for a match at one table.
    """
    view = protocol(replace(context, prints={}))
    if isinstance(view, MatchPlayView):
        raise not_in_two_rooms(context)
    return room_results_form(view, context.say)


def side_statistics(context: FormContext) -> GridsForm:
    """Return a form with statistics of both sides over the match's games (ruling 4).

    The differences between the sides are given in IMP and in points times the cube. Raises
    MatchRefused for a match that is not scored in IMP.
    """
    scored = scored_protocol(context)
    scheduled = context.hall.match(context.match).record.scheduled
    if not isinstance(scored, MatchProtocol) or not isinstance(scheduled, MatchScheduled):
        raise MatchRefused("match", context.match, "a match that is scored in IMP")
    return side_statistics_form(
        scored, PerTeam(*scheduled.opponents), called(context, scheduled), context.say
    )


def rolled_sets(context: FormContext) -> GridsForm:
    """Return a form with the roll sets of the games over in both rooms, or of the named game.

    Raises MatchRefused for a match at one table, and for a game that is not over.
    """
    process, now = context.hall.match(context.match), context.hub.snapshot(context.match)
    record, scheduled = process.record, process.record.scheduled
    names = context.hall.names(context.words.code)
    if not isinstance(scheduled, MatchScheduled):
        raise not_in_two_rooms(context)
    assert now is not None
    over, named = sorted(now.finished), context.part.game
    if named is not None and named not in over:
        allowed = ", ".join(map(str, over)) or N_("none yet")
        raise MatchRefused("game", named, f"games that are over in both rooms: {allowed}")
    rolled = roll_sets(process.history)
    shown = [
        NumberedRolls(record.roll_set_of(game), rolled[game], _seated(record, game, names))
        for game in over
        if named in (None, game)
    ]
    title = context.words.gettext(_TITLES[named is None])
    facts = tuple(_team_facts(record, over, context))
    return roll_sets_form(title, called(context, scheduled), shown, facts, context.say)


def _seated(record: MatchRecord, game: int, names: Names) -> dict[tuple[Room, Side], str]:
    """Return the names of those who sat at the tables in a game, by their seats (ruling 11)."""
    there = (seat for seat in seats_of(record) if seat.since <= game)
    return {(seat.room, seat.side): names.of(seat.player) for seat in there}


def _team_facts(
    record: MatchRecord, over: Collection[int], context: FormContext
) -> Iterator[tuple[str, str]]:
    """Yield a line for each team with all who played for it in the games that are over."""
    names = context.hall.names(context.words.code)
    seats = [seat for seat in seats_of(record) if seat.since <= max(over, default=1)]
    for team in record.teams:
        played = dict.fromkeys(names.of(seat.player) for seat in seats if seat.team == team)
        players = ", ".join(shortened(each, FULL_NAME) for each in played)
        value = ": ".join(filter(None, (shortened(team, FULL_NAME), players)))
        yield context.words.gettext("Team"), value


def called(context: FormContext, scheduled: MatchScheduled) -> str:
    """Return what a form calls a match in its title: the event's name and the match's number."""
    number = context.words.gettext("Match %(number)s", number=scheduled.number)
    return " · ".join(part for part in (scheduled.event, number) if part)


def current_id(person: PersonId, names: Names) -> PersonId:
    """Return the id that the person has now, which is another one if they were merged."""
    known = resolved(names.persons, person)
    return person if known is None else known.person_id


def players_of(match: MatchRecord | FinishedMatch, names: Names) -> tuple[PersonId, ...]:
    """Return all who played in the match, each once, ordered by room and side."""
    return tuple(dict.fromkeys(current_id(seat.player, names) for seat in seats_of(match)))


def players_parts(context: FormContext) -> list[Part]:
    """Return a Part for each player of the context's match, ordered by room and side.

    A form for players is made for each of these Parts. The match is in memory or finished.
    """
    finished, names = context.hall.registry.finished, context.hall.names()
    kept = context.match in finished
    match = finished.of(context.match) if kept else context.hall.match(context.match).record
    return [Part(player=person.text) for person in players_of(match, names)]


def short_names(scheduled: MatchScheduled) -> list[str]:
    """Return both teams' names, cut so that they fit beside each other on a form."""
    return [shortened(team, FULL_NAME) for team in scheduled.opponents]


def not_in_two_rooms(context: FormContext) -> MatchRefused:
    """Return the error that refuses a form which exists only for a match in two rooms."""
    return MatchRefused("match", context.match, "a match in two rooms")


PRINTS: tuple[Printable, ...] = (
    Printable(
        kind=PROTOCOL,
        title=N_("Match protocol"),
        scope=Scope.MATCH,
        make=protocol,
        public=True,
        made_at=protocol_made_at,
    ),
    Printable(
        kind="room-results",
        title=N_("Results by room and player"),
        scope=Scope.MATCH,
        make=room_results,
        public=True,
        made_at=protocol_made_at,
    ),
    Printable(
        kind="roll-sets",
        title=N_("Sets of rolls"),
        scope=Scope.GAME,
        make=rolled_sets,
        public=True,
        made_at=protocol_made_at,
    ),
    Printable(
        kind="side-statistics",
        title=N_("Other statistics"),
        scope=Scope.MATCH,
        make=side_statistics,
        public=True,
        made_at=protocol_made_at,
    ),
)
