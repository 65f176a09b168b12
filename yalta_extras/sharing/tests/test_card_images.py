"""Pictures of cards: made one at a time, each once, by a queue of limited length; few are kept."""

import asyncio
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

import pytest

from protocol_forms.sheets.share_card import ShareCard
from yalta_extras.sharing.cards import CardImages, CardsBusy


@dataclass
class Easel:
    """Makes pictures of cards' titles, one at a time, once the test sets `go_on`.

    `made` lists the titles. `size` is the least size of a picture in bytes.
    """

    go_on: threading.Event = field(default_factory=threading.Event)
    made: list[str] = field(default_factory=list)
    size: int = 10

    def __call__(self, card: ShareCard) -> bytes:
        self.go_on.wait(20)
        self.made.append(card.title)
        return card.title.encode().ljust(self.size)


@contextmanager
def easel(size: int = 10) -> Iterator[Easel]:
    """Yield an Easel whose `go_on` is set at the end, whatever happens."""
    made = Easel(size=size)
    try:
        yield made
    finally:
        made.go_on.set()


def card(title: str) -> Callable[[], ShareCard]:
    return lambda: ShareCard("en", title)


async def test_what_many_ask_for_at_once_is_made_once() -> None:
    with easel() as made:
        images = CardImages(made)
        asked = [asyncio.create_task(images.image(1, card("one"))) for _ in range(50)]
        await asyncio.sleep(0)
        made.go_on.set()
        assert {(await each).strip() for each in asked} == {b"one"}
        assert await images.image(1, card("another")) == await asked[0]
        assert made.made == ["one"]


async def test_who_comes_while_too_many_wait_is_refused_at_once_and_may_come_again() -> None:
    with easel() as made:
        images = CardImages(made, most_waiting=3)
        waiting = [asyncio.create_task(images.image(n, card(str(n)))) for n in range(3)]
        await asyncio.sleep(0)
        with pytest.raises(CardsBusy):
            await images.image(3, card("3"))
        also = asyncio.create_task(images.image(2, card("2")))
        await asyncio.sleep(0)
        made.go_on.set()
        assert [(await each).strip() for each in (*waiting, also)] == [b"0", b"1", b"2", b"2"]
        assert (await images.image(3, card("3"))).strip() == b"3"
        assert made.made == ["0", "1", "2", "3"]


async def test_who_leaves_takes_nothing_from_those_who_wait() -> None:
    with easel() as made:
        images = CardImages(made)
        first, second = (asyncio.create_task(images.image(1, card("one"))) for _ in range(2))
        await asyncio.sleep(0)
        first.cancel()
        made.go_on.set()
        assert (await second).strip() == b"one"


async def test_those_asked_for_last_are_kept_as_far_as_there_is_room() -> None:
    with easel() as made:
        made.go_on.set()
        images = CardImages(made, most_bytes=25)
        for number in (1, 2, 1, 3, 1, 2):
            await images.image(number, card(str(number)))
        assert made.made == ["1", "2", "3", "2"]


async def test_a_picture_that_could_not_be_made_is_tried_again() -> None:
    tried = list[str]()

    def fails_once(shown: ShareCard) -> bytes:
        tried.append(shown.title)
        if len(tried) == 1:
            raise RuntimeError("no ink")
        return b"picture"

    images = CardImages(fails_once)
    with pytest.raises(RuntimeError):
        await images.image(1, card("one"))
    assert await images.image(1, card("one")) == b"picture"
