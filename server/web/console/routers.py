"""Everything for those who run the hall, serve a room, captain a team or sit at a table."""

from server.web.console import (
    director_orders,
    director_pages,
    hall_page,
    hold_page,
    log_page,
    match_pages,
    paper_orders,
    paper_page,
    people_pages,
    set_up_page,
    sheet_page,
    sockets,
)
from server.web.console.wrong_rolls import pages as wrong_rolls

ROUTERS = (
    hall_page.router,
    hold_page.router,
    people_pages.router,
    set_up_page.router,
    director_orders.router,
    director_pages.router,
    wrong_rolls.router,
    log_page.router,
    sheet_page.router,
    paper_orders.router,
    paper_page.router,
    match_pages.router,
    sockets.router,
)
"""Before a match's page that by which one is set up, whose address would be that of match "new"."""
