"""Long gammon (long nardy) by the Russian and Georgian federations' rules (ruling 16).

All fifteen start on the head, the own point 24; both sides go the same way round, so that a side's
head is its opponent's point 12. Nothing is hit: a point with one opposing checker is closed. Not
built: koks, home mars, the last-roll tie.

Endings (ruling 14, ours): *oin*, counted 1, is a bear-off; *mars*, the loser having borne off none,
counted 2, takes the gammon's place and with it row 15; a Triple does not exist. There is no cube.
"""

from rules.dice import Roll
from rules.ending import Ending
from rules.errors import IllegalPlay, InvalidPosition
from rules.games.game import Outcome, Sensing
from rules.games.long_gammon_plays import HEAD, opposite, packed, plays_by_position
from rules.games.possible_positions import (
    check_no_triangle_is_shared,
    check_one_has_won_at_most,
)
from rules.notation import write_play
from rules.play import Move, Play
from rules.position import BAR, CHECKERS, OFF, PLACES, Position, position_of
from rules.side import Side

_START = tuple(CHECKERS if place == HEAD else 0 for place in range(PLACES))


class LongGammon:
    """The rules of long gammon as functions of positions and rolls (implements Game)."""

    name = "long-gammon"
    senses = Sensing(hits=False, bar=False, cube_limit=0)
    endings = frozenset({Ending.BEAROFF, Ending.GAMMON, Ending.RESIGNED, Ending.RESIGNED_GAMMON})
    opening_is_played = True

    def facing(self, point: int) -> int:
        """Both sides go the same way round: a side's point 24 is its opponent's 12."""
        return opposite(point)

    def counted(self, first: Side) -> None:
        """No points are counted at the table."""

    def start(self) -> Position:
        """All fifteen checkers of either side on its head."""
        return Position(_START, _START)

    def check(self, position: Position) -> None:
        """Raise InvalidPosition for a shared triangle, a checker on the bar or two winners."""
        for side in Side:
            if position.of(side)[BAR]:
                raise InvalidPosition(
                    f"{side.value}: {position.of(side)[BAR]} on the bar; long gammon has none"
                )
        check_no_triangle_is_shared(position, self.facing)
        check_one_has_won_at_most(position)

    def legal_plays(self, position: Position, side: Side, roll: Roll, turn: int) -> frozenset[Play]:
        """One play for each position the roll can lead to; the one empty play for no move.

        `turn` is the side's own turn number from 1: on the first, 3-3, 4-4 and 6-6 may take two
        checkers off the head. Plays that differ only in order or route count as one: the higher die
        first, then the higher origin.
        """
        return frozenset(self._plays(position, side, roll, turn).values())

    def apply(self, position: Position, side: Side, play: Play) -> Position:
        """Move the checkers as written, whatever the dice; points are counted from the mover.

        Raises IllegalPlay when a checker is missing, a point is held by the opponent, or a hit is
        marked.
        """
        own, other = list(position.of(side)), position.of(side.opponent)
        for move in play:
            _move(own, other, move)
        return position_of(side, tuple(own), other)

    def play_between(
        self, before: Position, after: Position, side: Side, roll: Roll, turn: int
    ) -> Play | None:
        """The legal play from one position to the other, as legal_plays has it, or None."""
        if before.of(side.opponent) != after.of(side.opponent):
            return None
        return self._plays(before, side, roll, turn).get(packed(after.of(side)))

    def outcome(self, position: Position) -> Outcome | None:
        """Oin (bear-off) or mars (gammon) once a side has all fifteen off, else None."""
        for winner in Side:
            if position.off(winner) == CHECKERS:
                loser = winner.opponent
                ending = Ending.BEAROFF if position.off(loser) else Ending.GAMMON
                return Outcome(loser, ending, position.left(loser))
        return None

    def notation(self, play: Play) -> str:
        """Such as "head/18 8/5", points counted from the mover; empty for no move."""
        return write_play(play).replace(f"{HEAD}/", "head/")

    def _plays(self, position: Position, side: Side, roll: Roll, turn: int) -> dict[int, Play]:
        return plays_by_position(position.of(side), position.of(side.opponent), roll, turn)


def _move(own: list[int], other: tuple[int, ...], move: Move) -> None:
    if move.origin == BAR or not own[move.origin]:
        raise IllegalPlay(f"move {move.origin}/{move.target}: no checker on {move.origin}")
    if move.hit:
        raise IllegalPlay(f"move {move.origin}/{move.target}: nothing is hit in long gammon")
    if move.target != OFF and other[opposite(move.target)]:
        raise IllegalPlay(f"move {move.origin}/{move.target}: the opponent holds {move.target}")
    own[move.origin] -= 1
    own[move.target] += 1


LONG_GAMMON = LongGammon()
"""The one instance set-ups name; it has no state."""
