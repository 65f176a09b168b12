"""Figures with decimals as a language writes them, with true minus signs."""

from typing import Final

from babel.numbers import get_decimal_symbol

from server.translation import Words

NONE: Final = "–"
"""Stands where there is no figure."""


def decimal(figure: float, words: Words, digits: int = 1) -> str:
    """A figure with so many decimals."""
    return f"{figure:.{digits}f}".replace(".", get_decimal_symbol(words.code))


def signed_decimal(figure: float, words: Words, digits: int = 1) -> str:
    """The same with its sign, a plus for what is above nothing."""
    text = decimal(abs(figure), words, digits)
    if not text.strip("0.,"):
        return text
    return f"{'+' if figure > 0 else '−'}{text}"
