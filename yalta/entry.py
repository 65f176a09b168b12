"""Where the `yalta` script begins: what a command needs is imported where Ctrl-C has its answer."""

import signal
import sys

from yalta.exit_status import INTERRUPTED


def main() -> None:
    """Run the command line; interrupted before its command has begun, it says so in a line."""
    try:
        from yalta.cli import main as run_commands

        run_commands()
    except KeyboardInterrupt:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        sys.stderr.write("yalta: interrupted before it had begun anything.\n")
        raise SystemExit(INTERRUPTED) from None
