"""The functions of this extra that a server calls: its addresses, and the links to them."""

from server.web.edge.page_hooks import PageHooks, PagePart
from server.web.edge.services import ServerHooks
from yalta_extras.subscriptions import public

HOOKS = ServerHooks(
    pages=PageHooks(
        routers=(public.router,),
        parts={PagePart.HEAD: public.head, PagePart.SUBSCRIBING: public.links},
    ),
)
