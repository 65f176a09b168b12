"""The public's pages over what the hub makes public, and its feeds."""

from server.web.spectators import ledger_pages, live_socket, match_page, stories, table_pages

ROUTERS = (
    live_socket.router,
    stories.router,
    table_pages.router,
    ledger_pages.router,
    match_page.router,
)
