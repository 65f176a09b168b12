"""Every router of the web application, in the order in which addresses are looked for.

The public's come first: Starlette tries routes one after the other, a hundred in a third of a
millisecond. What is more exact comes before what takes any name.
"""

from server.web.accounts.accounts_api import router as accounts_orders
from server.web.accounts.accounts_page import router as accounts_pages
from server.web.accounts.link_pages import router as links_pages
from server.web.accounts.links_api import router as links_orders
from server.web.accounts.own_account_page import router as accounts_own_account
from server.web.accounts.session_api import router as accounts_sessions
from server.web.accounts.sign_in import router as accounts_sign_in
from server.web.announcements.orders import router as announcements_orders
from server.web.announcements.pages import router as announcements_pages
from server.web.api.calls import router as calls_orders
from server.web.api.events import router as events_api
from server.web.api.health import router as health
from server.web.api.matches import router as matches_orders
from server.web.api.persons import router as people_orders
from server.web.api.tables import router as matches_tables
from server.web.boards.board_socket import router as board_socket
from server.web.boards.code_page import router as phones_codes
from server.web.boards.code_sheet import router as code_sheet
from server.web.boards.orders import router as boards_orders
from server.web.boards.pages import router as boards_pages
from server.web.boards.seat_page import router as seat_page
from server.web.boards.table_page import router as phones_pages
from server.web.broadcast.broadcast_pages import router as broadcast_pages
from server.web.console.director_orders import router as director_orders
from server.web.console.director_pages import router as director_pages
from server.web.console.hall_page import router as hall_pages
from server.web.console.hold_page import router as hold_page
from server.web.console.log_page import router as log_pages
from server.web.console.match_pages import router as match_page_pages
from server.web.console.paper_orders import router as paper_orders
from server.web.console.paper_page import router as paper_pages
from server.web.console.people_pages import router as people_pages
from server.web.console.set_up_page import router as set_up_page
from server.web.console.sheet_page import router as results_pages
from server.web.console.sockets import router as hall_sockets
from server.web.console.wrong_rolls.pages import router as rolls_pages
from server.web.edge.static_files import router as static_files
from server.web.events.archive_page import router as archive_page
from server.web.events.decision_pages import router as people_decisions
from server.web.events.events_page import router as tournament_public
from server.web.events.following_page import router as following_page
from server.web.events.player_pages import router as people_public
from server.web.events.search_page import router as search_public
from server.web.events.tournament_page import cards as tournament_cards
from server.web.events.tournament_page import router as tournament_page
from server.web.events.where_page import router as where_page
from server.web.formats import FORMAT_PAGES
from server.web.links.sheet_page import router as links_sheets
from server.web.pages.given_address import router as given_address
from server.web.pages.shell import router as shell
from server.web.prints.desk_page import newest as newest_prints
from server.web.prints.desk_page import router as prints_pages
from server.web.prints.match_files import router as match_files
from server.web.prints.position_pages import router as prints_public
from server.web.prints.print_addresses import older as older_prints
from server.web.prints.print_addresses import router as print_addresses
from server.web.prints.several_forms import public as several_forms
from server.web.rulings.orders import router as rulings_orders
from server.web.rulings.pages import router as rulings_pages
from server.web.spectators.closed_seat.seat_pages import router as closed_seat_pages
from server.web.spectators.double_answers import router as doubles_public
from server.web.spectators.duplicate_page import router as duplicate_public
from server.web.spectators.embeds.embed_page import router as embed_page
from server.web.spectators.embeds.oembed import router as oembed
from server.web.spectators.ledger_pages import router as ledger_public
from server.web.spectators.live_socket import router as live_sockets
from server.web.spectators.match_page import router as match_page_public
from server.web.spectators.overlay_page import router as screens_overlay
from server.web.spectators.screen_address import router as screen_address
from server.web.spectators.screen_page import router as screens_public
from server.web.spectators.share_cards.card_routes import router as cards_public
from server.web.spectators.share_cards.front_card import router as front_cards
from server.web.spectators.stories import router as match_page_stories
from server.web.spectators.table_pages import router as front_public
from server.web.spectators.tournament_socket import router as tournament_socket
from server.web.timetable.orders import router as timetable_orders
from server.web.timetable.pages import router as timetable_pages
from server.web.tournament.entries_page import router as entries_pages
from server.web.tournament.entry_orders import router as entries_orders
from server.web.tournament.import_page import router as teams_imports
from server.web.tournament.round_page import router as rounds_pages
from server.web.tournament.team_orders import router as teams_orders
from server.web.tournament.team_pages import router as teams_pages
from server.web.tournament.tournament_orders import router as tournament_orders
from server.web.tournament.tournament_pages import router as tournament_pages

PUBLIC_ROUTERS = (
    live_sockets,
    tournament_socket,
    match_page_stories,
    doubles_public,
    front_public,
    screens_public,
    screen_address,
    screens_overlay,
    ledger_public,
    closed_seat_pages,
    match_page_public,
    duplicate_public,
    cards_public,
    front_cards,
    embed_page,
    oembed,
    static_files,
    shell,
    given_address,
)
"""The public's pages and feeds over what the hub makes public, and the frame of every page."""

ROUTERS = (
    *PUBLIC_ROUTERS,
    archive_page,
    people_decisions,
    tournament_public,
    following_page,
    tournament_page,
    tournament_cards,
    people_public,
    search_public,
    where_page,
    *(router for each in FORMAT_PAGES for router in each.routers),
    hall_pages,
    hold_page,
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
    broadcast_pages,
)
"""Their routes, analysed once a process, serve every application as they are.

`include_router` would have FastAPI analyse each again for each application. As they belong to none,
an application's `dependency_overrides` do not reach them: what differs is in its state.
"""
