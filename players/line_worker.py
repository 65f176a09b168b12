"""The loop of a worker process, which reads questions line by line and answers each with a line."""

import os
import sys
from collections.abc import Callable


def answer_lines(answer: Callable[[str], str]) -> None:
    """Read lines from standard input and print the answer to each.

    Returns when standard input ends or when nobody reads the answers any more.
    """
    for line in sys.stdin:
        answered = answer(line)
        try:
            print(answered, flush=True)
        except BrokenPipeError:
            # The asking process was killed. At exit the interpreter would write the rest and fail.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            return
