"""The director's orders as a match's page lists them: each once, those first that cannot wait.

Which orders a match has goes by how far it is, its game and its tables. One that cannot be given
now stands in its place with from when, so that nobody fills in a form in vain.
"""

from dataclasses import dataclass

from rules.games.known_games import INFOS
from rules.text import N_
from server.console.match_view import MatchView
from server.console.order_times import order_wait
from server.matches.match_record import MatchRecord
from server.web.console.director_orders import ORDERS, DirectorOrder, Stage
from server.words.translation import Words

URGENT = 3
"""How many orders stand open, before the others."""

_WRONG_ROLL_URGENT = 3
"""The place of *A roll was wrong* among the urgent: each roll since leaves fewer choices.

Only two rooms have it; there a wrong result, which has *Correct* in its row, is among the others.
"""


@dataclass(frozen=True, slots=True)
class ListedOrder:
    """An order in a match's list: the words of its `link`, and the `address` of its form.

    `wait` says from when it can be given, and is empty where it can be now. `urgent` is as of
    `DirectorOrder`.
    """

    name: str
    link: str
    address: str
    wait: str
    destroys: bool = False
    urgent: int = 0


@dataclass(frozen=True, slots=True)
class ListedOrders:
    """Every order of a match once: the `urgent`, most urgent first, and the `others`."""

    urgent: tuple[ListedOrder, ...]
    others: tuple[ListedOrder, ...]


def listed_orders(view: MatchView, record: MatchRecord, words: Words) -> ListedOrders:
    """The orders of a match, and of two rooms the page of a roll found wrong."""
    here = f"/hall{view.address.path}"
    listed = [
        ListedOrder(
            order.name,
            words.gettext(order.link),
            f"{here}/orders/{order.name}",
            wait_of(order, record, words),
            order.destroys,
            order.urgent,
        )
        for order in _orders_of(view)
    ]
    if not view.one_table and (view.game or not view.over):
        name, link = "wrong-roll", words.gettext(N_("A roll was wrong"))
        wait = _wait(name, record, words)
        listed.append(ListedOrder(name, link, f"{here}/{name}", wait, urgent=_WRONG_ROLL_URGENT))
    ranked = sorted((each for each in listed if each.urgent), key=lambda each: each.urgent)
    urgent = tuple(ranked[:URGENT])
    return ListedOrders(urgent, tuple(each for each in listed if each not in urgent))


def wait_of(order: DirectorOrder, record: MatchRecord, words: Words) -> str:
    """From when an order can be given; empty where it can be given now, or never again."""
    if record.state is None and Stage.PLANNED in order.stages:
        return ""
    return _wait(order.name, record, words)


def _wait(name: str, record: MatchRecord, words: Words) -> str:
    return "" if record.is_over else order_wait(name, record, words)


def _orders_of(view: MatchView) -> list[DirectorOrder]:
    """Those that a match has as far as it is; before it is played also those that it will have."""
    now = Stage.OVER if view.over else Stage.PLAYED if view.game else Stage.PLANNED
    coming = {now, Stage.PLAYED} if now is Stage.PLANNED else {now}
    counted = INFOS[view.game_name].scored.counted
    return [
        order
        for order in ORDERS.values()
        if (order.of_counted or not counted)
        and (order.at_one_table or not view.one_table)
        and coming & order.stages
    ]
