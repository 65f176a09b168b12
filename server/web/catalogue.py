"""The catalogue of all orders: the address of each, who may give it, and the page of its form."""

from collections.abc import Iterator
from dataclasses import dataclass

from server.access import Action
from server.tournaments.decide import ORDERS as OF_TOURNAMENTS
from server.web.announcements.orders import ANNOUNCEMENTS
from server.web.boards.orders import SWAP, TABLE_BOARDS
from server.web.calls.orders import CALLS, HOLDS_OF_HALL
from server.web.director.orders import DIRECTORS_API, DIRECTORS_PAGE, OF_MATCH
from server.web.entries.orders import DESK_ORDERS
from server.web.knockouts.orders import KNOCKOUT_ORDERS
from server.web.matches.tables import PRESENCE
from server.web.orders.order_list import Order, OrderList
from server.web.pbem.orders import MESSAGE_ORDERS
from server.web.rulings.orders import RULING_ORDERS
from server.web.team_event.orders import STAGE_ORDERS
from server.web.timetable.orders import TIME_ORDERS
from server.web.ttt.orders import OWN_TTT_ORDERS, TTT_ORDERS

SINGLE_ORDERS = (*CALLS, *TABLE_BOARDS, SWAP, *HOLDS_OF_HALL, *ANNOUNCEMENTS, *PRESENCE)
"""The orders that have an address of their own, except the director's orders about a match."""
ORDER_LISTS = (
    STAGE_ORDERS,
    TIME_ORDERS,
    DESK_ORDERS,
    RULING_ORDERS,
    KNOCKOUT_ORDERS,
    MESSAGE_ORDERS,
    TTT_ORDERS,
    OWN_TTT_ORDERS,
)


@dataclass(frozen=True, slots=True)
class CatalogueEntry:
    """An order with the address at which programs give it and the page that has its form.

    `api` is the address in the API, empty if the order is given only by a form; `method` is the
    API's HTTP method. `actions` are all rights that the sender needs: the right that the route
    checks and, for some orders, a right that is checked when the order is carried out. Orders of
    one OrderList share an address: `listed` is that list, or None if the order has an address of
    its own.
    """

    order: Order
    api: str
    page: str
    actions: tuple[Action, ...]
    listed: OrderList | None = None
    method: str = "POST"


def catalogue() -> Iterator[CatalogueEntry]:
    """Yield every order: those that share an address, those about a match, then all others."""
    for listed in ORDER_LISTS:
        for each in listed.orders:
            rows = OF_TOURNAMENTS.get(each.command) if each.command else None
            asked = (listed.action, each.action, rows.action if rows else None)
            actions = tuple(action for action in asked if action is not None)
            yield CatalogueEntry(each, listed.api, listed.page, actions, listed)
    for order in OF_MATCH:
        api, page = f"{DIRECTORS_API}/{order.name}", f"{DIRECTORS_PAGE}/{order.name}"
        yield CatalogueEntry(order, api, page, (Action.DIRECT,))
    for one in SINGLE_ORDERS:
        yield CatalogueEntry(one.order, one.api, one.page, (one.action,), method=one.method)
