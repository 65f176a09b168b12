"""Announcements to everybody."""

from server.web.announcements import orders, pages

ROUTERS = (orders.router, pages.router)
