"""An evening as an operator sees it, from the first page to the signatures: the guide's scenes."""

from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path

from playwright.async_api import Page, ViewportSize, expect

from rules.position import Side
from rules.room import Room
from server.access import Role, Visitor
from server.web.edge.authorization import COOKIE
from tests.guide.hall import EVENT, MATCHES, NEXT, fill, players
from tests.guide.pictures import Pictures
from tests.server.live.following import on_loopback
from tests.support.browser import PLAIN_NAME, browser_page
from tests.support.clock import Clock
from tests.support.persons import person_id
from tests.support.phone_pages import PhonePage, phone_page
from tests.support.phones import shown_code
from tests.support.served import DIRECTOR, Served, opened

WHITE, RED = Side.WHITE, Side.RED
WIDE = ViewportSize(width=1440, height=900)
LAPTOP = ViewportSize(width=1280, height=800)
TABLET = ViewportSize(width=1024, height=640)
REASON = "Three checkers were off when the double was passed"
NEWS = "Round 3 begins at 20:15. Line-ups by 20:05, please."
NEW = len(MATCHES) + 1
"""The number of the match that is set up in the guide."""


@dataclass
class Evening:
    """A server, its operator's laptop and that of somebody who watches."""

    served: Served
    port: int
    laptop: Page
    visitor: Page
    open: PhonePage
    closed: PhonePage
    """The phones that become the new match's boards."""
    pictures: Pictures

    async def go(self, path: str) -> None:
        """Open that page on the laptop."""
        await self.laptop.goto(f"http://{PLAIN_NAME}:{self.port}{path}")

    async def take(self, name: str) -> None:
        """Take a picture of the laptop."""
        await self.pictures.take(self.laptop, name)

    async def watch(self, path: str) -> None:
        """Open that page as a visitor."""
        await self.visitor.goto(f"http://{PLAIN_NAME}:{self.port}{path}")


Scene = Callable[[Evening], Awaitable[None]]


async def first_page(folder: Path, pictures: Pictures) -> None:
    """A new server: its link makes the first director."""
    async with opened(folder, Clock()) as served, on_loopback(served.app) as port:
        link = await served.authenticator.set_up_link()
        async with browser_page(viewport=LAPTOP, locale="en") as laptop:
            await laptop.goto(f"http://{PLAIN_NAME}:{port}/set-up/{link}")
            await pictures.take(laptop, "first-director")


async def an_evening(folder: Path, pictures: Pictures) -> None:
    """All the other scenes, in a hall where seven matches are being played."""
    async with AsyncExitStack() as stack:
        served = await stack.enter_async_context(opened(folder, Clock()))
        await fill(served.hall, served.authenticator.process.stores.board_keys)
        port = await stack.enter_async_context(on_loopback(served.app))
        laptop = await stack.enter_async_context(browser_page(viewport=LAPTOP, locale="en"))
        visitor = await stack.enter_async_context(browser_page(viewport=LAPTOP, locale="en"))
        phones = {room: await stack.enter_async_context(phone_page(port)) for room in Room}
        token = await served.session(DIRECTOR)
        await _signed_in(laptop, token)
        rooms = phones[Room.OPEN], phones[Room.CLOSED]
        evening = Evening(served, port, laptop, visitor, *rooms, pictures)
        for scene in SCENES:
            await scene(evening)


async def _signed_in(page: Page, token: str) -> None:
    cookie = {"name": COOKIE, "value": token, "domain": PLAIN_NAME, "path": "/"}
    await page.context.add_cookies([cookie])  # type: ignore[list-item]


async def teams(evening: Evening) -> None:
    """Two teams are entered."""
    await evening.go("/hall/t/club/teams")
    page = evening.laptop
    for team in NEXT:
        await page.get_by_label("Team name").fill(team)
        label = "Players, one per line or with commas between them, at least two"
        await page.get_by_label(label, exact=True).fill("\n".join(players(team)))
        if team == NEXT[1]:
            await evening.take("teams")
        await page.get_by_role("button", name="Enter the team").click()
        await expect(page.get_by_role("row", name=team)).to_be_visible()


