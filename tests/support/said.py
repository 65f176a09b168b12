"""What a program prints, read as it comes."""

from typing import IO


def said_until(said: IO[str], wanted: str) -> str:
    """Everything up to the first line with the wanted text; AssertionError when it ends before."""
    lines = ""
    for line in said:
        lines += line
        if wanted in line:
            return lines
    raise AssertionError(lines)
