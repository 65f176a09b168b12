"""Random examples of the suite's properties, as many as a soak likes and from its seed."""

from collections.abc import Callable

from hypothesis import HealthCheck, seed, settings

Drawn = Callable[[Callable[..., None]], Callable[..., None]]
"""Tells a property how many examples it is tried on, and which."""


def new_examples(number: int, first: int) -> Drawn:
    """That many, drawn from the seed `first`: none is kept for another run."""
    usual = settings(
        max_examples=number,
        database=None,
        deadline=None,
        derandomize=False,
        suppress_health_check=[HealthCheck.too_slow],
    )

    def tried(test: Callable[..., None]) -> Callable[..., None]:
        return seed(first)(usual(test))

    return tried
