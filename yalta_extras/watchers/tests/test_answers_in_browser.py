"""The question at a double in Chromium, on a phone."""

from playwright.async_api import expect

from tests.server.live.following import on_loopback
from tests.server.live.test_double_pause import OPENED, TAKEN
from tests.server.web.match_page.test_watched_doubles import MATCH
from tests.support.browser import IN_BROWSER, PLAIN_NAME, browser_page
from tests.support.public_pages import public_app
from yalta_extras.watchers.hooks import HOOKS
from yalta_extras.watchers.tests.test_double_answers import hub_with

pytestmark = IN_BROWSER
ON_TOP = """each => {
    const {x, y, width, height} = each.getBoundingClientRect();
    return each.contains(document.elementFromPoint(x + width / 2, y + height / 2));
}"""


async def test_the_question_is_under_the_thumb_covers_no_control_and_takes_an_answer() -> None:
    hub, crowd = hub_with(*OPENED, *TAKEN)
    app = public_app(hub, hooks=[HOOKS.pages], services=[crowd])
    phone = {"width": 390, "height": 844}
    async with on_loopback(app) as port, browser_page(viewport=phone) as page:
        await page.goto(f"http://{PLAIN_NAME}:{port}{MATCH}")
        await expect(page.locator("#link")).to_have_text("live")
        take = page.locator('[value="take"]')
        for button in ('[value="take"]', '[value="pass"]', '[data-step="back"]', "#flip"):
            assert await page.locator(button).evaluate(ON_TOP), button
        await take.click()
        await expect(take).to_have_attribute("aria-pressed", "true")
        await expect(page.locator("#asked [role=status]")).to_contain_text("Your vote is counted")
