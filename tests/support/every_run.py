"""A pytest plugin: settings of every test run, such as random examples and production's loop."""

import asyncio
import gc
import os
import re
import signal
import sys
from collections.abc import Callable, Mapping

import jinja2
import uvloop
from hypothesis import settings

from rules.errors import FieldRefused
from tests.support.examples import EVERY_RUN_PROFILE

settings.load_profile(EVERY_RUN_PROFILE)

_PYTHON = re.compile(r"\w\(\w+=|<\w+[.:]|\bobject at 0x|datetime\.|frozenset\(|[ (\[]b'\S|\{'")
_init = FieldRefused.__init__


def _in_words(refused: FieldRefused, *given: object, **named: object) -> None:
    """No refusal of whatever test shows people how Python writes a value, but what they typed."""
    _init(refused, *given, **named)  # type: ignore[arg-type]
    said = str(refused)
    for typed in (each for each in (refused.value, *named.values()) if isinstance(each, str)):
        said = said.replace(repr(typed), "").replace(typed or " ", "")
    assert not _PYTHON.search(said), said


FieldRefused.__init__ = _in_words  # type: ignore[method-assign, assignment]


_SELDOM = (20_000, 20, 20)
"""How often the collector looks at what a test makes, which is mostly gone with the test."""

# Matches of tests are over in less than the pause behind one double.
os.environ.setdefault("YALTA_DOUBLE_PAUSE", "0")


def pytest_configure() -> None:
    """Collect without the collector, which would look at every test again and again.

    And let the programs that tests start hear Ctrl-C: a shell has its background jobs ignore it.
    """
    gc.disable()
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_collection_finish() -> None:
    """Spare the collector what was collected, and share compiled templates among workers."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*_SELDOM)
    gc.enable()
    pages = sys.modules.get("server.web.shell.page_templates")
    if pages is not None:
        vars(pages)["compiled"] = jinja2.FileSystemBytecodeCache()


def pytest_asyncio_loop_factories() -> Mapping[str, Callable[[], asyncio.AbstractEventLoop]]:
    """Boards, links and servers are tested on the loop that `yalta serve` runs on."""
    return {"uvloop": uvloop.new_event_loop}
