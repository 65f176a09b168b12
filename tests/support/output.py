"""What a program prints, read as it comes."""

from typing import IO


def lines_until(output: IO[str], text: str) -> str:
    """Everything up to the first line with the wanted text; AssertionError when it ends before."""
    lines = ""
    for line in output:
        lines += line
        if text in line:
            return lines
    raise AssertionError(lines)
