"""The counter's additions to a server: a page, and a link below each match."""

from gammon_counter import public
from server.web.edge.page_hooks import PageHooks, PagePart
from server.web.edge.services import ServerHooks

HOOKS = ServerHooks(
    pages=PageHooks(routers=(public.router,), parts={PagePart.MATCH_LINKS: public.gammons_of_match})
)
