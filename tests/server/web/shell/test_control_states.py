"""Every kind of control on the pages is seen in each of its states, in light and in dark.

The kinds are read from the markup of every page; as few pages as show all of them are opened, and
Chromium says which colours it computes with a state forced (Chrome DevTools Protocol, CSS domain).
"""

import asyncio
import itertools
from collections.abc import Mapping
from pathlib import Path

import pytest
from playwright.async_api import CDPSession, Page

from tests.server.web.shell.conftest import FullHouse, Walker
from tests.support.all_pages import PageSeen
from tests.support.browser import in_browser
from tests.support.served import Served

KINDS, LOOKS = (
    Path(__file__).with_name(name).read_text(encoding="utf-8")
    for name in ("control_kinds.js", "control_states.js")
)
FORCED: Mapping[str, list[str]] = {
    "rest": [],
    "hover": ["hover"],
    "focus": ["focus", "focus-visible"],
    "pressed": ["hover", "active", "focus"],
    "disabled": [],
    "invalid": [],
}
"""The states in their order, with the pseudo-classes that make them."""


async def kinds_by_page(
    served: Served, pages: list[PageSeen], browser: Page
) -> dict[PageSeen, set[str]]:
    """The kinds of controls on each page, one page a route."""
    found = {}
    for seen in {page.route: page for page in pages}.values():
        async with served.client(seen.visitor) as client:
            text = (await client.get(seen.address)).text
        found[seen] = set(await browser.evaluate(KINDS, [text, None]))
    return found


def fewest(kinds: Mapping[PageSeen, set[str]]) -> list[tuple[PageSeen, set[str]]]:
    """A few pages that together show every kind, each with those it is opened for."""
    left, chosen = set().union(*kinds.values()), []
    while left:
        page = max(kinds, key=lambda each: len(left & kinds[each]))
        chosen.append((page, left & kinds[page]))
        left -= kinds[page]
    return chosen


@in_browser
async def test_every_control_of_the_hall_can_be_read_in_each_of_its_states(
    full_house: FullHouse, walker: Walker
) -> None:
    page = full_house.fullest["hall/hall.html"]
    kinds = await kinds_by_page(full_house.served, [page], walker.page)
    assert await unreadable(walker, page, kinds[page]) == []


@pytest.mark.soak
@in_browser
async def test_every_control_can_be_read_in_each_of_its_states_in_light_and_dark(
    full_house: FullHouse, walker: Walker
) -> None:
    kinds = await kinds_by_page(full_house.served, full_house.pages, walker.page)
    wrong = [fault for page, few in fewest(kinds) for fault in await unreadable(walker, page, few)]
    assert not wrong, "\n".join(map(str, wrong))


async def unreadable(walker: Walker, seen: PageSeen, kinds: set[str]) -> list[object]:
    """Of these kinds of controls on a page, the states that cannot be read, in both themes."""
    wrong: list[object] = []
    await walker.page.route("**/*.js*", lambda route: route.abort())
    cdp = await walker.page.context.new_cdp_session(walker.page)
    await cdp.send("DOM.enable")
    await cdp.send("CSS.enable")
    await walker.go(seen, "en", "light", drawn=False)
    probes = await _probes(walker.page, cdp, kinds)
    for theme, state in itertools.product(("light", "dark"), FORCED):
        await asyncio.gather(*(_force(cdp, node, FORCED[state]) for node in probes))
        faults = await walker.page.evaluate(LOOKS, [state, theme])
        wrong += [(seen.address, theme, fault) for fault in faults]
    await cdp.detach()
    await walker.page.unroute_all()
    return wrong


async def _probes(page: Page, cdp: CDPSession, kinds: set[str]) -> list[int]:
    """Mark a control of each kind, and give their node ids."""
    await page.evaluate("document.querySelector('dialog#keys')?.setAttribute('open', '')")
    await page.evaluate(KINDS, [None, list(kinds)])
    root = (await cdp.send("DOM.getDocument"))["root"]["nodeId"]
    query = {"nodeId": root, "selector": "[data-probe]"}
    nodes = list((await cdp.send("DOM.querySelectorAll", query))["nodeIds"])
    assert len(nodes) == len(kinds)
    return nodes


async def _force(cdp: CDPSession, node: int, classes: list[str]) -> None:
    forced = {"nodeId": node, "forcedPseudoClasses": classes}
    await cdp.send("CSS.forcePseudoState", forced)
