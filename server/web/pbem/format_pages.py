"""Knockouts by messages on a tournament's pages; their brackets are those of other knockouts."""

from rules.formats.knockout.draws import PRESETS
from rules.formats.pbem.deciding import PBEM
from server.web.edge.format_pages import FormatPages, Preset
from server.web.pbem import orders, pages

PBEM_PAGES = FormatPages(
    PBEM,
    lambda _: None,
    (orders.router, pages.router),
    presets=tuple(
        Preset(each.name, each.label, "/messages#start")
        for each in PRESETS.values()
        if each.by_messages
    ),
)
