"""The link preview of a match, where its address is shared: tags in its page, and a picture."""

import asyncio
import html
import re
from collections.abc import Sequence
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import pytest
from fastapi import FastAPI

from protocol_forms.sheets.share_card import HEIGHT, WIDTH
from rules import events as ev
from rules.games.backgammon import BACKGAMMON
from rules.games.known_games import GAMES
from rules.games.long_gammon import LONG_GAMMON
from rules.games.trictrac.as_game import TRICTRAC
from server.live.hub import LiveHub
from server.settings import ServerAddresses
from server.words.languages import LANGUAGES
from server.words.translation import words_for
from tests.protocol_forms.sheets.test_card_png import size_of
from tests.server.live.following import hub_of, whole_match
from tests.support.ids import NAMES, match_id
from tests.support.part_services import change_services
from tests.support.served import DIRECTOR, NAME, opened, started_match
from yalta_extras.sharing.match_cards import match_card, table_now
from yalta_extras.sharing.tests.shared_pages import shared_app

HERE = "https://yalta.example.org"
LINE_UPS_IN = 2
"""The number of the last public item when a match has its line-ups, before it begins."""


def app_of(hub: LiveHub, public_url: str = HERE) -> FastAPI:
    return shared_app(hub, ServerAddresses(public_url))


def client_of(app: FastAPI) -> httpx.AsyncClient:
    return httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url=f"http://{NAME}")


def tags(page: str) -> dict[str, str]:
    """Return what a link preview reads in a page: the contents of meta tags by property or name."""
    found = re.findall(r'<meta (?:property|name)="([^"]+)" content="([^"]*)">', page)
    return {name: html.unescape(content) for name, content in found}


def until(events: Sequence[ev.Event], kind: type[ev.Event], times: int) -> list[ev.Event]:
    """Return the events up to the `times`-th event of class `kind`."""
    places = [place for place, event in enumerate(events) if isinstance(event, kind)]
    return list(events[: places[times - 1] + 1])


async def test_a_shared_match_has_a_title_a_description_and_a_picture_that_is_there() -> None:
    hub = hub_of(*until(whole_match(), ev.RollReleased, 9))
    async with client_of(app_of(hub)) as client:
        for language in LANGUAGES:
            page = (await client.get(f"/t/club/matches/1?language={language}")).text
            card_tags = tags(page)
            assert card_tags["og:url"] == f"{HERE}/t/club/matches/1?language={language}"
            assert card_tags["og:title"] == "Compass 0 – 0 Rudder"
            assert card_tags["og:locale"].startswith(language)
            image = urlsplit(card_tags["og:image"])
            assert f"{image.scheme}://{image.netloc}" == HERE
            picture = await client.get(f"{image.path}?{image.query}")
            assert picture.headers["content-type"] == "image/png"
            assert size_of(picture.content) == (WIDTH, HEIGHT)
            sizes = card_tags["og:image:width"], card_tags["og:image:height"]
            assert sizes == (str(WIDTH), str(HEIGHT))


async def test_without_an_address_that_others_reach_there_is_nothing_to_share() -> None:
    async with client_of(app_of(hub_of(*whole_match()), "")) as client:
        assert "og:" not in (await client.get("/t/club/matches/1")).text
        assert (await client.get("/cards/t/club/matches/1.png")).status_code == 404


async def test_a_picture_is_named_by_the_latest_item_and_there_is_none_of_a_later_one() -> None:
    hub = hub_of(*until(whole_match(), ev.RollReleased, 9))
    now = hub.snapshot(match_id(1))
    assert now is not None
    async with client_of(app_of(hub)) as client:
        page = (await client.get("/t/club/matches/1")).text
        assert tags(page)["og:image"].endswith(f"item={now.last}")
        card = "/cards/t/club/matches/1.png?item="
        assert (await client.get(f"{card}{now.last}")).status_code == 200
        later = [await client.get(f"{card}{now.last + ahead}") for ahead in (1, 2, 9999)]
        assert {(each.status_code, each.content) for each in later} == {
            (404, b'{"detail":"there is no such picture"}')
        }


async def test_a_match_that_is_over_is_shared_with_its_winner() -> None:
    hub = hub_of(*whole_match())
    now = hub.snapshot(match_id(1))
    assert now is not None
    won = table_now(now, words_for("en"), NAMES).told
    assert " wins by " in won
    async with client_of(app_of(hub)) as client:
        card_tags = tags((await client.get("/t/club/matches/1")).text)
        assert card_tags["og:title"] == f"Compass – Rudder: {won}"
        assert card_tags["og:description"].startswith(won)
        embedded = (await client.get("/embed/t/club/matches/1")).text
        assert won in html.unescape(embedded)


