"""Pictures, embedded pages and oEmbed answers tell nothing under embargo, not even by a header.

As in `test_non_interference`, two runs are compared that differ only in what is under embargo. This
is done with every embargo.
"""

from collections.abc import Sequence
from pathlib import Path
from urllib.parse import quote

import pytest

from rules.events import Embargo
from server.settings import ServerAddresses
from tests.server.test_non_interference import (
    ahead,
    known_in_closed,
    known_in_open,
    other_plays_in_closed,
)
from tests.support.secrecy import Step, run_in

HERE = "https://yalta.example.org"
ADDRESSES = ServerAddresses(HERE, embed_sites=("*",))
PLACES = ("", "/g1", "/g1/m1", "/g1/m9", "/g1/m12", "/g1/m40", "/g1/c3", "/g2", "/g2/m1")
Answers = dict[str, tuple[int, list[tuple[str, str]], bytes]]


async def answers_of(
    folder: Path, steps: Sequence[Step], embargo: Embargo, closed: bool
) -> Answers:
    """Return all answers of a run to somebody who has not signed in, with GET and with HEAD."""
    knows = known_in_closed if closed else known_in_open
    async with run_in(folder, knows, embargo, (), addresses=ADDRESSES) as run:
        for step in steps:
            await run.happens(step)
        answers: Answers = {}
        async with run.served.client() as client:
            for address in _addresses():
                for method in ("GET", "HEAD"):
                    answer = await client.request(method, address)
                    headers = list(answer.headers.multi_items())
                    answers[f"{method} {address}"] = answer.status_code, headers, answer.content
        return answers


def _addresses() -> list[str]:
    match = "/t/club/matches/1"
    every = [f"/cards{match}.png?item={item}" for item in (1, 5, 20, 500)]
    every += ["/", "/t/club", "/t/club/standings"]
    every += ["/cards/front.png?language=ru", "/cards/t/club.png", "/cards/t/club.png?shown=1"]
    for place in PLACES:
        every += [f"/cards{match}{place}.png?language=uk", f"/embed{match}{place}", match + place]
        every.append(f"/oembed?url={quote(f'{HERE}{match}{place}', safe='')}")
    return every


@pytest.mark.parametrize(
    "embargo", [Embargo.LOCKSTEP, pytest.param(Embargo.AFTER_GAME, marks=pytest.mark.long)]
)
async def test_how_far_the_open_room_is_ahead_is_on_no_picture(
    tmp_path: Path, embargo: Embargo
) -> None:
    near, far = ahead(0)
    one = await answers_of(tmp_path / "one", near.steps, embargo, closed=True)
    other = await answers_of(tmp_path / "other", far.steps, embargo, closed=True)
    assert one == other
    shown = {status for status, _, _ in one.values()}
    assert shown == {200, 404}


@pytest.mark.long
async def test_what_the_closed_room_plays_is_on_no_picture_of_a_room_shown_live(
    tmp_path: Path,
) -> None:
    one, other = [
        await answers_of(tmp_path / str(place), story.steps, Embargo.LIVE, closed=False)
        for place, story in enumerate(other_plays_in_closed())
    ]
    assert one == other
