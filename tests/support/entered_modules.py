"""Which of the project's modules are entered while something happens, in whatever thread."""

import contextlib
import sys
import threading
from collections.abc import Callable, Collection, Iterator
from types import FrameType

PACKAGES = ("board_drivers", "rules", "server")
OUTSIDE = "outside"
"""The name of a thread whose work is not the server's, such as that of boards."""


class EnteredModules:
    """The modules of which a function begins or goes on, from `begin` until `is_end` has a call.

    What the loop begins in a module of `aside` is not counted, nor whatever that calls.
    """

    def __init__(self, is_end: Callable[[FrameType], bool], aside: Collection[str]) -> None:
        self.names = set[str]()
        self.ended = threading.Event()
        self._is_end, self._aside = is_end, aside
        self._begun = False

    def begin(self) -> None:
        """Count from now on."""
        self._begun = True

    def end(self) -> None:
        """Count no more."""
        self.ended.set()

    def of(self, package: str) -> list[str]:
        """Those of a package, without its name, in alphabetical order."""
        inside = f"{package}."
        return sorted(name.removeprefix(inside) for name in self.names if name.startswith(inside))

    def note(self, frame: FrameType, event: str, _: object) -> None:
        """A call or return, as sys.setprofile tells of it."""
        if event != "call" or not self._begun or self.ended.is_set():
            return
        module = _module(frame)
        if not _is_ours(module) or frame.f_code.co_name == "<module>":
            return
        if threading.current_thread().name == OUTSIDE or self._is_aside(frame):
            return
        self.names.add(module)
        if self._is_end(frame):
            self.ended.set()

    def _is_aside(self, frame: FrameType) -> bool:
        begun_in, back = _module(frame), frame.f_back
        while back is not None:
            if _is_ours(_module(back)):
                begun_in = _module(back)
            back = back.f_back
        return begun_in in self._aside


def _module(frame: FrameType) -> str:
    return str(frame.f_globals.get("__name__", ""))


def _is_ours(module: str) -> bool:
    return module.partition(".")[0] in PACKAGES


@contextlib.contextmanager
def entered_modules(
    is_end: Callable[[FrameType], bool], aside: Collection[str]
) -> Iterator[EnteredModules]:
    """Watch this thread and those that are started meanwhile."""
    entered = EnteredModules(is_end, aside)
    before = sys.getprofile()
    threading.setprofile(entered.note)
    sys.setprofile(entered.note)
    try:
        yield entered
    finally:
        sys.setprofile(before)
        threading.setprofile(None)
