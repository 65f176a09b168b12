"""How the server's log looks: a line an event, and a fault's traceback without any values.

A value in a traceback may be a roll before its time, or a key.
"""

import sys

import structlog


def configure_log() -> None:
    """Let what the server logs go to standard output, in colours only on a terminal."""
    renderer = structlog.dev.ConsoleRenderer(
        colors=sys.stdout.isatty(), exception_formatter=structlog.dev.plain_traceback
    )
    before = structlog.get_config()["processors"][:-1]
    structlog.configure(processors=[*before, renderer])
