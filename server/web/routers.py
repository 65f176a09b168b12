"""All routers of the web application, in the order in which routes are searched.

Routers of the public come first, because Starlette tries one route after another, at a third of a
millisecond per hundred routes. A route whose address has a fixed word comes before a route with a
placeholder in the same place, since the placeholder would match the word too.
"""

from server.web.accounts.orders import router as accounts_orders
from server.web.accounts.own_account import router as accounts_own_account
from server.web.accounts.pages import router as accounts_pages
from server.web.accounts.sessions import router as accounts_sessions
from server.web.accounts.sign_in import router as accounts_sign_in
from server.web.announcements.orders import router as announcements_orders
from server.web.announcements.pages import router as announcements_pages
from server.web.boards.orders import router as boards_orders
from server.web.boards.pages import router as boards_pages
from server.web.boards.sockets import router as board_socket
from server.web.calls.orders import router as calls_orders
from server.web.director.orders import router as director_orders
from server.web.director.pages import router as director_pages
from server.web.duplicate.public import router as duplicate_public
from server.web.edge.health import router as health
from server.web.edge.static_files import router as static_files
from server.web.entries.orders import router as entries_orders
from server.web.entries.pages import router as entries_pages
from server.web.formats import FORMAT_PAGES
from server.web.front.public import router as front_public
from server.web.hall.pages import hold_router as hold_page
from server.web.hall.pages import router as hall_pages
from server.web.hall.sockets import router as hall_sockets
from server.web.ledger.public import router as ledger_public
from server.web.links.orders import router as links_orders
from server.web.links.pages import router as links_pages
from server.web.links.sheets import router as links_sheets
from server.web.live.sockets import router as live_sockets
from server.web.log.pages import router as log_pages
from server.web.match_page.pages import router as match_page_pages
from server.web.match_page.pages import set_up_router as set_up_page
from server.web.match_page.public import router as match_page_public
from server.web.match_page.stories import router as match_page_stories
from server.web.matches.orders import router as matches_orders
from server.web.matches.tables import router as matches_tables
from server.web.network.pages import router as network_pages
from server.web.network.public import router as network_public
from server.web.paper.orders import router as paper_orders
from server.web.paper.pages import router as paper_pages
from server.web.people.orders import router as people_orders
from server.web.people.pages import router as people_pages
from server.web.people.player import router as player_public
from server.web.people.public import router as people_public
from server.web.phones.codes import router as phones_codes
from server.web.phones.codes import sheet_router as code_sheet
from server.web.phones.pages import router as phones_pages
from server.web.phones.pages import seat_router as seat_page
from server.web.prints.addresses import match_files_router as match_files
from server.web.prints.addresses import older_router as older_prints
from server.web.prints.addresses import position_router as prints_public
from server.web.prints.addresses import router as print_addresses
from server.web.prints.addresses import several_router as several_forms
from server.web.prints.pages import newest_router as newest_prints
from server.web.prints.pages import router as prints_pages
from server.web.results.pages import router as results_pages
from server.web.rolls.pages import router as rolls_pages
from server.web.rounds.pages import router as rounds_pages
from server.web.rulings.orders import router as rulings_orders
from server.web.rulings.pages import router as rulings_pages
from server.web.screens.public import router as screens_public
from server.web.search.public import router as search_public
from server.web.search.public import where_router as where_page
from server.web.shell.secret_shown import router as given_address
from server.web.shell.shell import router as shell
from server.web.teams.imports import router as teams_imports
from server.web.teams.orders import router as teams_orders
from server.web.teams.pages import router as teams_pages
from server.web.timetable.orders import router as timetable_orders
from server.web.timetable.pages import router as timetable_pages
from server.web.tournament.orders import router as tournament_orders
from server.web.tournament.pages import older_router as older_pages
from server.web.tournament.pages import router as tournament_pages
from server.web.tournament.public import events_api
from server.web.tournament.public import of_all as every_tournament
from server.web.tournament.public import router as tournament_public

PUBLIC_ROUTERS = (
    live_sockets,
    match_page_stories,
    front_public,
    screens_public,
    ledger_public,
    match_page_public,
    duplicate_public,
    network_public,
    static_files,
    shell,
    given_address,
)
"""The routers that need only public state: public pages, feeds, files, language and theme."""

ROUTERS = (
    *PUBLIC_ROUTERS,
    every_tournament,
    tournament_public,
    people_public,
    player_public,
    search_public,
    where_page,
    *(router for each in FORMAT_PAGES for router in each.routers),
    hall_pages,
    hold_page,
    network_pages,
    people_pages,
    set_up_page,
    director_orders,
    director_pages,
    rolls_pages,
    log_pages,
    results_pages,
    paper_orders,
    paper_pages,
    match_page_pages,
    hall_sockets,
    health,
    events_api,
    people_orders,
    matches_orders,
    matches_tables,
    calls_orders,
    match_files,
    prints_public,
    several_forms,
    print_addresses,
    older_prints,
    newest_prints,
    prints_pages,
    accounts_sessions,
    accounts_orders,
    links_orders,
    accounts_sign_in,
    accounts_own_account,
    accounts_pages,
    links_pages,
    tournament_orders,
    tournament_pages,
    older_pages,
    teams_orders,
    teams_pages,
    teams_imports,
    entries_orders,
    entries_pages,
    rounds_pages,
    rulings_orders,
    rulings_pages,
    timetable_orders,
    timetable_pages,
    links_sheets,
    announcements_orders,
    announcements_pages,
    boards_pages,
    boards_orders,
    board_socket,
    code_sheet,
    phones_codes,
    seat_page,
    phones_pages,
)
"""All routers. Their routes are analysed once per process, and serve every application.

`include_router` would make FastAPI analyse the routes again for each application. Since the routes
belong to no application, an application's `dependency_overrides` do not reach them: applications
differ only in their state.
"""
