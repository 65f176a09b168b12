"""The printed tables as data files, one version a file name (ruling 2: data, not formulas)."""

import csv
from importlib.resources import files

TABLE_VERSION = "backgammon-2005"
"""The tables of Garal for backgammon, 2005 to 2009, as this package's data files name them."""

TABLE_TITLE = "tables: Garal, backgammon, 2005–2009"
"""How a form names the tables it was scored with."""


def table_rows(unit: str) -> list[dict[str, str]]:
    """Rows of the table of `unit` ("smp", "imp" or "vp"), cells by column heading, as printed."""
    name = f"{unit}_{TABLE_VERSION.replace('-', '_')}.csv"
    text = files("rules.scoring").joinpath("tables", name).read_text(encoding="utf-8")
    return list(csv.DictReader(text.splitlines()))
