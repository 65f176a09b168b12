"""The pictures for link previews, each of which is made once and then kept.

Many requests for the same picture at once share one. If too many pictures are waiting, further
requests are refused at once. Pictures are made beside play, which never waits for them.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Hashable
from concurrent.futures import ThreadPoolExecutor

from protocol_forms.sheets.share_card import ShareCard, card_png
from server.platform_support import give_way

MOST_WAITING = 8
"""The most pictures waiting or being made; eight take two seconds, a quarter each (our choice)."""
MOST_BYTES = 32 * 1024 * 1024
"""The most bytes of pictures kept, some 250; the least recently used go first (our choice)."""
RETRY_AFTER = 3
"""Seconds after which a refused client may ask again (our choice)."""


class CardsBusy(Exception):
    """Too many pictures are waiting to be made; visitor: ask again after RETRY_AFTER seconds."""


class CardImages:
    """The pictures of an application.

    `made` draws a card as PNG; it is called in a thread of its own.
    """

    def __init__(
        self,
        made: Callable[[ShareCard], bytes] = card_png,
        most_waiting: int = MOST_WAITING,
        most_bytes: int = MOST_BYTES,
    ) -> None:
        self._made, self._most_waiting, self._most_bytes = made, most_waiting, most_bytes
        self._worker = ThreadPoolExecutor(1, "card images", give_way)
        self._waiting: dict[Hashable, asyncio.Future[bytes]] = {}
        self._kept: OrderedDict[Hashable, bytes] = OrderedDict()
        self._bytes = 0

    async def image(self, key: Hashable, card: Callable[[], ShareCard]) -> bytes:
        """Return the PNG of a card. `key` has to identify everything that the card shows.

        `card` returns the card, and is called only if the picture has to be made. Raises CardsBusy
        if too many pictures are waiting, FormNotTypeset if the card cannot be drawn.
        """
        kept = self._kept.get(key)
        if kept is not None:
            self._kept.move_to_end(key)
            return kept
        waiting = self._waiting.get(key)
        if waiting is None:
            if len(self._waiting) >= self._most_waiting:
                raise CardsBusy
            loop = asyncio.get_running_loop()
            waiting = loop.run_in_executor(self._worker, self._made, card())
            self._waiting[key] = waiting
            waiting.add_done_callback(lambda done: self._keep(key, done))
        return await asyncio.shield(waiting)

    def _keep(self, key: Hashable, done: "asyncio.Future[bytes]") -> None:
        del self._waiting[key]
        if done.cancelled() or done.exception() is not None:
            return
        self._kept[key] = done.result()
        self._bytes += len(done.result())
        while self._bytes > self._most_bytes:
            self._bytes -= len(self._kept.popitem(last=False)[1])
