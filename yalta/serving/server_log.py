"""The server's log: a record a line on standard error, whoever wrote it.

Records of this program, of uvicorn, asyncio and other libraries, and Python's warnings go one way.
A fault's traceback has no values: one may be a roll before its time, or a key (ruling 12).
"""

import logging
import sys
from typing import Final

import structlog
from structlog.typing import Processor

from server.settings import LogFormat

_OURS: Final = ("board_drivers", "protocol_forms", "rules", "server", "yalta")
"""What these packages log is kept from INFO on, what others log from WARNING on."""

_OF_EVERY_RECORD: Final[tuple[Processor, ...]] = (
    structlog.stdlib.add_log_level,
    structlog.stdlib.add_logger_name,
    structlog.stdlib.PositionalArgumentsFormatter(),
    structlog.processors.TimeStamper(fmt="iso", utc=True),
    structlog.processors.StackInfoRenderer(),
)


def configure_log(form: LogFormat = "text") -> None:
    """Send everything logged in this process to standard error, with times in UTC.

    "text" is for people, in colours on a terminal only, tracebacks below their record; "json" is
    an object a line with `timestamp`, `level`, `logger`, `event`, the record's values, and the
    traceback as `exception`.
    """
    structlog.configure(
        processors=[*_OF_EVERY_RECORD, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
    )
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=list(_OF_EVERY_RECORD),
            processors=[
                structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                *_renderers(form),
            ],
        )
    )
    logging.basicConfig(handlers=[handler], level=logging.WARNING, force=True)
    for package in _OURS:
        logging.getLogger(package).setLevel(logging.INFO)
    logging.captureWarnings(True)


def _renderers(form: LogFormat) -> list[Processor]:
    if form == "json":
        return [structlog.processors.format_exc_info, structlog.processors.JSONRenderer()]
    return [
        structlog.dev.ConsoleRenderer(
            colors=sys.stderr.isatty(), exception_formatter=structlog.dev.plain_traceback
        )
    ]
