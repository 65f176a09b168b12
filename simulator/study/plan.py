"""What a study plays: pairs of teams of known difference, and how many boards of each."""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Pairing:
    """Two teams of nets; noise is the spread of an error a judgement (players.gnubg_player).

    The home team is the better one unless the noise is equal. A row of figures names the pairing.
    """

    name: str
    home_noise: float
    away_noise: float

    @property
    def equal(self) -> bool:
        """Neither team is better."""
        return self.home_noise == self.away_noise


PAIRINGS: Final = (
    Pairing("equal", 0.036, 0.036),
    Pairing("close", 0.0, 0.015),
    Pairing("apart", 0.0, 0.036),
    Pairing("far", 0.0, 0.07),
)
"""Equal teams make errors too: two that play alike never part, and their boards are all level."""


@dataclass(frozen=True, slots=True)
class Plan:
    """How much is played: `boards` of each pairing, the luck judged on every `luck_every`-th.

    A board is one game in each room. What a board brings follows from `seed`, its pairing and its
    number alone, so a longer study has every board of a shorter one.
    """

    seed: int
    boards: int
    luck_every: int

    def places(self) -> list[tuple[Pairing, int]]:
        """Every board in the order in which it is kept: all pairings have equally many, always."""
        return [(pairing, number) for number in range(1, self.boards + 1) for pairing in PAIRINGS]

    def judged(self, number: int) -> bool:
        """The luck of that board's rolls is judged."""
        return (number - 1) % self.luck_every == 0
