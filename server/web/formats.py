"""The formats that a tournament can have, with their pages and the ways to set them up."""

from server.web.edge.format_pages import FormatPages
from server.web.knockouts.pages import KNOCKOUT_PAGES
from server.web.pbem.pages import PBEM_PAGES
from server.web.team_event.pages import TEAM_EVENT_PAGES
from server.web.ttt.pages import TTT_PAGES

FORMAT_PAGES: tuple[FormatPages, ...] = (TEAM_EVENT_PAGES, KNOCKOUT_PAGES, PBEM_PAGES, TTT_PAGES)
"""The formats, in the order in which pages show them."""
