"""The start of the `yalta` script, which handles Ctrl-C even while modules are imported."""

import errno
import signal
import sys

from yalta.exit_status import INTERRUPTED, REFUSED


def main() -> None:
    """Run the command line.

    If it is interrupted before its command has begun, or lacks memory, print a line and exit.
    """
    try:
        from yalta.cli import main as run_commands

        run_commands()
    except KeyboardInterrupt:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        sys.stderr.write("yalta: interrupted before it had begun anything.\n")
        raise SystemExit(INTERRUPTED) from None
    except (MemoryError, RuntimeError, OSError, ImportError) as error:
        if not _is_short_of_memory(error):
            raise
        sys.stderr.write(
            "yalta: this machine gives the program too little memory, or too few threads. Operator:"
            " allow it 400 MB (ulimit -v, a container's limit) and start it again.\n"
        )
        raise SystemExit(REFUSED) from None


def _is_short_of_memory(error: Exception) -> bool:
    if isinstance(error, OSError):
        return error.errno == errno.ENOMEM
    told = ("start new thread", "failed to map segment", "cannot allocate memory")
    return isinstance(error, MemoryError) or any(each in str(error) for each in told)
