"""What is duplicate?: understood on the first screen, and its points are the tables'."""

import re

import pytest

from rules import events as ev
from rules.games.backgammon import BACKGAMMON
from rules.games.game import Game
from rules.games.known_games import GAMES
from rules.scoring.citations import imp_cited, vp_cited
from rules.scoring.scales import Imp
from rules.scoring.teams import TeamPlace
from server.web.duplicate.public import example_score
from server.web.shell.page_templates import terms_of
from server.words.languages import LANGUAGES
from tests.server.live.following import hub_of, on_loopback, whole_match
from tests.server.web.match_page.test_spectator import public
from tests.support.browser import PLAIN_NAME, browser_page, in_browser
from tests.support.ids import match_id
from tests.support.one_table import Habits, OneTable
from tests.support.persons import person_id
from tests.support.public_pages import public_app

IN_VIEW = """all => all.every(one => {
    const { top, bottom, width } = one.getBoundingClientRect();
    return width > 0 && top >= 0 && bottom <= innerHeight;
})"""


ONE_TABLE = ev.MatchPlayScheduled(
    match_id=match_id(1),
    event="Open",
    white=person_id("Robin"),
    red=person_id("Kim"),
    length=3,
    game_name="backgammon",
)


def test_the_examples_points_are_those_of_the_tables() -> None:
    score = example_score()
    assert score.smp.home != score.smp.away
    for place in TeamPlace:
        cited = imp_cited(score.smp.of(place))
        assert cited is not None
        assert cited.points == score.imp.of(place)
    difference = Imp(score.sums.home - score.sums.away)
    assert vp_cited(difference, score.games).points == score.vp
    assert (score.vp.home, score.vp.away) == (17, 13)


async def test_the_scoring_tables_are_there_and_the_examples_cells_are_marked() -> None:
    async with public() as client:
        page = (await client.get("/duplicate", params={"language": "en"})).text
    score = example_score()
    marked = sorted(re.findall(r"<mark>([^<]+)</mark>", page.partition('class="scoring"')[2]))
    difference = vp_cited(Imp(score.sums.home - score.sums.away), score.games)
    cells = [score.smp.home, score.smp.away, score.imp.home, score.imp.away]
    assert marked == sorted([*map(str, cells), f"{difference.least}–{difference.most}"])


@pytest.mark.parametrize("language", list(LANGUAGES))
async def test_the_page_tells_the_same_score_in_every_language(language: str) -> None:
    async with public() as client:
        page = (await client.get("/duplicate", params={"language": language})).text
    score = example_score()
    points = [score.smp.home, score.smp.away, score.imp.home, score.imp.away]
    for figure in (*points, f"{score.sums.home}–{score.sums.away}", "17–13"):
        assert str(figure) in page


@in_browser
async def test_the_first_screen_says_why_the_dice_are_the_same_and_what_the_score_means() -> None:
    app = public_app(hub_of(*whole_match()[:1]))
    async with on_loopback(app) as port, browser_page(locale="uk") as page:
        await page.goto(f"http://{PLAIN_NAME}:{port}/duplicate")
        assert await page.locator(".in-short p").count() == 2
        for width, height in ((390, 844), (1440, 900)):
            await page.set_viewport_size({"width": width, "height": height})
            assert await page.locator("h1, .in-short p").evaluate_all(IN_VIEW), width


async def test_pages_of_duplicate_matches_lead_there_and_one_tables_do_not() -> None:
    table = OneTable.seated(BACKGAMMON, ONE_TABLE.length, 1, Habits())
    for events, leads in ((whole_match(), True), ([ONE_TABLE, *table.history], False)):
        async with public(events) as client:
            for path in ("/", "/t/club/matches/1"):
                main = (await client.get(path)).text.partition("<main")[2]
                assert ('href="/duplicate"' in main) is leads


@pytest.mark.parametrize("game", list(GAMES.values()), ids=list(GAMES))
async def test_every_term_of_a_match_is_explained_once_on_its_page(game: Game) -> None:
    async with public(whole_match(game=game)) as client:
        page = (await client.get("/t/club/matches/1")).text
    targets = re.findall(r'popovertarget="(term-[^"]+)"', page)
    assert {*targets} == {f"term-{term}" for term in terms_of(game.name, duplicate=True)}
    for target in {*targets}:
        assert page.count(f'id="{target}" popover') == 1
