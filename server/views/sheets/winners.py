"""The sheet with the first three of a tournament, to hang up or to read out at its end.

Sources: rulings 4, 13 and 32 for teams, the bracket for knockouts. Teams are printed with their
players. The sheet says how final the places are, so that nobody reads out what can still change.
"""

from collections.abc import Iterator

from protocol_forms.sheets.hall_sheets import Winners, first_three
from protocol_forms.writers.sheet import Sheet
from rules.formats.knockout.deciding import KNOCKOUT
from rules.formats.team_event.podium import podium
from rules.text import N_
from server.views.knockouts.prints import knockouts_shown
from server.views.printable import FormContext, Printable, Scope, tournament_called
from server.views.team_event.prints import event_seen
from server.views.tournament.words import status_shown


def winners(context: FormContext) -> Sheet:
    """Return a page with the first three teams, and one for each knockout with a winner.

    The sheet shows what the context's visitor may know. If no first place is decided yet, the sheet
    says so.
    """
    words, seen = context.words, event_seen(context)
    teams = podium(context.tournament.state.event, seen.outcomes)
    contests = [Winners("", tuple(map(tuple, _with_players(teams, context))))] if teams else []
    for each in knockouts_shown(context):
        places = tuple(tuple((one.name, ()) for one in place) for place in each.podium)
        if places:
            contests.append(Winners(each.name, places))
    state = status_shown(seen.status, words, context.hall.now()).text
    return first_three(tournament_called(context), contests, state, words.gettext, words.code)


def _with_players(
    places: tuple[tuple[str, ...], ...], context: FormContext
) -> Iterator[list[tuple[str, tuple[str, ...]]]]:
    names, teams = context.hall.names(context.words.code), context.tournament.teams
    for place in places:
        yield [(team, tuple(map(names.of, teams.get(team, ())))) for team in place]


def _has_places(context: FormContext) -> bool:
    state = context.tournament.state
    return bool(state.event.stages or state.of(KNOCKOUT).by_number)


PRINTS: tuple[Printable, ...] = (
    Printable(
        kind="first-three",
        title=N_("The first three"),
        scope=Scope.EVENT,
        make=winners,
        offered=_has_places,
    ),
)
