"""Printed forms of a tournament of teams: standings, schedule, cross-tables and ranking.

Operators' forms use the results of both rooms, public forms what is public (ruling 12).
"""

from collections.abc import Callable, Collection
from dataclasses import replace
from datetime import datetime
from typing import NamedTuple

from protocol_forms.grids import Grid, GridColumn, GridsForm
from rules.directing.cases import teams_in_open_cases
from rules.directing.finality import TournamentStatus
from rules.formats.format import Outcomes
from rules.formats.team_event.deciding import TEAM_EVENT
from rules.formats.team_event.podium import podium
from rules.text import N_
from server.live.listed_tournaments import public_cases
from server.values.naming import Names
from server.views.director.seen_results import directors_finality, hidden_cases, outcomes_seen_by
from server.views.people.values import Ranking, rankings
from server.views.printable import FormContext, PlayedOut, Printable, Scope, tournament_called
from server.views.team_event.values import (
    IN_QUESTION,
    GroupValues,
    PairRow,
    StagePage,
    StageValues,
    StandingRow,
)
from server.views.tournament.words import status_shown
from server.words.game_words import game_word
from server.words.translation import Words

Podium = tuple[tuple[str, ...], ...]
"""The teams ranked first, second and third; teams that nothing separates share a rank."""


class EventSeen(NamedTuple):
    """A tournament's results, status and teams under appeal, as far as a visitor may know them.

    `outcomes` are the outcomes of matches, keyed by match number. `appealed` are the names of teams
    that an open case concerns.
    """

    outcomes: Outcomes
    status: TournamentStatus
    appealed: Collection[str]


def event_seen(context: FormContext) -> EventSeen:
    """Return what the form may show of its tournament's results.

    For a public form this is what the public may know, else what the context's visitor may know.
    """
    hall, tournament, known = context.hall, context.tournament, context.outcomes
    if context.public:
        public = known.of(tournament.tournament)
        final = known.finality(hall, tournament.tournament, public)
        cases = public_cases(tournament, final)
        return EventSeen(public, final.status, teams_in_open_cases(cases))
    seen = outcomes_seen_by(context.visitor, hall, known, tournament.tournament)
    status = directors_finality(hall, known, tournament.tournament, seen).status
    hidden = hidden_cases(hall, tournament, context.visitor)
    every = tournament.state.rulings.cases.cases.items()
    shown = (each for number, each in every if number not in hidden)
    return EventSeen(seen, status, teams_in_open_cases(shown))


def standings(context: FormContext) -> GridsForm:
    """Return a form with the standings and cross-tables of every stage."""
    seen = event_seen(context)
    places = podium(context.tournament.state.event, seen.outcomes)
    form = standings_form(
        tournament_called(context), stages_shown(context, seen), context.words, places
    )
    return with_status(form, seen.status, context.words, context.hall.now())


def schedule(context: FormContext) -> GridsForm:
    """Return a form with the rounds of every stage and their known results.

    Only operators get rounds that are not published.
    """
    seen = event_seen(context)
    form = schedule_form(tournament_called(context), stages_shown(context, seen), context.words)
    return with_status(form, seen.status, context.words, context.hall.now())


def cross_tables(context: FormContext) -> GridsForm:
    """Return a form with the cross-tables of every stage."""
    seen = event_seen(context)
    form = cross_tables_form(tournament_called(context), stages_shown(context, seen), context.words)
    return with_status(form, seen.status, context.words, context.hall.now())


def ranking(context: FormContext) -> GridsForm:
    """Return a form with the first three teams, and the players ranked by the public results."""
    seen, words = event_seen(context), context.words
    places = podium(context.tournament.state.event, seen.outcomes)
    played = context.outcomes.played(context.hall, context.tournament.tournament)
    players = rankings(played, context.hall.names(context.order.code))
    names = context.hall.names(words.code)
    form = ranking_form(tournament_called(context), places, players, names, words)
    return with_status(form, seen.status, words, context.hall.now())


def stages_shown(context: FormContext, seen: EventSeen) -> list[StageValues]:
    """Return all stages as the context's form shows them, with the results in `seen`."""
    state = context.tournament.state.event
    addresses = context.hall.addresses(context.tournament.tournament)
    page = StagePage(state, seen.outcomes, addresses, context.words, appealed=seen.appealed)
    drafts = not context.public
    return [page.stage(each, drafts=drafts) for each in state.stages.values()]


def standings_form(
    event: str, stages: list[StageValues], words: Words, places: Podium = ()
) -> GridsForm:
    """Return a form with every stage's standings and cross-tables, or the results of its pairs.

    `event` is the tournament's title. `places` come first: the teams ranked first, second and
    third; empty while they are not decided.
    """
    tables = tuple(table for stage in stages for table in _standings(stage, words))
    return GridsForm(words.gettext("Standings"), event, (*_ranking(places, words), *tables))


