"""A knockout's bracket on paper and in files: a grid for each round, and the players' places."""

from collections.abc import Sequence

from protocol_forms.grids import Grid, GridColumn, GridsForm
from protocol_forms.sheets.bracket_sheet import (
    BracketBox,
    BracketColumn,
    BracketSide,
    bracket_sheet,
)
from protocol_forms.writers.sheet import Sheet
from rules.formats.knockout.deciding import KNOCKOUT
from rules.text import N_
from server.values.naming import Names
from server.views.director.seen_results import points_seen_by
from server.views.knockouts.values import (
    BracketMatchShown,
    BracketPage,
    BracketRoundShown,
    KnockoutShown,
    PlayerShown,
)
from server.views.printable import FormContext, PlayedOut, Printable, Scope, tournament_called
from server.words.translation import Words


def bracket(context: FormContext) -> GridsForm:
    """Return a form with a grid for each round of every knockout of the tournament."""
    return bracket_form(tournament_called(context), knockouts_shown(context), context.words)


def bracket_tree(context: FormContext) -> Sheet:
    """Return a typeset page with every bracket drawn as a tree, to be hung up."""
    return bracket_to_hang(tournament_called(context), knockouts_shown(context), context.words)


def knockouts_shown(context: FormContext) -> list[KnockoutShown]:
    """Return all knockouts of the tournament with the results that the form may show."""
    hall, tournament, words = context.hall, context.tournament, context.words
    known, of = context.outcomes, tournament.tournament
    public = known.to_points(hall, of)
    outcomes = public if context.public else points_seen_by(context.visitor, hall, known, of)
    addresses = hall.addresses(tournament.tournament)
    page = BracketPage(outcomes, hall.names(context.order.code), addresses, words)
    return [page.knockout(each) for each in tournament.state.of(KNOCKOUT).by_number.values()]


def bracket_form(event: str, knockouts: Sequence[KnockoutShown], words: Words) -> GridsForm:
    """Return a form with the rounds of each knockout.

    A knockout that is not drawn yet is shown with its entrants. `event` is the tournament's title.
    """
    tables = [table for each in knockouts for table in _tables(each, words)]
    seeds = [
        f"{each.name}, {round_.name}: {words.gettext('seed')} {round_.seed}"
        for each in knockouts
        for round_ in each.rounds
        if round_.seed
    ]
    return GridsForm(words.gettext("Bracket"), event, tuple(tables), notes=tuple(seeds))


def grids_of_archive(event: str, known: PlayedOut, names: Names, words: Words) -> GridsForm:
    """Return the form of an archived tournament's brackets, made from its finished matches.

    `event` is the tournament's name, `known` its state in each format and the outcomes of its
    matches.
    """
    page = BracketPage(known.to_points, names, {}, words)
    every = KNOCKOUT.of(known.states).by_number.values()
    return bracket_form(event, [page.knockout(each) for each in every], words)


def bracket_to_hang(event: str, knockouts: Sequence[KnockoutShown], words: Words) -> Sheet:
    """Return a sheet with the bracket of each knockout as a tree, to be hung up.

    A knockout with a new draw for each round has no tree and is left out. `event` is the
    tournament's title.
    """
    brackets = [
        (each.name, [_column(round_) for round_ in each.rounds])
        for each in knockouts
        if each.tree and each.rounds
    ]
    return bracket_sheet(event, brackets, words.gettext, words.code)


def _column(shown: BracketRoundShown) -> BracketColumn:
    matches = tuple(
        BracketBox(each.label, _side(each.white), _side(each.red), "" if each.bye else each.note)
        for each in shown.matches
    )
    return BracketColumn(shown.name, shown.length, matches)


def _side(player: PlayerShown) -> BracketSide:
    name = player.name if player.id or player.out else f"({player.name})"
    return BracketSide(name, player.points, player.won)


def _tables(knockout: KnockoutShown, words: Words) -> list[Grid]:
    if not knockout.rounds:
        player = GridColumn(words.gettext("Player"), strong=True)
        entered = tuple((each.name,) for each in knockout.entrants)
        return [Grid(f"{knockout.name}. {words.gettext('Not drawn yet.')}", (player,), entered)]
    tables = [_round(knockout, each, words) for each in knockout.rounds if each.matches]
    if knockout.placings:
        columns = (
            GridColumn(words.gettext("Place"), figure=True),
            GridColumn(words.gettext("Player"), strong=True),
        )
        rows = tuple(
            (each.places, player.name) for each in knockout.placings for player in each.players
        )
        tables.append(Grid(f"{knockout.name}. {words.gettext('Places')}", columns, rows))
    return tables


def _round(knockout: KnockoutShown, shown: BracketRoundShown, words: Words) -> Grid:
    columns = (
        GridColumn(words.gettext("Match"), figure=True),
        GridColumn(words.gettext("White")),
        GridColumn(words.gettext("Red")),
        GridColumn(words.gettext("Points"), figure=True),
        GridColumn(words.gettext("Goes through"), strong=True),
    )
    length = words.ngettext("to %(num)s point", "to %(num)s points", shown.length)
    heading = f"{knockout.name}. {shown.name}, {length}"
    return Grid(heading, columns, tuple(_row(each, words) for each in shown.matches))


def _row(match: BracketMatchShown, words: Words) -> tuple[str, ...]:
    white, red = match.sides
    points = f"{white.points}–{red.points}" if white.points and red.points else ""
    winner = next((each.name for each in match.sides if each.won), "")
    note = match.note if match.note and not match.bye else ""
    goes_on = ", ".join(filter(None, (winner, note)))
    return match.label or "–", _named(white, words), _named(red, words), points, goes_on


def _named(player: PlayerShown, words: Words) -> str:
    if not player.lucky:
        return player.name
    return f"{player.name} ({words.gettext('lucky loser')})"


def _has_knockouts(context: FormContext) -> bool:
    return bool(context.tournament.state.of(KNOCKOUT).by_number)


PRINTS: tuple[Printable, ...] = (
    Printable(
        kind="bracket",
        title=N_("Bracket"),
        scope=Scope.EVENT,
        make=bracket,
        public=True,
        offered=_has_knockouts,
        of_archive=grids_of_archive,
    ),
    Printable(
        kind="bracket-tree",
        title=N_("Bracket to hang up"),
        scope=Scope.EVENT,
        make=bracket_tree,
        public=True,
        offered=_has_knockouts,
    ),
)
