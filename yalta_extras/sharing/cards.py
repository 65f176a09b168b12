"""The pictures for link previews; each is made once and then stays in memory for later requests.

If a request comes while the same picture is being made for another request, it waits for that
picture. If too many pictures wait to be made, further requests are refused at once. Play never
waits for pictures.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Hashable
from concurrent.futures import ThreadPoolExecutor

from protocol_forms.sheets.share_card import ShareCard, card_png
from server.platform_support import give_way

MOST_WAITING = 8
"""The most pictures waiting or being made (our choice); each takes a quarter of a second."""
MOST_BYTES = 32 * 1024 * 1024
"""The most bytes of pictures in memory (our choice): some 250 pictures.

The least recently used ones are dropped first.
"""
RETRY_AFTER = 3
"""The seconds after which a refused client may ask again (our choice)."""


class CardsBusy(Exception):
    """Too many pictures wait to be made; the client may ask again after RETRY_AFTER seconds."""


class CardImages:
    """The pictures of one server, made when they are first requested.

    `made` draws a card as PNG; it is called in a thread of its own. At most `most_waiting` pictures
    wait or are being made, and at most `most_bytes` bytes of pictures stay in memory.
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
        """Return the PNG of a card; pictures with the same `key` must be the same.

        `card` returns the card, and is called only if the picture has to be made. Raises CardsBusy
        if too many pictures wait, FormNotTypeset if the card cannot be drawn.
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
