"""Transports and the driver of links on both loops: a board's program may run on either."""

import asyncio
from collections.abc import Callable, Mapping

import pytest
import uvloop


def pytest_asyncio_loop_factories(
    item: pytest.Item,
) -> Mapping[str, Callable[[], asyncio.AbstractEventLoop]]:
    """Run a test of a coroutine on the standard library's loop and on uvloop; a long one on it."""
    loops = {"asyncio": asyncio.new_event_loop, "uvloop": uvloop.new_event_loop}
    return {"uvloop": loops["uvloop"]} if item.get_closest_marker("long") else loops
