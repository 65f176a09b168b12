"""Announcements to everybody."""

from server.web.announcements import announcements_api, announcements_page

ROUTERS = (announcements_api.router, announcements_page.router)
