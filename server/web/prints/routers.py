"""Forms and files of matches, to be printed or kept."""

from server.web.prints import (
    desk_page,
    forms,
    match_files,
    match_protocols,
    position_sheets,
    several_forms,
    standings_forms,
)

ROUTERS = (
    match_protocols.operators,
    match_protocols.public,
    match_files.router,
    position_sheets.router,
    several_forms.public,  # before those that take any name for a form
    standings_forms.operators,
    standings_forms.public,
    forms.operators,
    forms.public,
    desk_page.newest,
    desk_page.router,
)
