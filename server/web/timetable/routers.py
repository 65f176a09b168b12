"""A tournament's hours: orders about them and their page."""

from server.web.timetable import orders, pages

ROUTERS = (orders.router, pages.router)
