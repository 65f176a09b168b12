"""Standings and schedule: operators' by both rooms, everyone's by what is public (ruling 12)."""

from collections.abc import Collection
from typing import NamedTuple

from protocol_forms.table_form import TablesForm
from protocol_forms.writers.sheet import Sheet
from rules.directing.cases import teams_under_appeal
from rules.directing.finality import EventStatus, podium
from rules.formats.format import Outcomes
from rules.formats.knockout.deciding import KNOCKOUT
from server.live.public_events import hidden_cases, public_cases
from server.prints.form_context import FormContext
from server.results.knockouts.bracket_form import bracket_form, bracket_to_hang
from server.results.knockouts.bracket_values import BracketPage, KnockoutShown
from server.results.player_rankings import rankings
from server.results.stage_values import StagePage, StageValues
from server.results.standings_form import (
    cross_tables_form,
    event_words,
    ranking_form,
    schedule_form,
    standings_form,
    with_status,
)


class EventSeen(NamedTuple):
    """What a visitor may know of an event's results."""

    outcomes: Outcomes
    status: EventStatus
    appealed: Collection[str]


def event_seen(context: FormContext) -> EventSeen:
    """What the forms of an event may be made of, for whoever asks."""
    hall, tournament, known = context.hall, context.tournament, context.outcomes
    if context.public:
        public = known.of(tournament.tournament)
        final = known.finality(hall, tournament.tournament, public)
        cases = public_cases(tournament, final)
        return EventSeen(public, final.status, teams_under_appeal(cases))
    seen = known.seen_by(context.visitor, hall, tournament.tournament)
    status = known.directors_finality(hall, tournament.tournament, seen).status
    hidden = hidden_cases(hall, tournament, context.visitor)
    every = tournament.state.rulings.cases.cases.items()
    shown = (each for number, each in every if number not in hidden)
    return EventSeen(seen, status, teams_under_appeal(shown))


def event_called(context: FormContext) -> str:
    """What the event is called on its forms."""
    return event_words(context.tournament.state.event.described, context.name)


def standings(context: FormContext) -> TablesForm:
    """Every stage's tables and cross-tables."""
    seen = event_seen(context)
    places = podium(context.tournament.state.event, seen.outcomes)
    form = standings_form(event_called(context), stages(context, seen), context.words, places)
    return with_status(form, seen.status, context.words, context.hall.now())


def schedule(context: FormContext) -> TablesForm:
    """Every stage's rounds, with the results there are; rounds not yet published are operators'."""
    seen = event_seen(context)
    form = schedule_form(event_called(context), stages(context, seen), context.words)
    return with_status(form, seen.status, context.words, context.hall.now())


def bracket(context: FormContext) -> TablesForm:
    """Every knockout, round by round."""
    return bracket_form(event_called(context), _knockouts(context), context.words)


def bracket_tree(context: FormContext) -> Sheet:
    """Every bracket as a tree, to hang up."""
    return bracket_to_hang(event_called(context), _knockouts(context), context.words)


def _knockouts(context: FormContext) -> list[KnockoutShown]:
    hall, tournament, words = context.hall, context.tournament, context.words
    known, of = context.outcomes, tournament.tournament
    public = known.to_points(hall, of)
    outcomes = public if context.public else known.points_seen_by(context.visitor, hall, of)
    addresses = hall.addresses(tournament.tournament)
    page = BracketPage(outcomes, hall.names(context.order.code), addresses, words)
    return [page.knockout(each) for each in tournament.state.of(KNOCKOUT).by_number.values()]


def cross_tables(context: FormContext) -> TablesForm:
    """Who met whom, stage by stage."""
    seen = event_seen(context)
    form = cross_tables_form(event_called(context), stages(context, seen), context.words)
    return with_status(form, seen.status, context.words, context.hall.now())


def ranking(context: FormContext) -> TablesForm:
    """The first three teams, and the players by what is public of their games."""
    seen, words = event_seen(context), context.words
    places = podium(context.tournament.state.event, seen.outcomes)
    played = context.outcomes.played(context.hall, context.tournament.tournament)
    players = rankings(played, context.hall.names(context.order.code))
    names = context.hall.names(words.code)
    form = ranking_form(event_called(context), places, players, names, words)
    return with_status(form, seen.status, words, context.hall.now())


def stages(context: FormContext, seen: EventSeen) -> list[StageValues]:
    """Every stage as the forms show it."""
    state = context.tournament.state.event
    addresses = context.hall.addresses(context.tournament.tournament)
    page = StagePage(state, seen.outcomes, addresses, context.words, appealed=seen.appealed)
    drafts = not context.public
    return [page.stage(each, drafts=drafts) for each in state.stages.values()]
