"""Forms and files of matches, to be printed or kept."""

from server.web.prints import (
    desk_page,
    match_files,
    position_pages,
    print_addresses,
    several_forms,
)

ROUTERS = (
    match_files.router,
    position_pages.router,
    several_forms.public,  # before those that take any name for a form
    print_addresses.router,
    print_addresses.older,
    desk_page.newest,
    desk_page.router,
)