async def set_up(evening: Evening) -> None:
    """Their match is set up."""
    await evening.go("/hall")
    page = evening.laptop
    await page.get_by_role("button", name="Set up a match").click()
    await page.get_by_label("Event").fill(EVENT)
    for field, team in zip(("home", "away"), NEXT, strict=True):
        await page.locator(f"[name={field}]").select_option(label=team)
    await evening.take("set-up")
    await page.get_by_role("button", name="Set up the match").click()


async def line_ups(evening: Evening) -> None:
    """Both captains have told the operator who sits where."""
    page = evening.laptop
    for place, team in enumerate(NEXT):
        form = page.locator("form[action$=line-ups]").nth(place)
        for field, player in zip(("open_player", "closed_player"), players(team), strict=True):
            await form.locator(f"[name={field}]").select_option(label=player)
        if team == NEXT[1]:
            await evening.take("line-ups")
        await form.get_by_role("button").click()
    await expect(page.get_by_text("Game 1 of")).to_be_visible()


async def codes(evening: Evening) -> None:
    """A code for each of its tables, to be scanned."""
    await evening.laptop.get_by_role("link", name="A phone as the board").first.click()
    await evening.laptop.get_by_role("button", name="Codes of both tables on one sheet").click()
    await evening.take("codes")


async def phones_take_their_place(evening: Evening) -> None:
    """Each table's phone scans its code and becomes its board."""
    for room, phone in ((Room.OPEN, evening.open), (Room.CLOSED, evening.closed)):
        await phone.page.goto(f"/seat/{await shown_code(evening.served, room, NEW)}")
        if room is Room.OPEN:
            await evening.pictures.take(phone.page, "phone-scanned")
        await phone.page.get_by_role("button", name="Make this phone the board").click()
    await evening.open.tells(WHITE, "die")


async def first_dice(evening: Evening) -> None:
    """The open room throws, the closed room is set and gets the same dice."""
    await evening.open.tap(WHITE, "key-5")
    await evening.pictures.take(evening.open.page, "phone-opening")
    await evening.open.tap(RED, "key-2")
    await evening.open.tap(WHITE, "throw")
    await evening.open.tap(RED, "dice-yes")
    await evening.closed.tap(WHITE, "set")
    await evening.closed.tap(RED, "set")
    await evening.closed.dice(WHITE)
    await evening.pictures.take(evening.closed.page, "phone-closed")


async def hall(evening: Evening) -> None:
    """Eight tables play."""
    await evening.laptop.set_viewport_size(WIDE)
    await evening.go("/hall")
    await evening.take("hall")


async def call(evening: Evening) -> None:
    """The open table calls the director, who goes there."""
    await evening.open.page.locator('[data-strip="call"]').click()
    await evening.open.tap(WHITE, "illegal_play")
    await evening.go("/hall")
    await evening.take("called")


async def correction(evening: Evening) -> None:
    """A result is put right, from the one that stands."""
    await evening.laptop.set_viewport_size(LAPTOP)
    await evening.go(f"/hall/t/club/matches/{len(MATCHES)}")
    await evening.laptop.locator("a.correct").first.click()
    await expect(evening.laptop.locator("#order form")).to_be_visible()
    await evening.laptop.locator("#order [name=left]").fill("12")
    await evening.laptop.locator("#order [name=reason]").fill(REASON)
    await evening.laptop.get_by_role("button", name="Show what changes").click()
    await expect(evening.laptop.get_by_text("becomes")).to_be_visible()
    await evening.take("correction")


async def links(evening: Evening) -> None:
    """All links of a round at once."""
    await evening.go("/hall")
    await evening.laptop.locator("summary", has_text="Paper").click()
    await evening.laptop.get_by_role("button", name="Links of the round").click()
    await evening.take("links")


