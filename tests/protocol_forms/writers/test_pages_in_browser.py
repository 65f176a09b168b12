"""Forms as pages, in Chromium: axe finds nothing, and no page is wider than its window."""

import pytest

from protocol_forms.any_form import AnyForm
from protocol_forms.writers.form_html import form_html
from tests.protocol_forms.forms import FINAL_VIEW
from tests.protocol_forms.test_match_play_form import VIEW as MATCH_PLAY
from tests.protocol_forms.writers.grid_forms import ROOMS, STANDINGS
from tests.support.axe import check_with_axe
from tests.support.browser import browser_page, in_browser

FORMS: dict[str, AnyForm] = {
    "protocol": FINAL_VIEW,
    "match to points": MATCH_PLAY,
    "rooms": ROOMS,
    "long names": STANDINGS,
}


@in_browser
@pytest.mark.parametrize(
    "name",
    ["rooms", *(pytest.param(each, marks=pytest.mark.long) for each in FORMS if each != "rooms")],
)
async def test_a_form_as_a_page_can_be_read_by_everybody_and_fits(name: str) -> None:
    async with browser_page(viewport={"width": 1440, "height": 900}) as page:
        await page.set_content(form_html(FORMS[name]))
        await check_with_axe(page)
        for width in (360, 820):
            await page.set_viewport_size({"width": width, "height": 900})
            assert await page.evaluate("document.documentElement.scrollWidth") <= width
