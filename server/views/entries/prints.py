"""The printed list of a tournament's entries, with the fees that are due and paid.

Only people who may enter teams see fees (ADR 19). The desk's notes are never printed.
"""

from protocol_forms.grids import Grid, GridColumn, GridsForm
from rules.formats.team_event.entering import Desk
from rules.formats.team_event.entries import written
from rules.text import N_
from server.access import Action
from server.views.printable import FormContext, Printable, Scope, tournament_called
from server.words.translation import Words


def entries_with_fees(context: FormContext) -> GridsForm:
    """Return the list of all entered teams; notes say who is on the waiting list or withdrew."""
    return entries_form(tournament_called(context), context.tournament.state.desk, context.words)


def entries_form(event: str, desk: Desk, words: Words) -> GridsForm:
    """Return the desk's entries as a form, with a note if there are no teams or no fees.

    The form has a grid even without teams, because in a spreadsheet file the notes are written
    below a grid. `event` is the tournament's title.
    """
    gettext, currency = words.gettext, desk.book.currency
    return GridsForm(
        title=gettext("Entries with fees"),
        event=event,
        tables=(_entries(desk, words),),
        facts=((gettext("Currency of the fees"), currency),) if currency else (),
    )


def _entries(desk: Desk, words: Words) -> Grid:
    gettext, fees = words.gettext, _fees(desk)
    columns = (
        GridColumn(gettext("Team")),
        GridColumn(gettext("Club")),
        GridColumn(gettext("Players"), figure=True),
        GridColumn(gettext("Present"), figure=True),
        GridColumn(gettext("Due"), figure=True),
        GridColumn(gettext("Paid"), figure=True),
        GridColumn(gettext("Still to pay"), figure=True, strong=True),
    )
    rows = tuple(
        (
            team,
            desk.event.entries.details_of(team).club,
            str(len(players)),
            _present(team, desk, words),
            *_amounts([fees[team]]),
        )
        for team, players in desk.teams.items()
    )
    foot = (
        gettext("Sum"),
        "",
        str(sum(map(len, desk.teams.values()))),
        str(len(desk.event.entries.present.difference(desk.event.withdrawn))),
        *_amounts([*fees.values()]),
    )
    return Grid("", columns, rows, tuple(_notes(desk, words)), sums=(foot,) if rows else ())


def _fees(desk: Desk) -> dict[str, tuple[int, int]]:
    """Return the fee that is due and the amount that is paid, keyed by team."""
    numbers = desk.event.entries.numbers(desk.teams)
    return {team: desk.book.fee(number) for team, number in numbers.items()}


def _amounts(fees: list[tuple[int, int]]) -> tuple[str, str, str]:
    """Return the sums that are due, paid and still to pay, as texts.

    Each of `fees` is what is due and what is paid for one team. If a team has paid too much, this
    does not reduce what the others have to pay.
    """
    return (
        written(sum(due for due, _ in fees)),
        written(sum(paid for _, paid in fees)),
        written(sum(max(due - paid, 0) for due, paid in fees)),
    )


def _present(team: str, desk: Desk, words: Words) -> str:
    if team in desk.event.withdrawn:
        return "–"
    return words.gettext("Yes") if team in desk.event.entries.present else words.gettext("No")


def _notes(desk: Desk, words: Words) -> list[str]:
    gettext, entries, withdrawn = words.gettext, desk.event.entries, desk.event.withdrawn
    if not desk.teams:
        return [gettext("No team yet.")]
    notes = [] if desk.book.fees else [gettext("No fee is entered.")]
    waiting = [team for team in entries.waiting if team not in withdrawn]
    for place, team in enumerate(waiting, 1):
        waits = gettext("waiting list, place %(place)s", place=place)
        notes.append(f"{team}: {waits}")
    gone = gettext("withdrawn")
    notes += [f"{team}: {gone}" for team in desk.teams if team in withdrawn]
    for team, (due, paid) in _fees(desk).items():
        if paid > due:
            too_much = gettext("paid too much: %(amount)s", amount=written(paid - due))
            notes.append(f"{team}: {too_much}")
    return notes


def _has_teams(context: FormContext) -> bool:
    return bool(context.tournament.teams)


PRINTS: tuple[Printable, ...] = (
    Printable(
        kind="entries",
        title=N_("Entries with fees"),
        scope=Scope.EVENT,
        make=entries_with_fees,
        action=Action.ENTER_TEAM,
        offered=_has_teams,
    ),
)
