"""What a worker process does: a question a line comes in, its answer goes out as another."""

import os
import sys
from collections.abc import Callable


def answer_lines(answer: Callable[[str], str]) -> None:
    """Answer each line of standard input until it ends, or nobody reads the answers any more."""
    for line in sys.stdin:
        answered = answer(line)
        try:
            print(answered, flush=True)
        except BrokenPipeError:
            # Who asked was killed. At its end the interpreter would write the rest, and complain.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            return
