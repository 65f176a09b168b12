"""A tournament's timetable as pages and the API show it: what is left, put into the hours."""

from dataclasses import dataclass

from rules import events as ev
from rules.formats.team_event.forecast import Suggestion, suggestions
from rules.formats.team_event.timetable import Timetable, needs_of, timetable, to_five_minutes
from rules.scoring.terms import SCORED
from server.hall import Hall
from server.tournament.tournament_process import TournamentProcess


@dataclass(frozen=True, slots=True)
class PlannedTimes:
    """What fits into the hours, and what else would; nothing of either before they are planned."""

    planned: ev.TimetablePlanned | None
    made: Timetable
    suggestions: tuple[Suggestion, ...]


def planned_times(hall: Hall, tournament: TournamentProcess) -> PlannedTimes:
    """The timetable of what is left from now on, to five minutes."""
    state = tournament.state.event
    teams = teams_playing(tournament)
    terms = state.times.planned
    if terms is None:
        return PlannedTimes(None, Timetable((), ()), ())
    now = to_five_minutes(hall.now())
    made = timetable(needs_of(state, teams, terms), terms, now)
    return PlannedTimes(terms, made, suggestions(state, teams, terms, now))


def teams_playing(tournament: TournamentProcess) -> int:
    """How many teams play: none that waits or has withdrawn."""
    state = tournament.state.event
    return len(state.entries.confirmed(tournament.teams, state.withdrawn))


def proposed_minutes(hall: Hall, planned: ev.TimetablePlanned | None) -> dict[str, int]:
    """Minutes a game: those that were planned with, else what games have taken in this hall."""
    known = {each.game_name: each.minutes for each in planned.games} if planned else {}
    return {game: known.get(game) or hall.game_times.minutes(game) for game in SCORED}
