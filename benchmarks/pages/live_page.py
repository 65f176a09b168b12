"""A match's page in Chromium: the bytes it transfers, and the times at which it paints frames."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from typing import Any

from playwright.async_api import CDPSession, Page, async_playwright

from benchmarks.pages.hall_process import NAME

CHROMIUM = "/usr/bin/chromium"
_MARKS = """
(() => {
  const painted = (window.painted = new Map());
  const label = () => document.querySelector("bg-board")?.getAttribute("aria-label") ??
    document.querySelector("bg-board [aria-label]")?.getAttribute("aria-label") ??
    document.querySelector("bg-board")?.shadowRoot?.querySelector("[aria-label]")
      ?.getAttribute("aria-label") ?? "";
  window.WebSocket = class extends WebSocket {
    constructor(...given) {
      super(...given);
      this.addEventListener("message", (message) => {
        const last = Number(/"last":(\\d+)/.exec(message.data)[1]);
        requestAnimationFrame(() => {
          const after = new MessageChannel();
          after.port1.onmessage = () => {
            const at = (performance.timeOrigin + performance.now()) / 1000;
            painted.set(last, { at, label: label() });
          };
          after.port2.postMessage(null);
        });
      });
    }
  };
})();
"""
"""A script for the page that stores, for each frame, the time just after its painting.

It also stores the text that describes the board then.
"""


_READY = "() => window.painted.size && document.fonts.status === 'loaded'"


class LivePage:
    """An open match page; all times are seconds since 1970, like the server's."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._label = ""

    async def come_last(self) -> None:
        """Reload the page, so that the server sends to it after all other spectators."""
        await self._page.reload()
        await self._page.wait_for_function(_READY)

    async def painted(self, last: int) -> float:
        """Return the time at which the frame whose last item has the number `last` was painted.

        Raises AssertionError if the frame has not changed the board.
        """
        found = await self._page.wait_for_function(
            "last => painted.get(last)", arg=last, timeout=5000
        )
        mark = await found.json_value()
        if mark["label"] == self._label:
            raise AssertionError(f"the board did not change with item {last}: {mark}")
        self._label = mark["label"]
        return float(mark["at"])


class Transfers:
    """The number of bytes received over the network, by kind."""

    def __init__(self, session: CDPSession) -> None:
        self.by_kind: dict[str, int] = {}
        self._kinds: dict[str, str] = {}
        session.on("Network.responseReceived", self._answered)
        session.on("Network.loadingFinished", self._loaded)
        session.on("Network.webSocketFrameReceived", self._framed)

    @property
    def total(self) -> int:
        """The number of bytes of all kinds."""
        return sum(self.by_kind.values())

    def _answered(self, event: dict[str, Any]) -> None:
        self._kinds[event["requestId"]] = event["type"]

    def _loaded(self, event: dict[str, Any]) -> None:
        self._add(self._kinds.get(event["requestId"], "Other"), int(event["encodedDataLength"]))

    def _framed(self, event: dict[str, Any]) -> None:
        self._add("WebSocket", len(event["response"]["payloadData"].encode()))

    def _add(self, kind: str, size: int) -> None:
        self.by_kind[kind] = self.by_kind.get(kind, 0) + size


@contextlib.asynccontextmanager
async def live_page(port: int, language: str) -> AsyncIterator[tuple[LivePage, Transfers]]:
    """Open the page of match 1 in Chromium, in this language and without a cache.

    Wait until it has painted a live board.
    """
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(
            executable_path=CHROMIUM,
            args=["--no-sandbox", f"--host-resolver-rules=MAP {NAME} 127.0.0.1"],
        )
        context = await browser.new_context(
            viewport={"width": 390, "height": 844}, reduced_motion="reduce", locale=language
        )
        page = await context.new_page()
        session = await context.new_cdp_session(page)
        await session.send("Network.enable")
        transfers = Transfers(session)
        await page.add_init_script(_MARKS)
        await page.goto(f"http://{NAME}:{port}/t/club/matches/1")
        await page.wait_for_function(_READY)
        await asyncio.sleep(0.5)
        try:
            yield LivePage(page), transfers
        finally:
            await browser.close()
