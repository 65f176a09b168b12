"""Standings and schedule: operators' by both rooms, everyone's by what is public (ruling 12)."""

from collections.abc import Collection
from typing import NamedTuple

from protocol_forms.table_form import TablesForm
from protocol_forms.writers.sheet import Sheet
from rules.directing.case_book import teams_under_appeal
from rules.directing.finality import EventStatus
from rules.directing.podium import podium
from rules.formats.standings import Outcomes
from server.live.cases_seen import hidden_cases, public_cases
from server.prints.wanted import Wanted
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


def event_seen(wanted: Wanted) -> EventSeen:
    """What the forms of an event may be made of, for whoever asks."""
    hall, tournament, known = wanted.hall, wanted.tournament, wanted.outcomes
    if wanted.public:
        public = known.of(tournament.tournament)
        final = known.finality(hall, tournament.tournament, public)
        cases = public_cases(tournament, final)
        return EventSeen(public, final.status, teams_under_appeal(cases))
    seen = known.seen_by(wanted.visitor, hall, tournament.tournament)
    status = known.directors_finality(hall, tournament.tournament, seen).status
    hidden = hidden_cases(hall, tournament, wanted.visitor)
    every = tournament.state.rulings.cases.cases.items()
    shown = (each for number, each in every if number not in hidden)
    return EventSeen(seen, status, teams_under_appeal(shown))


def event_called(wanted: Wanted) -> str:
    """What the event is called on its forms."""
    return event_words(wanted.tournament.state.event.described, wanted.name)


def standings(wanted: Wanted) -> TablesForm:
    """Every stage's tables and cross-tables."""
    seen = event_seen(wanted)
    places = podium(wanted.tournament.state.event, seen.outcomes)
    form = standings_form(event_called(wanted), stages(wanted, seen), wanted.words, places)
    return with_status(form, seen.status, wanted.words, wanted.hall.now())


def schedule(wanted: Wanted) -> TablesForm:
    """Every stage's rounds, with the results there are; rounds not yet published are operators'."""
    seen = event_seen(wanted)
    form = schedule_form(event_called(wanted), stages(wanted, seen), wanted.words)
    return with_status(form, seen.status, wanted.words, wanted.hall.now())


def bracket(wanted: Wanted) -> TablesForm:
    """Every knockout, round by round."""
    return bracket_form(event_called(wanted), _knockouts(wanted), wanted.words)


def bracket_tree(wanted: Wanted) -> Sheet:
    """Every bracket as a tree, to hang up."""
    return bracket_to_hang(event_called(wanted), _knockouts(wanted), wanted.words)


def _knockouts(wanted: Wanted) -> list[KnockoutShown]:
    hall, tournament, words = wanted.hall, wanted.tournament, wanted.words
    known, of = wanted.outcomes, tournament.tournament
    public = known.to_points(hall, of)
    outcomes = public if wanted.public else known.points_seen_by(wanted.visitor, hall, of)
    addresses = hall.addresses(tournament.tournament)
    page = BracketPage(outcomes, hall.names(wanted.order.code), addresses, words)
    return [page.knockout(each) for each in tournament.state.knockouts.by_number.values()]


def cross_tables(wanted: Wanted) -> TablesForm:
    """Who met whom, stage by stage."""
    seen = event_seen(wanted)
    form = cross_tables_form(event_called(wanted), stages(wanted, seen), wanted.words)
    return with_status(form, seen.status, wanted.words, wanted.hall.now())


def ranking(wanted: Wanted) -> TablesForm:
    """The first three teams, and the players by what is public of their games."""
    seen, words = event_seen(wanted), wanted.words
    places = podium(wanted.tournament.state.event, seen.outcomes)
    played = wanted.outcomes.played(wanted.hall, wanted.tournament.tournament)
    players = rankings(played, wanted.hall.names(wanted.order.code))
    names = wanted.hall.names(words.code)
    form = ranking_form(event_called(wanted), places, players, names, words)
    return with_status(form, seen.status, words, wanted.hall.now())


def stages(wanted: Wanted, seen: EventSeen) -> list[StageValues]:
    """Every stage as the forms show it."""
    state = wanted.tournament.state.event
    addresses = wanted.hall.addresses(wanted.tournament.tournament)
    page = StagePage(state, seen.outcomes, addresses, wanted.words, appealed=seen.appealed)
    drafts = not wanted.public
    return [page.stage(each, drafts=drafts) for each in state.stages.values()]
