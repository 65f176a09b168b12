"""Queries and cases: their orders and their page."""

from server.web.rulings import orders, pages

ROUTERS = (orders.router, pages.router)
