"""The pages of a tournament as a whole."""

from server.web.tournament import (
    case_page,
    entries_page,
    event_page,
    events_page,
    import_page,
    player_pages,
    round_page,
    timetable_page,
    tournament_page,
    where_page,
)

ROUTERS = (
    event_page.router,
    case_page.router,
    events_page.router,
    import_page.router,
    entries_page.router,
    timetable_page.router,
    round_page.router,
    where_page.router,
    tournament_page.router,
    player_pages.router,
)
