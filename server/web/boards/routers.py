"""The boards: their keys by the API and on their page, their sockets, phones that become boards."""

from server.web.boards import (
    board_socket,
    code_page,
    code_sheet,
    orders,
    pages,
    seat_page,
    table_page,
)

ROUTERS = (
    pages.router,
    orders.router,
    board_socket.router,
    code_sheet.router,
    code_page.router,
    seat_page.router,
    table_page.router,
)
