"""The pages of a tournament as a whole."""

from server.web.tournament import event_page, player_pages, tournament_page

ROUTERS = (event_page.router, tournament_page.router, player_pages.router)
