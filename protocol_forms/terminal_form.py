"""The match protocol for a terminal of eighty columns: the same rows, for the operator's desk."""

from rich.console import Group
from rich.table import Table
from rich.text import Text

from protocol_forms.match_protocol import shortened, signed
from protocol_forms.protocol_view import MatchProtocolView, ProtocolRow

_TONES = {"open": "cyan", "closed": "magenta"}
_NAME_LETTERS = 7


def match_protocol_table(view: MatchProtocolView) -> Group:
    """The protocol as something rich can print; names are shown as written, never as markup."""
    lines = [_outcome(view), *view.notes, f"{view.table_title} · {view.state}"]
    return Group(
        Text(f"Match protocol: {view.home.name} – {view.away.name}", style="bold"),
        _table(view),
        *(Text(line) for line in lines),
    )


def _outcome(view: MatchProtocolView) -> str:
    difference = f"Difference in IMP {signed(view.difference)}"
    if not view.complete:
        return f"{difference} so far; VP after all games"
    result = f"{difference}, VP {view.home.vp}–{view.away.vp}"
    return f"{result}, won by {view.winner}" if view.winner else f"{result}, level in IMP"


def _table(view: MatchProtocolView) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, 1, 0, 0), show_footer=True)
    home, away = view.home, view.away
    table.add_column("Game", "Sum", justify="right", no_wrap=True)
    table.add_column("Roll", justify="right", no_wrap=True)
    heads = [("Cube", home.name), ("Cube", "offer"), ("Cube", away.name)]
    heads += [(unit, name) for unit in ("Left", "SMP", "IMP") for name in (home.name, away.name)]
    sums = ["", "", "", "", "", *map(str, (home.smp, away.smp, home.imp, away.imp))]
    for (unit, name), total in zip(heads, sums, strict=True):
        head = Text(f"{unit}\n{shortened(name, _NAME_LETTERS)}")
        table.add_column(head, total, justify="right", no_wrap=True)
    for row in view.rows:
        table.add_row(*_cells(row), style=_TONES[row.room])
    return table


def _cells(row: ProtocolRow) -> list[str]:
    offered = row.cube_proposed
    cube = _shown(offered) if row.cube_unowned is None else f"{row.cube_unowned}*"
    game = f"{row.game} " if row.room == "open" else ""
    figures = (row.left_home, row.left_away, row.smp_home, row.smp_away, row.imp_home, row.imp_away)
    return [
        f"{game}{row.letter}{row.mark}",
        row.opening or "",
        _shown(row.cube_home),
        cube,
        _shown(row.cube_away),
        *map(_shown, figures),
    ]


def _shown(value: int | None) -> str:
    return "" if value is None else str(value)
