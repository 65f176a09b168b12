"""Dice for simulated tables: equal keys give equal dice, however often they are asked for.

There is no state, so that voided throws, reboots and restarts do not change later dice (ruling 6:
rolls belong to a side and a turn).
"""

import hashlib
from collections.abc import Callable, Sequence
from typing import Protocol

from rules.dice import Roll
from rules.duplicate.seed_dice import drawn_roll
from rules.match_files.mat_reader import GameRolls
from rules.position import Side
from rules.tables.state import TurnKey


class DiceSupply(Protocol):
    """The source of the dice of a simulated open table."""

    def opening(self, game: int, attempt: int, throw: int) -> Roll:
        """Return the `throw`-th opening throw of a game, White's die first.

        `throw` counts from 1; `throw` - 1 ties came before.
        """

    def roll(self, game: int, attempt: int, side: Side, turn: int) -> Roll:
        """Return the dice of a side's turn, other than the opening turn."""


class SeededDice:
    """Fair dice from a hash of the seed and the key."""

    def __init__(self, seed: int | str) -> None:
        name = f"dice/{seed}".encode()
        self._turns = hashlib.sha256(name).digest()
        self._openings = hashlib.sha256(name + b"/opening").digest()

    def opening(self, game: int, attempt: int, throw: int) -> Roll:
        return drawn_roll(self._openings, game, attempt, TurnKey(Side.WHITE, throw))

    def roll(self, game: int, attempt: int, side: Side, turn: int) -> Roll:
        return drawn_roll(self._turns, game, attempt, TurnKey(side, turn))


class TranscribedDice:
    """The dice of a transcribed match, side by side in order; White is the left column.

    Where the file has none (a side's rolls of that game are used up, no such game, a voided game
    thrown again, a first roll that cannot open) the dice of `otherwise` are used, and `tell` is
    called with a sentence, once a game and side.
    """

    def __init__(
        self,
        name: str,
        games: Sequence[GameRolls],
        otherwise: DiceSupply,
        tell: Callable[[str], None],
    ) -> None:
        self._name = name
        self._games = games
        self._otherwise = otherwise
        self._tell = tell
        self._reported: set[str] = set()

    def opening(self, game: int, attempt: int, throw: int) -> Roll:
        rolls = self._of(game, attempt)
        if rolls is None or rolls.opener is None:
            return self._otherwise.opening(game, attempt, throw)
        dice = rolls.of(rolls.opener)[0].dice
        return Roll(*dice) if rolls.opener is Side.WHITE else Roll(*reversed(dice))

    def roll(self, game: int, attempt: int, side: Side, turn: int) -> Roll:
        rolls = self._of(game, attempt)
        if rolls is None:
            return self._otherwise.roll(game, attempt, side, turn)
        known = rolls.of(side)
        if turn <= len(known):
            return known[turn - 1]
        whose = f"{side.value.capitalize()}'s rolls of game {game}"
        self._say_once(f"{whose} are used up after turn {len(known)}")
        return self._otherwise.roll(game, attempt, side, turn)

    def _of(self, game: int, attempt: int) -> GameRolls | None:
        if game > len(self._games):
            self._say_once(f"game {game} is not in the file, which has {len(self._games)}")
            return None
        if attempt > 1:
            self._say_once(f"game {game} was voided and needs new dice")
            return None
        rolls = self._games[game - 1]
        if rolls.opener is None or rolls.of(rolls.opener)[0].is_double:
            self._say_once(f"game {game} has no opening roll")
            return None
        return rolls

    def _say_once(self, why: str) -> None:
        if why not in self._reported:
            self._reported.add(why)
            self._tell(f"{self._name}: {why}; the seeded dice go on")
