"""The loop of a worker process: it reads one question per line and answers each with a line."""

import os
import sys
from collections.abc import Callable


def answer_lines(answer: Callable[[str], str]) -> None:
    """Answer each line of standard input until it ends, or until nobody reads the answers."""
    for line in sys.stdin:
        answered = answer(line)
        try:
            print(answered, flush=True)
        except BrokenPipeError:
            # The asking process was killed. At exit the interpreter would write the rest and fail.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            return
