"""A tournament as a whole: by the API and on pages, its teams and entries, a round of it."""

from server.web.tournament import (
    entries_page,
    entry_orders,
    import_page,
    round_page,
    team_orders,
    team_pages,
    tournament_orders,
    tournament_pages,
)

ROUTERS = (
    tournament_orders.router,
    tournament_pages.router,
    team_orders.router,
    team_pages.router,
    import_page.router,
    entry_orders.router,
    entries_page.router,
    round_page.router,
)