async def prints(evening: Evening) -> None:
    """What can be printed, and what is on paper already."""
    await evening.go("/hall/prints")
    await evening.take("prints")


async def clerks_page(evening: Evening) -> None:
    """What the clerk of the closed room has: the own room's tables."""
    clerk = Visitor(Role.CLERK, person_id("Clerk"), Room.CLOSED)
    async with browser_page(viewport=TABLET, locale="en") as page:
        await _signed_in(page, await evening.served.session(clerk))
        await page.goto(f"http://{PLAIN_NAME}:{evening.port}/room")
        await evening.pictures.take(page, "clerk")


async def where(evening: Evening) -> None:
    """A player finds the own table by name."""
    await evening.go("/where?who=Kyiv")
    await evening.take("where")


async def position_sheet(evening: Evening) -> None:
    """What a table needs to go on without a board."""
    await evening.go("/hall/t/club/matches/6/tables/closed/position-sheet.html")
    await evening.take("position-sheet")


async def paper(evening: Evening) -> None:
    """A game that went on on paper is typed in."""
    await evening.go("/hall/t/club/matches/6/paper")
    await evening.take("paper")


async def wrong_roll(evening: Evening) -> None:
    """Dice were found wrong that the closed room has: what may be chosen, and what it means."""
    await evening.go("/hall/t/club/matches/1/wrong-roll")
    form = evening.laptop.locator("main form").first
    await form.locator("select").first.select_option(index=1)
    for field in ("first", "second"):
        await form.locator(f"[name={field}]").fill("6")
    await form.get_by_role("button", name="What can be done").click()
    await expect(evening.laptop.get_by_role("radio").first).to_be_visible()
    await evening.take("wrong-roll")


async def announcement(evening: Evening) -> None:
    """Said once, it stands on every page, screen and phone."""
    await evening.go("/hall/announcements")
    await evening.laptop.locator("[name=text]").fill(NEWS)
    await evening.take("announcement")
    await evening.laptop.get_by_role("button", name="Announce it").click()


async def spectators(evening: Evening) -> None:
    """What everybody sees of a match under way."""
    await evening.watch("/t/club/matches/1")
    await evening.pictures.take(evening.visitor, "spectators")


async def both_rooms(evening: Evening) -> None:
    """Where the rooms of a game part that is over in both."""
    await evening.watch(f"/t/club/matches/{len(MATCHES)}/g2")
    await evening.visitor.get_by_role("button", name="Where they differ").click()
    await evening.pictures.take(evening.visitor, "both-rooms")


async def tables(evening: Evening) -> None:
    """All that is played, as visitors find it."""
    await evening.visitor.set_viewport_size(WIDE)
    await evening.watch("/")
    await evening.pictures.take(evening.visitor, "tables")


async def tournament(evening: Evening) -> None:
    """How the tournament stands."""
    await evening.watch("/t/club")
    await evening.pictures.take(evening.visitor, "tournament")


async def signatures(evening: Evening) -> None:
    """A match that is over waits for its captains."""
    await evening.go(f"/hall/t/club/matches/{len(MATCHES)}")
    await evening.laptop.locator("#signatures").scroll_into_view_if_needed()
    await evening.take("signatures")


async def protocol(evening: Evening) -> None:
    """The match protocol on the screen."""
    await evening.go(f"/t/club/matches/{len(MATCHES)}/forms/protocol.html")
    await evening.take("protocol")


SCENES: tuple[Scene, ...] = (
    teams,
    set_up,
    line_ups,
    codes,
    phones_take_their_place,
    first_dice,
    hall,
    call,
    correction,
    wrong_roll,
    spectators,
    both_rooms,
    tables,
    tournament,
    announcement,
    clerks_page,
    where,
    position_sheet,
    paper,
    signatures,
    protocol,
    links,
    prints,
)
