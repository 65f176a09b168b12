"""The dice of a transcribed match, side by side in order, to be thrown again elsewhere."""

from dataclasses import dataclass

from rules.dice import Roll
from rules.match_files.mat_reader import read_mat
from rules.match_files.mat_text import GameText, Thrown
from rules.side import Side


@dataclass(frozen=True, slots=True)
class GameRolls:
    """One game's rolls: k-th of a side is its k-th thrown turn; `opener` threw first, or nobody."""

    white: tuple[Roll, ...]
    red: tuple[Roll, ...]
    opener: Side | None

    def of(self, side: Side) -> tuple[Roll, ...]:
        """The side's rolls in order, the opening roll included for the side that opened."""
        return self.white if side is Side.WHITE else self.red


def rolls_of(text: str) -> list[GameRolls]:
    """Every game's rolls by column (White left, Red right), unplayed rolls included.

    Raises MatchUnreadable for a text that is no .mat.
    """
    return [_rolls(game) for game in read_mat(text).games]


def _rolls(game: GameText) -> GameRolls:
    thrown = [entry for entry in game.entries if isinstance(entry, Thrown)]
    white, red = (
        tuple(entry.roll for entry in thrown if entry.side is side)
        for side in (Side.WHITE, Side.RED)
    )
    return GameRolls(white, red, thrown[0].side if thrown else None)
