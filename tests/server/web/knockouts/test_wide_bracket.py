"""A knockout of five rounds on a tablet: all of them side by side, every name to be read."""

from itertools import product
from pathlib import Path

from tests.server.live.following import on_loopback
from tests.support.browser import IN_BROWSER, PLAIN_NAME, browser_page
from tests.support.knockout_desk import KnockoutDesk
from tests.support.served import DIRECTOR, opened

pytestmark = IN_BROWSER

TABLET = {"width": 820, "height": 1180}
FIRST = ("Kim", "Олександра", "Maria-Magdalena", "Валерий")
LAST = ("Li", "Коваленко-Шевченко", "Holloway", "von Hohenberg", "Häkkinen")
PLAYERS = [" ".join(name) for name in product(FIRST, LAST)]
BROKEN_WORDS = """() => {
    const rows = (text, from, to) => {
        const range = document.createRange();
        range.setStart(text, from);
        range.setEnd(text, to);
        return new Set([...range.getClientRects()].map(box => box.top)).size;
    };
    return [...document.querySelectorAll(".bracket .who bdi")].flatMap(name =>
        [...name.textContent.matchAll(/[^ -]+/g)]
            .filter(word => rows(name.firstChild, word.index, word.index + word[0].length) > 1)
            .map(word => word[0]));
}"""


async def test_five_rounds_stand_on_a_tablet_with_every_name_whole(tmp_path: Path) -> None:
    async with opened(tmp_path) as served:
        async with served.client(DIRECTOR) as director:
            await KnockoutDesk(director).set_up(PLAYERS, elsewhere=True)
        async with on_loopback(served.app) as port, browser_page(viewport=TABLET) as page:
            await page.goto(f"http://{PLAIN_NAME}:{port}/t/club/bracket")
            assert await page.locator(".bracket-round").count() == 5
            beyond = "each => [each.scrollWidth > each.clientWidth, each.scrollWidth]"
            for which in ("html", ".bracket-frame"):
                assert not (await page.locator(which).evaluate(beyond))[0], which
            names = await page.locator(".bracket .who bdi").all_inner_texts()
            assert set(names) == set(PLAYERS)
            assert await page.evaluate(BROKEN_WORDS) == []
            size = "each => parseFloat(getComputedStyle(each).fontSize)"
            assert await page.locator(".bracket .who bdi").first.evaluate(size) >= 14