async def test_an_address_that_hides_results_is_shared_without_them() -> None:
    """Page, picture, frame and oEmbed document are the same whoever has won."""
    hidden = f"{HERE}/t/club/matches/1?language=en&results=hidden"
    seen = set[tuple[bytes, ...]]()
    for seed in (1, 2):
        async with client_of(app_of(hub_of(*whole_match(seed)))) as client:
            page = (await client.get("/t/club/matches/1?results=hidden")).text
            card_tags = tags(page)
            assert card_tags["og:title"] == "Compass – Rudder"
            assert card_tags["og:url"] == hidden
            image = urlsplit(card_tags["og:image"])
            assert "results=hidden" in image.query
            others = (
                await client.get(f"{image.path}?{image.query}"),
                await client.get("/embed/t/club/matches/1?results=hidden"),
                await client.get("/oembed", params={"url": hidden}),
            )
            assert [each.status_code for each in others] == [200, 200, 200]
            seen.add((page.encode(), *(each.content for each in others)))
    assert len(seen) == 1


async def test_a_position_under_embargo_has_a_picture_as_little_as_one_there_will_never_be() -> (
    None
):
    hub = hub_of(*until(whole_match(), ev.RollReleased, 12))
    async with client_of(app_of(hub)) as client:
        story = (await client.get("/t/club/matches/1/games/1/story.json")).json()
        latest = len(story["steps"])
        pictures = set[bytes]()
        for step in (1, latest):
            place = f"/t/club/matches/1/g1/m{step}"
            card_tags = tags((await client.get(place)).text)
            assert card_tags["og:url"] == f"{HERE}{place}?language=en"
            assert f"Game 1, move {step} of {latest}" in card_tags["og:description"]
            image = urlsplit(card_tags["og:image"])
            answer = await client.get(f"{image.path}?{image.query}")
            assert size_of(answer.content) == (WIDTH, HEIGHT)
            pictures.add(answer.content)
        assert len(pictures) == 2
        later = (f"g1/m{latest + 1}", "g1/m9999", "g1/c1", "g2", "g2/m1", "g77", "g0", "gx/m1")
        none = [await client.get(f"/cards/t/club/matches/1/{place}.png") for place in later]
        assert {(each.status_code, each.content) for each in none} == {
            (404, b'{"detail":"there is no such picture"}')
        }
        assert len({tuple(each.headers.items()) for each in none}) == 1


async def test_whoever_has_signed_in_gets_the_public_s_picture(tmp_path: Path) -> None:
    async with opened(tmp_path) as served:
        change_services(served.app, addresses=ServerAddresses(HERE))
        async with served.client(DIRECTOR) as director, served.client() as public:
            await started_match(director)
            while (await public.get("/t/club/matches/1/live.json")).json()["last"] < LINE_UPS_IN:  # noqa: ASYNC110
                await asyncio.sleep(0)  # views follow what is stored
            path = "/cards/t/club/matches/1.png"
            shown, own = [await each.get(path) for each in (public, director)]
            assert (shown.status_code, shown.content) == (own.status_code, own.content)
            assert shown.headers == own.headers


@pytest.mark.parametrize(
    "game",
    [BACKGAMMON, LONG_GAMMON, pytest.param(TRICTRAC, marks=pytest.mark.long)],
    ids=lambda each: each.name,
)
def test_a_card_says_how_a_match_stands_in_each_game(game: object) -> None:
    assert game in GAMES.values()
    events = whole_match(game=game)  # type: ignore[arg-type]
    rolls = sum(isinstance(event, ev.RollReleased) for event in events)
    for card_tags in (events[:2], until(events, ev.RollReleased, rolls // 2), events):
        now = hub_of(*card_tags).snapshot(match_id(1))
        assert now is not None
        for language in LANGUAGES:
            words = words_for(language)
            card = match_card(now, table_now(now, words), words, NAMES)
            assert [row.name for row in card.rows] == ["Compass", "Rudder"]
            assert card.board is not None
            assert card.board.position == now.table.position
            assert (card.dice is not None) == (
                now.table.thrown is not None and now.table.result is None
            )
            assert card.has_cube is (game is BACKGAMMON or now.table.cube.value > 1)
