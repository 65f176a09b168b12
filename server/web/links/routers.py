"""The sheets of links."""

from server.web.links import sheet_page

ROUTERS = (sheet_page.router,)
