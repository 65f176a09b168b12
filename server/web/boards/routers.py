"""The boards' socket, and the page of their keys."""

from server.web.boards import board_pages, board_socket

ROUTERS = (board_pages.router, board_socket.router)
