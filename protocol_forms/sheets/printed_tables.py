"""The SMP, IMP and VP tables as they stand, small, on the back of a form that is filled by hand.

Source: the three tables of Fair Backgammon Duplicated Team Tournament (Garal, 2008); ruling 2.
"""

from protocol_forms.form_texts import N_, Say
from rules.scoring.scales import CUBES, MATCH_LENGTHS, TABLE_TITLE, results_of, table_rows


def tables_for_the_back(games: int, say: Say) -> dict[str, object]:
    """The three tables as a template prints them, the VP column of so many games a room marked."""
    column = str(results_of(games)) if games in MATCH_LENGTHS else ""
    steps = table_rows("imp")
    columns = [str(results_of(each)) for each in MATCH_LENGTHS]
    return {
        "heading": say(N_("Tables")),
        "source": say(TABLE_TITLE),
        "smp": {
            "title": say(N_("Small match points (SMP)")),
            "left": say(N_("Remaining checkers")),
            "across": say(N_("Doubling cube")),
            "columns": [str(cube) for cube in CUBES],
            "rows": [
                [row["row"], *(row[str(cube)] for cube in CUBES)] for row in table_rows("smp")
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
                for row in table_rows("vp")
            ],
        },
    }
