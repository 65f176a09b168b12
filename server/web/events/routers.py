"""The public's pages of tournaments."""

from server.web.events import (
    archive_page,
    decision_pages,
    event_card,
    events_page,
    following_page,
    own_ttt_page,
    player_pages,
    search_page,
    tournament_page,
    where_page,
)

ROUTERS = (
    archive_page.router,
    decision_pages.router,
    event_card.router,
    events_page.router,
    following_page.router,
    tournament_page.router,
    player_pages.router,
    own_ttt_page.router,
    search_page.router,
    where_page.router,
)
