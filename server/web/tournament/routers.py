"""The director's pages of a tournament as a whole."""

from server.web.tournament import (
    entries_page,
    import_page,
    round_page,
)

ROUTERS = (
    import_page.router,
    entries_page.router,
    round_page.router,
)
