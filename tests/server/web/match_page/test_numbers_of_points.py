"""Both sides' numbers at each point, in Chromium: they stay and agree with the words."""

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Page

from rules.games.backgammon import BACKGAMMON
from rules.games.game import Game
from rules.games.known_games import GAMES
from rules.games.long_gammon import HEAD
from rules.position import BAR, OFF, Move, Side, read_play
from rules.room import Room
from server.web.match_page.stories import StoryCache
from tests.server.live.following import hub_of, whole_match
from tests.server.web.match_page.test_bg_board import document, laid, large_numbers, lying, show
from tests.support.browser import IN_BROWSER
from tests.support.ids import match_id

pytestmark = IN_BROWSER

NUMBERS_AT_ENDS = Path(__file__).with_name("numbers_at_ends.js").read_text(encoding="utf-8")
PLACES = {"bar": BAR, "off": OFF}
FIRST = 24
"""Lines of a game that are looked at in every run."""

Line = dict[str, Any]
Flow = Counter[int]
"""How many checkers came to a place less those that left it, as the mover counts places."""


def published_lines(game: Game, seed: int, games: int) -> Iterator[list[Line]]:
    """What the public can step through of a match: the lines of each game in either room."""
    hub = hub_of(*whole_match(seed, game, games=games))
    now = hub.snapshot(match_id(1))
    assert now is not None
    for number in range(1, now.game + 1):
        story = StoryCache(hub).story(match_id(1), number, now.last, "en")
        assert story is not None
        form = json.loads(story)
        yield from (form[room.value] for room in Room if form[room.value])


def flow_of(moves: Sequence[Move]) -> Flow:
    flow = Flow()
    for move in moves:
        flow[move.target] += 1
        flow[move.origin] -= 1
    return Flow({place: change for place, change in flow.items() if change})


def in_words(line: Line) -> Flow:
    """The play of a line of the list of moves; nothing for a line that tells of none."""
    written = " ".join(word for word in line["text"].split() if "/" in word)
    return flow_of(read_play(written.replace("head/", f"{HEAD}/")))


def drawn(moves: list[list[str]]) -> Flow:
    places = [[PLACES.get(name) or int(PLACES.get(name, name)) for name in move] for move in moves]
    return flow_of([Move(origin, target) for origin, target in places])


async def check_lines(page: Page, lines: list[Line]) -> int:
    """Every play that is drawn has the numbers of its words; how many there are."""
    every = await page.evaluate(NUMBERS_AT_ENDS, [line["table"] for line in lines])
    last_play, plays = Flow(), 0
    for line, moves in zip(lines, every, strict=True):
        last_play = in_words(line) or last_play
        if moves:
            assert drawn(moves) == last_play, line["text"]
            plays += 1
        else:
            assert not in_words(line), line["text"]
    return plays


@pytest.mark.parametrize("game", list(GAMES.values()), ids=list(GAMES))
async def test_the_numbers_at_the_ends_of_a_drawn_move_are_those_of_its_words(
    drawing: Page, game: Game
) -> None:
    opened, closed = published_lines(game, 3, games=1)
    page = await laid(drawing, document(lying(game.start()), game=game.name))
    assert await check_lines(page, opened[:FIRST]) > FIRST // 4
    await page.evaluate("document.querySelector('bg-board').flipped = true")
    assert await check_lines(page, closed[:FIRST]) > FIRST // 4


@pytest.mark.long
@pytest.mark.parametrize("game", list(GAMES.values()), ids=list(GAMES))
async def test_numbers_and_words_agree_on_every_turn_of_two_games(
    drawing: Page, game: Game
) -> None:
    plays = 0
    page = await laid(drawing, document(lying(game.start()), game=game.name))
    for order, lines in enumerate(published_lines(game, 1, games=2)):
        await page.evaluate(
            "turned => { document.querySelector('bg-board').flipped = turned }", order % 2 == 1
        )
        plays += await check_lines(page, lines)
    assert plays > 100


async def test_numbers_keep_their_places_whoevers_play_is_told(drawing: Page) -> None:
    whites, reds = (lying(BACKGAMMON.start(), on_turn=side) for side in Side)
    page = await laid(drawing, document(whites))
    before, large = await written(page), await large_numbers(page)
    await show(page, reds)
    assert await written(page) == before
    assert not set(await large_numbers(page)) & set(large)


async def written(page: Page) -> list[list[str]]:
    """Each number with the place where it stands."""
    places: list[list[str]] = await page.locator("text.number").evaluate_all(
        "all => all.map(one => [one.textContent, one.getAttribute('x'), one.getAttribute('y')])"
    )
    return places


async def test_at_a_table_each_sides_numbers_are_turned_towards_its_player(drawing: Page) -> None:
    page = await laid(drawing, document(lying(BACKGAMMON.start()), attributes="across"))
    turned = await page.locator("text.number").evaluate_all(
        "all => all.map(one => [one.classList.contains('red'), one.getCTM().a < 0])"
    )
    assert len(turned) == 48
    assert all(of_red == upside_down for of_red, upside_down in turned)
