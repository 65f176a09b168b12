"""Addresses of games and positions: which there are, and that others cannot be told apart."""

import httpx
import pytest

from rules.games.backgammon import BACKGAMMON
from server.views.games.positions import Place, place_named, public_position, story_of
from server.words.translation import words_for
from tests.server.live.following import hub_of, on_loopback, whole_match
from tests.server.web.match_page.test_spectator import OPENED, public
from tests.support.ids import match_id
from tests.support.public_pages import public_app

MATCH = whole_match()
ADDRESS = "/t/club/matches/1"
PEOPLE = {"accept": "text/html"}


@pytest.mark.parametrize(
    ("game", "step", "place"),
    [
        ("2", None, Place(2)),
        ("2", "m14", Place(2, "m14")),
        ("2", "c9", Place(2, "c9")),
        ("0", None, None),
        ("02", None, None),
        ("ames", None, None),
        ("2", "m0", None),
        ("2", "x1", None),
    ],
)
def test_an_address_names_a_game_or_a_step_or_nothing(
    game: str, step: str | None, place: Place | None
) -> None:
    assert place_named(game, step) == place


def test_a_position_is_that_of_the_story_in_both_rooms() -> None:
    now = hub_of(*MATCH).snapshot(match_id(1))
    assert now is not None
    story = story_of(now, 2, words_for("en"))
    assert story is not None
    for order, step in enumerate(story.steps):
        position = public_position(now, story, Place(2, step.link))
        assert position is not None
        assert position.step == order
        assert position.open == story.open.tables[step.open]
        assert story.closed is not None
        assert position.closed == story.closed.tables[step.closed]
        assert position.line is not None
        assert position.side is position.line.side


def test_a_game_as_a_whole_is_shown_where_the_rooms_part() -> None:
    now = hub_of(*MATCH).snapshot(match_id(1))
    assert now is not None
    story = story_of(now, 1, words_for("en"))
    assert story is not None
    assert story.differs is not None
    position = public_position(now, story, Place(1))
    assert position is not None
    assert position.step == story.differs


def test_a_game_without_a_throw_yet_shows_the_start() -> None:
    now = hub_of(*OPENED).snapshot(match_id(1))
    assert now is not None
    position = public_position(now, story_of(now, 1, words_for("en")), Place(1))
    assert position is not None
    assert position.step is None
    assert position.open.position == BACKGAMMON.start()
    assert story_of(now, 2, words_for("en")) is None


async def test_the_page_opens_at_the_position_its_address_names() -> None:
    async with public(MATCH) as client:
        now = (await client.get(f"{ADDRESS}/games/2/story.json")).json()
        counts = now["open"][2]["table"]["position"]["white"]
        page = (await client.get(f"{ADDRESS}/g2/m3")).text
        assert 'data-place="/g2/m3"' in page
        assert str(counts).replace(" ", "") in page.replace(" ", "")


@pytest.mark.parametrize("accept", ["text/html", "application/json"])
async def test_what_is_under_embargo_is_answered_in_the_bytes_of_what_there_will_never_be(
    accept: str,
) -> None:
    third = len(MATCH) // 3
    async with public(MATCH[:third], MATCH) as client:
        steps = len((await client.get(f"{ADDRESS}/games/1/story.json")).json()["steps"])
        answers = [
            await client.get(f"{ADDRESS}{place}", headers={"accept": accept})
            for place in (
                f"/g4/m{steps}",
                "/g4",
                "/g99/m1",
                "/g1/m9999",
                "/g1/c9999",
                "/gone",
                "/g1/x",
            )
        ]
    assert {answer.status_code for answer in answers} == {404}
    assert len({answer.content for answer in answers}) == 1
    assert len({str(sorted(answer.headers.items())) for answer in answers}) == 1


async def test_head_is_answered_as_get_is_without_a_body() -> None:
    async with (
        on_loopback(public_app(hub_of(*MATCH))) as port,
        httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", headers=PEOPLE) as client,
    ):
        for path in ("/", ADDRESS, f"{ADDRESS}/g2/m14", f"{ADDRESS}/g9/m14", "/t/club/matches/9"):
            whole, head = await client.get(path), await client.head(path)
            later = await client.get(path)  # a page tells the time, and may take more letters
            assert head.status_code == whole.status_code
            assert head.content == b""
            lengths = [answer.headers["content-length"] for answer in (whole, later)]
            assert head.headers["content-length"] in lengths
