"""The scoring tables of SMP, IMP and VP as forms to hang up.

Source: the three tables at the end of Fair Backgammon Duplicated Team Tournament (Garal, 2008).
Each cell is as it is printed there, even where a formula would give another value (ruling 2). One
row label is a misprint: "27–2" means 28–2, and a note says so. The same scoring tables are also
made in small print, for the back of a form that is filled in by hand.
"""

from protocol_forms.grids import Grid, GridColumn, GridsForm
from protocol_forms.labels import Say, in_english
from rules.scoring.scales import (
    CUBES,
    MATCH_LENGTHS,
    SCORING_TABLES_TITLE,
    results_of,
    scoring_table,
)
from rules.text import N_

_SOURCE = "Fair Backgammon Duplicated Team Tournament (Garal, 2008)"
_COPYRIGHT = "Copyright © 2005-2009 by Dr. Jakob Garal"
_MISPRINT = N_("* The document prints this row as %(printed)s, a misprint of %(meant)s.")
_ROWS = {"Pass/15": N_("Pass/15"), "Triple": N_("Triple")}


def scoring_tables_form(say: Say = in_english) -> GridsForm:
    """Return a form with the three scoring tables by which a match of backgammon is scored."""
    return GridsForm(
        title=say(N_("Scoring tables for backgammon")),
        event=_SOURCE,
        tables=(_smp(say), _imp(say), _vp(say)),
        state=_COPYRIGHT,
    )


def _smp(say: Say) -> Grid:
    cube = say(N_("Doubling cube"))
    columns = (
        GridColumn(say(N_("Remaining checkers"))),
        *(GridColumn(str(value), figure=True, group=cube) for value in CUBES),
    )
    rows = tuple(
        (_row(printed["row"], say), *(printed[str(value)] for value in CUBES))
        for printed in scoring_table("smp")
    )
    return Grid(say(N_("Small match points table")), columns, rows)


def _row(printed: str, say: Say) -> str:
    return say(_ROWS[printed]) if printed in _ROWS else printed


def _imp(say: Say) -> Grid:
    """Return the scoring table of IMP in two halves side by side, as in the source."""
    difference = say(N_("Score difference"))
    pair = (GridColumn(difference, figure=True), GridColumn("IMP", figure=True, strong=True))
    steps = [
        (f"{step['from']}–{step['to']}" if step["to"] else f"{step['from']}+", step["imp"])
        for step in scoring_table("imp")
    ]
    half = len(steps) // 2
    rows = tuple((*left, *right) for left, right in zip(steps[:half], steps[half:], strict=True))
    return Grid(say(N_("International match points table")), (*pair, *pair), rows)


def _vp(say: Say) -> Grid:
    counts = [str(results_of(games)) for games in MATCH_LENGTHS]
    results = say(N_("Number of games, both rooms together"))
    columns = (
        GridColumn(say(N_("Victory points")), strong=True),
        *(GridColumn(count, figure=True, group=results) for count in counts),
    )
    rows, notes = list[tuple[str, ...]](), list[str]()
    for line in scoring_table("vp"):
        points = f"{line['winner']}–{line['loser']}"
        printed = line["printed"].replace("-", "–")
        if printed != points:
            notes.append(say(_MISPRINT, printed=printed, meant=points))
            points += "*"
        rows.append((points, *(line[count].replace("-", "–") for count in counts)))
    return Grid(say(N_("Victory points table")), columns, tuple(rows), tuple(notes))


def scoring_tables_for_the_back(games: int, say: Say) -> dict[str, object]:
    """Return the values from which a template prints the three scoring tables.

    The VP column for a match of `games` games per room is marked.
    """
    column = str(results_of(games)) if games in MATCH_LENGTHS else ""
    steps = scoring_table("imp")
    columns = [str(results_of(each)) for each in MATCH_LENGTHS]
    return {
        "heading": say(N_("Scoring tables")),
        "source": say(SCORING_TABLES_TITLE),
        "copyright": _COPYRIGHT,
        "smp": {
            "title": say(N_("Small match points (SMP)")),
            "left": say(N_("Remaining checkers")),
            "across": say(N_("Doubling cube")),
            "columns": [str(cube) for cube in CUBES],
            "rows": [
                [row["row"], *(row[str(cube)] for cube in CUBES)] for row in scoring_table("smp")
            ],
        },
        "imp": {
            "title": say(N_("International match points (IMP)")),
            "left": say(N_("SMP")),
            "rows": [
                [f"{row['from']}–{row['to']}" if row["to"] else f"{row['from']}+", row["imp"]]
                for row in steps
            ],
        },
        "vp": {
            "title": say(N_("Victory points (VP)")),
            "left": say(N_("VP")),
            "across": say(N_("Difference in IMP, by the number of results (two a game)")),
            "columns": columns,
            "marked": columns.index(column) if column else -1,
            "rows": [
                [f"{row['winner']}–{row['loser']}", *(row[each] for each in columns)]
                for row in scoring_table("vp")
            ],
        },
    }
