"""Knockouts by messages."""

from server.web.messages import messages_api, messages_page

ROUTERS = (messages_api.router, messages_page.router)
