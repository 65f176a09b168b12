"""The turns of one game, legal and the same in both rooms, made before anything is measured."""

from dataclasses import dataclass
from random import Random

from board_drivers.wire.layout import PointCounts
from board_drivers.wire.values import WireSide
from rules.dice import Roll
from rules.games.backgammon import BACKGAMMON
from rules.position import Side

WIRE_OF = {Side.WHITE: WireSide.WHITE, Side.RED: WireSide.RED}


@dataclass(frozen=True, slots=True)
class ScriptedTurn:
    """A turn of the script: the side's `turn`-th throw and the position after its play.

    In `after`, each side's points are counted from that side.
    """

    side: WireSide
    turn: int
    dice: Roll
    after: PointCounts


def scripted_game(seed: int, turns: int) -> tuple[ScriptedTurn, ...]:
    """Return the first `turns` turns of a random game that White starts.

    Raises ValueError if the game of this seed has fewer turns.
    """
    rng, position, side = Random(seed), BACKGAMMON.start(), Side.WHITE
    script = list[ScriptedTurn]()
    for index in range(turns):
        dice = Roll(6, 5) if index == 0 else Roll(rng.randint(1, 6), rng.randint(1, 6))
        play = rng.choice(sorted(BACKGAMMON.legal_plays(position, side, dice), key=repr))
        position = BACKGAMMON.apply(position, side, play)
        if BACKGAMMON.outcome(position) is not None:
            raise ValueError(f"seed {seed}: the game is over after {index + 1} turns")
        after = PointCounts(position.white, position.red)
        script.append(ScriptedTurn(WIRE_OF[side], index // 2 + 1, dice, after))
        side = side.opponent
    return tuple(script)
