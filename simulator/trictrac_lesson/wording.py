"""Small pieces the lines of a lesson are made of."""

import textwrap

from rules.position import Side

WIDTH = 78
"""Columns a line may take."""


def name(side: Side) -> str:
    """White or Red."""
    return side.value.capitalize()


def counted(number: int, thing: str) -> str:
    """Such as "1 trou", "2 trous"."""
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"


def wrapped(text: str, indent: str = "") -> tuple[str, ...]:
    """The text in lines of at most WIDTH columns, all but the first indented by two more."""
    return tuple(textwrap.wrap(text, WIDTH, initial_indent=indent, subsequent_indent=indent + "  "))
