"""What a worker process does all its life: a question a line comes in, an answer a line goes out."""

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
