"""The printed programme of a tournament: when each round begins, its pairings, and the breaks.

It has only what was announced or published, so it is for everybody.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime

from protocol_forms.grids import Grid, GridColumn, GridsForm
from protocol_forms.labels import FULL_NAME, shortened
from rules import events as ev
from rules.formats.team_event.stages import Stage, TeamEventState
from rules.text import N_
from server.views.printable import FormContext, Printable, Scope, tournament_called
from server.views.team_event.values import last_start_words
from server.views.tournament.words import stage_name
from server.words.game_words import game_word
from server.words.translation import Words


@dataclass(frozen=True, slots=True)
class _Entry:
    """A part of the programme: its time, None if none is announced, its name, and its lines."""

    at: datetime | None
    what: str
    lines: tuple[str, ...]


def programme(context: FormContext) -> GridsForm:
    """Return the programme of the rounds that are not closed, in the order of their times."""
    state = context.tournament.state
    minutes = state.rulings.queries.minutes
    last = last_start_words(state.event.times.last_start, context.hall.now(), context.words)
    notes = tuple(filter(None, (last, _queries(minutes, context.words))))
    form = programme_form(tournament_called(context), state.event, context.words)
    return replace(form, notes=notes)


def programme_form(event: str, state: TeamEventState, words: Words) -> GridsForm:
    """Return the programme, without notes, of the tournament of teams whose title is `event`."""
    gettext = words.gettext
    columns = (
        GridColumn(gettext("Starts"), strong=True),
        GridColumn(gettext("What")),
        GridColumn(gettext("Who meets")),
    )
    entries = [*_rounds(state, words), *_breaks(state, words)]
    entries.sort(key=lambda entry: (entry.at is None, str(entry.at)))
    rows = tuple(row for entry in entries for row in _rows(entry, words))
    return GridsForm(gettext("Programme"), event, (Grid("", columns, rows, row_head=2),))


def _rows(entry: _Entry, words: Words) -> Iterator[tuple[str, str, str]]:
    """Yield a row for each line of the entry; only the first row has the time and the name."""
    head = "–" if entry.at is None else words.moment(entry.at), entry.what
    for place, line in enumerate(entry.lines):
        yield *(("", "") if place else head), line


def _rounds(state: TeamEventState, words: Words) -> Iterator[_Entry]:
    for stage in state.stages.values():
        announced = {number for known, number in state.times.starts if known == stage.number}
        for number in sorted(announced | stage.published.keys()):
            if number not in stage.closed:
                at = state.times.starts.get((stage.number, number))
                yield _Entry(at, _called(stage, number, words), _meeting(stage, number, words))


def _called(stage: Stage, number: int, words: Words) -> str:
    name, game = stage_name(stage.plan.name, words), game_word(stage.plan.game_name, words)
    if stage.plan.kind is not ev.StageKind.PAIRS:
        name = words.gettext(N_("%(stage)s, round %(number)s"), stage=name, number=number)
    return name if game.casefold() in name.casefold() else f"{name} ({game})"


def _meeting(stage: Stage, number: int, words: Words) -> tuple[str, ...]:
    """Return the pairs of a round and who has a bye, or that the round is not published yet."""
    known = next((each for each in stage.rounds if each.number == number), None)
    if known is None or not known.published:
        return (words.gettext("announced before the round"),)
    pairs = [f"{_short(each.home)} – {_short(each.away)}" for each in known.pairings]
    byes = [f"{_short(team)}: {words.gettext('has a bye')}" for team in known.byes]
    return (*pairs, *byes)


def _breaks(state: TeamEventState, words: Words) -> Iterator[_Entry]:
    days = () if state.times.planned is None else state.times.planned.days
    for day in days:
        for each in day.breaks:
            until = words.gettext("until %(time)s", time=words.clock(each.ends.astimezone()))
            yield _Entry(each.starts, words.gettext("Break"), (until,))


def _queries(minutes: int, words: Words) -> str:
    return words.gettext(
        "A captain may query a result for %(minutes)s minutes after it is published. After that it "
        "is final.",
        minutes=minutes,
    )


def _short(name: str) -> str:
    return shortened(name, FULL_NAME)


def _has_stages(context: FormContext) -> bool:
    return bool(context.tournament.state.event.stages)


PRINTS: tuple[Printable, ...] = (
    Printable(
        kind="programme",
        title=N_("Programme"),
        scope=Scope.EVENT,
        make=programme,
        public=True,
        offered=_has_stages,
    ),
)
