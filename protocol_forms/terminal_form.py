"""The match protocol as a grid for a terminal of eighty columns, for the operator."""

from rich.console import Group
from rich.table import Table
from rich.text import Text

from protocol_forms.any_form import AnyView
from protocol_forms.labels import shortened, signed
from protocol_forms.match_play_form import MatchPlayRow, MatchPlayView
from protocol_forms.protocol_view import MatchProtocolView, ProtocolRow

_TONES = {"open": "cyan", "closed": "magenta"}
_NAME_LETTERS = 7


def form_table(view: AnyView) -> Group:
    """Return the form of any match as a renderable object for rich to print."""
    return match_play_table(view) if isinstance(view, MatchPlayView) else match_protocol_table(view)


def match_protocol_table(view: MatchProtocolView) -> Group:
    """Return the match protocol for rich to print; names are never read as markup."""
    lines = [_outcome(view), *view.notes, f"{view.table_title} · {view.state}"]
    return Group(
        Text(f"Match protocol: {view.home.name} – {view.away.name}", style="bold"),
        _table(view),
        *(Text(line) for line in lines),
    )


def _outcome(view: MatchProtocolView) -> str:
    difference = f"Difference in {view.compared} {signed(view.difference)}"
    if not view.complete:
        return f"{difference} so far" + ("" if _counted(view) else "; VP after all games")
    result = difference if _counted(view) else f"{difference}, VP {view.home.vp}–{view.away.vp}"
    level = f"{result}, level in {view.compared}"
    return f"{result}, won by {view.winner}" if view.winner else level


def _counted(view: MatchProtocolView) -> bool:
    return view.home.tally is not None


def _table(view: MatchProtocolView) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, 1, 0, 0), show_footer=True)
    table.add_column("Game", "Sum", justify="right", no_wrap=True)
    table.add_column("Roll", justify="right", no_wrap=True)
    for unit, name, total in _columns(view):
        head = Text(f"{unit}\n{shortened(name, _NAME_LETTERS)}")
        table.add_column(head, _shown(total), justify="right", no_wrap=True)
    for row in view.rows:
        figures = _tallies(row) if _counted(view) else _points(row)
        table.add_row(*_place(row), *figures, style=_TONES[row.room])
    return table


def _columns(view: MatchProtocolView) -> list[tuple[str, str, int | None]]:
    """Return the unit of each column of figures, the team whose figures they are, and their sum."""
    home, away = view.home, view.away
    if _counted(view):
        unit = view.compared.capitalize()
        return [(unit, home.name, home.tally), (unit, away.name, away.tally)]
    return [
        ("Cube", home.name, None),
        ("Cube", "offer", None),
        ("Cube", away.name, None),
        ("Left", home.name, None),
        ("Left", away.name, None),
        ("SMP", home.name, home.smp),
        ("SMP", away.name, away.smp),
        ("IMP", home.name, home.imp),
        ("IMP", away.name, away.imp),
    ]


def _place(row: ProtocolRow) -> list[str]:
    game = f"{row.game} " if row.room == "open" else ""
    return [f"{game}{row.letter}{row.mark}", row.opening or ""]


def _tallies(row: ProtocolRow) -> list[str]:
    return [_shown(row.tally_home), _shown(row.tally_away)]


def _points(row: ProtocolRow) -> list[str]:
    offered = row.cube_proposed
    cube = _shown(offered) if row.cube_unowned is None else f"{row.cube_unowned}*"
    figures = (row.left_home, row.left_away, row.smp_home, row.smp_away, row.imp_home, row.imp_away)
    return [_shown(row.cube_home), cube, _shown(row.cube_away), *map(_shown, figures)]


def _shown(value: int | None) -> str:
    return "" if value is None else str(value)


def match_play_table(view: MatchPlayView) -> Group:
    """Return the form of a match at one table for rich to print; names are never read as markup."""
    score = f"{view.score_white}–{view.score_red}"
    won = f"Result {score}, won by {view.winner}" if view.winner else f"Score so far {score}"
    lines = [won, *view.notes, view.state]
    return Group(
        Text(f"Match to {view.length}: {view.white} – {view.red}", style="bold"),
        _games(view),
        *(Text(line) for line in lines),
    )


def _games(view: MatchPlayView) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, 1, 0, 0))
    for name in ("Game", "Roll"):
        table.add_column(name, justify="right", no_wrap=True)
    table.add_column("How it ended", no_wrap=True)
    table.add_column("Cube", no_wrap=True)
    for unit in ("Points", "Score"):
        for name in (view.white, view.red):
            head = Text(f"{unit}\n{shortened(name, _NAME_LETTERS)}")
            table.add_column(head, justify="right", no_wrap=True)
    for row in view.rows:
        figures = (row.points_white, row.points_red, row.score_white, row.score_red)
        game = f"{row.game}{row.mark}"
        table.add_row(game, row.opening or "", row.how, _cube(row), *map(_shown, figures))
    return table


def _cube(row: MatchPlayRow) -> str:
    if row.crawford:
        return "Crawford"
    return f"{row.cube}, offer {row.proposed}" if row.proposed else str(row.cube)
