"""Names and differences as every form shows them."""

SHORT_NAME = 14
"""Letters of a team's name a narrow column has room for."""

FULL_NAME = 80
"""Letters of a name the form has room for at all."""


def shortened(name: str, letters: int) -> str:
    """The name, or its beginning and an ellipsis where it is longer than so many letters."""
    return name if len(name) <= letters else name[: letters - 1].rstrip() + "…"


def signed(number: int) -> str:
    """A difference with its sign: a true minus, and a plus for what is above nothing."""
    return f"{number:+d}".replace("-", "−") if number else "0"
