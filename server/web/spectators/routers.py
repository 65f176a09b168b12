"""The public's pages over what the hub makes public, and its feeds."""

from server.web.spectators import (
    double_answers,
    duplicate_page,
    ledger_pages,
    live_socket,
    match_page,
    overlay_page,
    screen_address,
    screen_page,
    stories,
    table_pages,
    tournament_socket,
)
from server.web.spectators.closed_seat import seat_pages
from server.web.spectators.embeds import embed_page, oembed
from server.web.spectators.share_cards import card_routes, front_card

ROUTERS = (
    live_socket.router,
    tournament_socket.router,
    stories.router,
    double_answers.router,
    table_pages.router,
    screen_page.router,
    screen_address.router,
    overlay_page.router,
    ledger_pages.router,
    seat_pages.router,
    match_page.router,
    duplicate_page.router,
    card_routes.router,
    front_card.router,
    embed_page.router,
    oembed.router,
)
