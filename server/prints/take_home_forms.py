"""A player's take-home sheet of a match; there is none before the match is over for everybody."""

from protocol_forms.table_form import PositionsForm
from rules.errors import MatchRefused
from rules.events import MatchScheduled
from rules.identities import PersonId
from rules.text import N_
from server.luck.take_home import Taken, take_home_form, takers
from server.matches.match_record import MatchRecord
from server.persons.naming import Names, resolved
from server.prints.form_context import FormContext, Part
from server.prints.match_forms import scored_protocol
from server.prints.match_tables import called, not_in_two_rooms

TAKE_HOME = "take-home-sheet"


def take_home_sheet(context: FormContext) -> PositionsForm:
    """The sheet of the person whose id is named.

    Raises MatchRefused before the match is over in both rooms, for a match at one table and for who
    did not sit in it.
    """
    if not context.part.player:
        raise _unknown("")
    record = context.hall.match(context.match).record
    if not isinstance(record.scheduled, MatchScheduled):
        raise not_in_two_rooms(context)
    known = context.lucks.get(context.match)
    if known is None:
        raise MatchRefused("match", context.match, N_("a match that is over in both rooms"))
    names = context.hall.names(context.words.code)
    taken = Taken(
        person=_person(context, record, names),
        event=called(context, record.scheduled),
        page=context.live_page,
        record=record,
        protocol=scored_protocol(context),
        known=known,
    )
    return take_home_form(taken, names, context.words)


def players_parts(context: FormContext) -> list[Part]:
    """A part for each player of the match, in memory or not, in the order of the seats."""
    finished, names = context.hall.registry.finished, context.hall.names()
    kept = context.match in finished
    match = finished.of(context.match) if kept else context.hall.match(context.match).record
    return [Part(player=person.text) for person in takers(match, names)]


def _person(context: FormContext, record: MatchRecord, names: Names) -> PersonId:
    """The id that stands for the person now; raises MatchRefused for who did not sit there."""
    named, sat = context.part.player, takers(record, names)
    try:
        person = PersonId(named)
    except ValueError:
        raise _unknown(named) from None
    known = resolved(names.persons, person)
    person = person if known is None else known.person_id
    if person not in sat:
        raise _unknown(named)
    return person


def _unknown(named: str) -> MatchRefused:
    return MatchRefused("player", named, "the id of somebody who sat in this match")
