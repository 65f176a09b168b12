"""Dice for simulated tables: they depend on the game, the side and the turn, and on no state.

Voided throws, reboots and restarts therefore do not change later dice (ruling 6: rolls belong to a
side and a turn).
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
    """A source of dice for a simulated table in the open room.

    Its methods return equal dice for equal arguments, however often they are called.
    """

    def opening(self, game: int, attempt: int, throw: int) -> Roll:
        """Return the `throw`-th opening throw of an attempt at a game, White's die first.

        `throw` counts from 1: the opening is thrown again after each tie.
        """

    def roll(self, game: int, attempt: int, side: Side, turn: int) -> Roll:
        """Return the dice of a side's turn. The opening throw comes from `opening`."""


class SeededDice:
    """Fair dice, computed from a seed.

    Dice are a hash of the seed, the game, the attempt, the side and the turn.
    """

    def __init__(self, seed: int | str) -> None:
        name = f"dice/{seed}".encode()
        self._turns = hashlib.sha256(name).digest()
        self._openings = hashlib.sha256(name + b"/opening").digest()

    def opening(self, game: int, attempt: int, throw: int) -> Roll:
        return drawn_roll(self._openings, game, attempt, TurnKey(Side.WHITE, throw))

    def roll(self, game: int, attempt: int, side: Side, turn: int) -> Roll:
        return drawn_roll(self._turns, game, attempt, TurnKey(side, turn))


class TranscribedDice:
    """The dice of a match file, each side's in order; White is the file's left column.

    The dice of `otherwise` are used if the file has no dice for a turn. That is so if the side's
    rolls of the game are used up, if the file has no such game, if a voided game is played again,
    or if the game's first roll cannot be an opening throw. Each such reason is passed to `tell`
    once, as a sentence.
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
