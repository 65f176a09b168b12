"""A play as the visitor has written or tapped it: "24/18 13/11", on the mover's own points.

Words may be those of any page: "head/18", "голова/18".
"""

from rules.dice import Roll
from rules.errors import InvalidPosition
from rules.games.backgammon import BACKGAMMON
from rules.games.backgammon_written import plays_written
from rules.games.game import Game
from rules.position import BAR, OFF, InvalidNotation, Play, Position, Side, position_of, read_play
from server.console.event_words.play_words import play_notation


def position_written(
    game: Game, before: Position, side: Side, roll: Roll, turn: int, text: str
) -> Position | None:
    """Where that play leads; None for one that cannot be read or that the dice do not allow.

    A checker that is alone where a move ends is hit, whether the hit is marked or not.
    """
    try:
        legs = read_play(play_notation(text))
    except InvalidNotation:
        return None
    lying = _as_it_lies(game, before, side, legs)
    if lying is not None and game.play_between(before, lying, side, roll, turn) is not None:
        return lying
    if game is not BACKGAMMON:
        return None
    meant = plays_written(before.of(side), before.of(side.opponent), roll.dice, legs)
    return game.apply(before, side, meant[0]) if meant else None


def _as_it_lies(game: Game, before: Position, side: Side, legs: Play) -> Position | None:
    """The checkers after these moves, whatever the dice; None where a move has no checker."""
    own, other = list(before.of(side)), list(before.of(side.opponent))
    for leg in legs:
        if not own[leg.origin]:
            return None
        own[leg.origin] -= 1
        own[leg.target] += 1
        facing = game.facing(leg.target) if leg.target not in (OFF, BAR) else OFF
        if game.senses.bar and facing and other[facing] == 1:
            other[facing] -= 1
            other[BAR] += 1
    try:
        return position_of(side, tuple(own), tuple(other))
    except InvalidPosition:
        return None
