"""Runs `yalta` and presses Ctrl-C at one moment: the first audit event of a kind about a thing.

Arguments: the event (see "Audit events" in Python's library reference), a part of its first
argument, then those of `yalta`.
"""

import os
import runpy
import signal
import sys

EVENT, ABOUT, *ARGUMENTS = sys.argv[1:]
_pressed: list[bool] = []


def press(event: str, arguments: tuple[object, ...]) -> None:
    if event == EVENT and not _pressed and ABOUT in str(arguments[0]):
        _pressed.append(True)
        os.kill(os.getpid(), signal.SIGINT)


sys.addaudithook(press)
sys.argv = ["yalta", *ARGUMENTS]
runpy.run_module("yalta", run_name="__main__")
