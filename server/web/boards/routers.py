"""The boards' sockets, the page of their keys, and phones that become boards."""

from server.web.boards import (
    board_pages,
    board_socket,
    code_page,
    code_sheet,
    seat_page,
    table_page,
)

ROUTERS = (
    board_pages.router,
    board_socket.router,
    code_sheet.router,
    code_page.router,
    seat_page.router,
    table_page.router,
)