def grids_of_archive(event: str, known: PlayedOut, _: Names, words: Words) -> GridsForm:
    """Return the form with an archived tournament's standings, made from its finished matches.

    `event` is the tournament's name, `known` its state in each format and the outcomes of its
    matches.
    """
    state = TEAM_EVENT.of(known.states)
    page = StagePage(state, known.outcomes, {}, words)
    stages = [page.stage(each, drafts=False) for each in state.stages.values()]
    return standings_form(event, stages, words, podium(state, known.outcomes))


def cross_tables_form(event: str, stages: list[StageValues], words: Words) -> GridsForm:
    """Return a form with the cross-table of every group.

    Stages whose teams play in pairs, such as semi-finals, have no cross-table.
    """
    tables = tuple(
        _crossed(stage, group, words)
        for stage in stages
        if not stage.in_pairs
        for group in stage.groups
    )
    return GridsForm(words.gettext("Cross-tables"), event, tables)


def ranking_form(
    event: str, places: Podium, rankings: list[Ranking], names: Names, words: Words
) -> GridsForm:
    """Return a form with the teams ranked first to third, and with the rankings of players.

    `event` is the tournament's title. `places` are these teams, none before they are decided.
    """
    tables = (*_ranking(places, words), *(_of_players(each, names, words) for each in rankings))
    undecided = () if places else (words.gettext("The teams' places are not decided yet."),)
    return GridsForm(words.gettext("Ranking"), event, tables, notes=undecided)


def _of_players(ranking: Ranking, names: Names, words: Words) -> Grid:
    gettext = words.gettext
    heading = game_word(ranking.game_name, words)
    if not ranking.duplicate:
        heading = f"{heading}, {gettext('matches to points')}"
    by_imp = bool(ranking.compared)
    columns = (
        GridColumn(gettext("Place"), figure=True),
        GridColumn(gettext("Player")),
        GridColumn("±", figure=True, strong=True),
        GridColumn(ranking.compared or gettext("Points"), figure=True),
        *((GridColumn("SMP", figure=True),) if by_imp else ()),
        GridColumn(gettext("Games"), figure=True),
        GridColumn(gettext("Won"), figure=True),
        GridColumn(gettext("Matches"), figure=True),
    )
    rows = tuple(
        (
            str(row.place),
            names.by(row.person),
            row.difference,
            f"{row.own[0]}–{row.own[1]}",
            *((f"{row.smp[0]}–{row.smp[1]}",) if by_imp else ()),
            str(row.games),
            str(row.won),
            str(row.matches),
        )
        for row in ranking.rows
    )
    return Grid(heading, columns, rows, row_head=1)


def _ranking(places: Podium, words: Words) -> list[Grid]:
    if not places:
        return []
    columns = (
        GridColumn(words.gettext("Place"), figure=True),
        GridColumn(words.gettext("Team"), strong=True),
    )
    rows = tuple((str(place), ", ".join(teams)) for place, teams in enumerate(places, 1))
    return [Grid(words.gettext("Final ranking"), columns, rows)]


def schedule_form(event: str, stages: list[StageValues], words: Words) -> GridsForm:
    """Return a form with the rounds of these stages and the results that are known.

    `event` is the tournament's title.
    """
    tables = tuple(table for stage in stages for table in _schedule(stage, words))
    return GridsForm(words.gettext("Schedule"), event, tables)


def with_status(
    form: GridsForm, status: TournamentStatus, words: Words, now: datetime
) -> GridsForm:
    """Return the form with the tournament's status at time `now` added (ruling 32)."""
    return replace(form, state=status_shown(status, words, now).text)


def _heading(stage: StageValues, group: GroupValues, words: Words) -> str:
    if not group.letter:
        return stage.name
    return words.gettext("%(stage)s, group %(letter)s", stage=stage.name, letter=group.letter)


def _standings(stage: StageValues, words: Words) -> list[Grid]:
    if stage.in_pairs:
        return _schedule(stage, words)
    return [
        table
        for group in stage.groups
        for table in (_table(stage, group, words), _crossed(stage, group, words))
    ]


def _table(stage: StageValues, group: GroupValues, words: Words) -> Grid:
    figures: tuple[tuple[str, Callable[[StandingRow], str]], ...] = (
        (words.gettext("VP"), lambda row: row.vp),
        (words.gettext("Matches played"), lambda row: str(row.played)),
        (
            words.gettext("Won – drawn – lost"),
            lambda row: f"{row.won}–{row.level}–{row.lost}",
        ),
        ("IMP", lambda row: f"{row.imp[0]}–{row.imp[1]}"),
        ("±", lambda row: row.difference),
        ("SMP", lambda row: f"{row.smp[0]}–{row.smp[1]}"),
    )
    columns = (
        GridColumn(words.gettext("Place"), figure=True),
        GridColumn(words.gettext("Team")),
        *(
            GridColumn(title, figure=True, strong=not place)
            for place, (title, _) in enumerate(figures)
        ),
    )
    rows = tuple(
        (row.place + ("=" if row.shared else ""), row.team, *(give(row) for _, give in figures))
        for row in group.rows
    )
    return Grid(_heading(stage, group, words), columns, rows, tuple(_notes(group, words)))


