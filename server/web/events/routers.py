"""The public's pages of tournaments."""

from server.web.events import (
    archive_page,
    decision_pages,
    events_page,
    following_page,
    player_pages,
    search_page,
    tournament_page,
    where_page,
)

ROUTERS = (
    archive_page.router,
    decision_pages.router,
    events_page.router,
    following_page.router,
    tournament_page.router,
    tournament_page.cards,
    player_pages.router,
    search_page.router,
    where_page.router,
)