def _notes(group: GroupValues, words: Words) -> list[str]:
    notes = [f"{row.team}: {row.why}" for row in group.rows if row.why]
    for row in group.rows:
        if row.vp_penalty or row.imp_penalty:
            taken = {"vp": row.vp_penalty, "imp": row.imp_penalty}
            notes.append(f"{row.team}: {words.gettext('penalty: %(vp)s VP, %(imp)s IMP', **taken)}")
        if row.withdrawn:
            notes.append(f"{row.team}: {words.gettext('withdrawn')}")
        if row.appealed:
            notes.append(f"{row.team}: {words.gettext('under appeal')}")
    return notes


def _crossed(stage: StageValues, group: GroupValues, words: Words) -> Grid:
    teams = [row.team for row in group.rows]
    columns = (
        GridColumn(words.gettext("Team")),
        *(GridColumn(str(place), figure=True) for place in range(1, len(teams) + 1)),
        GridColumn(words.gettext("VP"), figure=True, strong=True),
    )
    rows = tuple(
        (
            f"{place} {row.team}",
            *(
                "×"
                if other == row.team
                else " ".join(cell.text or "·" for cell in group.crossed[row.team][other])
                for other in teams
            ),
            row.vp,
        )
        for place, row in enumerate(group.rows, 1)
    )
    heading = words.gettext("Cross-table: VP of the team in the row")
    notes = [*group.marks]
    for row in group.rows:
        if row.bye_vp:
            byes = words.gettext("%(num)s VP for byes", num=row.bye_vp)
            notes.append(f"{row.team}: {byes}")
        if row.vp_penalty:
            penalty = words.gettext("penalty: %(num)s VP", num=row.vp_penalty)
            notes.append(f"{row.team}: {penalty}")
    return Grid(f"{_heading(stage, group, words)}. {heading}", columns, rows, tuple(notes))


def _schedule(stage: StageValues, words: Words) -> list[Grid]:
    columns = (
        GridColumn(words.gettext("Match"), figure=True),
        GridColumn(words.gettext("White in the open room")),
        GridColumn(words.gettext("Red in the open room")),
        GridColumn(words.gettext("Result in VP"), strong=True),
    )
    tables = []
    for each in stage.rounds:
        number = words.gettext("Round %(number)s", number=each.number)
        heading = stage.name if stage.in_pairs else f"{stage.name}. {number}"
        heading = f"{heading}. {each.starts}" if each.starts else heading
        notes = [f"{team}: {words.gettext('has a bye')}" for team in each.byes]
        if stage.in_question:
            notes.append(words.gettext(IN_QUESTION))
        if not stage.in_pairs or each.pairs:
            rows = tuple(_pair(pair, words) for pair in each.pairs)
            tables.append(Grid(heading, columns, rows, tuple(notes)))
    return tables


def _pair(pair: PairRow, words: Words) -> tuple[str, ...]:
    number = pair.address.label if pair.address is not None else "–"
    score = f"{pair.score[0]}–{pair.score[1]}" if pair.score and not pair.running else ""
    if pair.walkover:
        score = words.gettext("walkover, absent: %(teams)s", teams=", ".join(pair.walkover))
    if pair.extra is not None:
        more = words.gettext("two more games: match %(number)s", number=pair.extra.label)
        score = f"{score}, {more}"
    if pair.winner:
        score = ", ".join(filter(None, (score, words.gettext("%(team)s won", team=pair.winner))))
    return f"{number} {pair.group}".strip(), pair.home, pair.away, score


def _has_stages(context: FormContext) -> bool:
    return bool(context.tournament.state.event.stages)


PRINTS: tuple[Printable, ...] = (
    Printable(
        kind="standings",
        title=N_("Standings"),
        scope=Scope.EVENT,
        make=standings,
        public=True,
        offered=_has_stages,
        of_archive=grids_of_archive,
        archive_file="standings.csv",
    ),
    Printable(
        kind="schedule",
        title=N_("Schedule"),
        scope=Scope.EVENT,
        make=schedule,
        public=True,
        offered=_has_stages,
    ),
    Printable(
        kind="cross-tables",
        title=N_("Cross-tables"),
        scope=Scope.EVENT,
        make=cross_tables,
        public=True,
        offered=_has_stages,
    ),
    Printable(
        kind="ranking",
        title=N_("Ranking"),
        scope=Scope.EVENT,
        make=ranking,
        public=True,
    ),
)
