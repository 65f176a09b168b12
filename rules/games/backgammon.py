"""The rules of backgammon played for money (ruling 3).

Jacoby, automatic doubles and beavers are not used. Source for how games count: Fair Backgammon
Duplicated Team Tournament (Garal, 2008). A side's point p is its opponent's point 25 - p.
"""

from rules.dice import LIMIT, Roll
from rules.errors import IllegalPlay
from rules.games.backgammon_plays import packed, plays_by_position
from rules.games.game import (
    Outcome,
    Sensing,
    check_no_triangle_is_shared,
    check_one_has_won_at_most,
)
from rules.games.game_info import GameInfo, Layout, Scored
from rules.position import (
    BAR,
    CHECKERS,
    OFF,
    PLACES,
    Move,
    Play,
    Position,
    Side,
    position_of,
    write_play,
)
from rules.room import Ending
from rules.text import N_

_START = tuple({24: 2, 13: 5, 8: 3, 6: 5}.get(place, 0) for place in range(PLACES))
_WINNERS_HOME = range(19, BAR + 1)
"""The winner's home, which is the loser's points 19 to 24, and the bar.

A checker of the loser in one of these places makes a gammon a backgammon.
"""


class Backgammon:
    """The rules of backgammon as functions of positions and rolls (implements Game)."""

    name = "backgammon"
    senses = Sensing(hits=True, bar=True, cube_limit=LIMIT)
    endings = frozenset(Ending) - {Ending.TROUS}
    opening_is_played = True

    def facing(self, point: int) -> int:
        """Return the opponent's number of a side's point.

        A side's point p is its opponent's point 25 - p.
        """
        return BAR - point

    def counted(self, first: Side) -> None:
        """Return None, because backgammon counts no points while a game is played."""

    def start(self) -> Position:
        """Return the starting position.

        Each side has two checkers on its 24, five on 13, three on 8 and five on 6.
        """
        return Position(_START, _START)

    def check(self, position: Position) -> None:
        """Raise InvalidPosition if a point has checkers of both sides or both sides have won."""
        check_no_triangle_is_shared(position, self.facing)
        check_one_has_won_at_most(position)

    def legal_plays(
        self, position: Position, side: Side, roll: Roll, turn: int = 1
    ) -> frozenset[Play]:
        """Return one play for each position to which the roll can lead.

        If nothing can move, return only the empty play. Of several plays that lead to the same
        position, the one that begins with the higher die is returned, then the one that begins
        farther from home. `turn` makes no difference in backgammon.
        """
        return frozenset(self._plays(position, side, roll).values())

    def apply(self, position: Position, side: Side, play: Play) -> Position:
        """Return the position after the play as written, whatever the dice.

        Points are counted from the mover's side. Raises IllegalPlay if a checker is missing, if the
        opponent has two or more checkers on a point where a move ends, or if a hit is marked
        wrongly.
        """
        own, other = list(position.of(side)), list(position.of(side.opponent))
        for move in play:
            _move(own, other, move)
        return position_of(side, tuple(own), tuple(other))

    def play_between(
        self, before: Position, after: Position, side: Side, roll: Roll, turn: int = 1
    ) -> Play | None:
        """Return the legal play of the roll that leads from `before` to `after`, or None.

        The play is one of those that `legal_plays` returns.
        """
        key = packed(after.of(side), after.of(side.opponent))
        return self._plays(before, side, roll).get(key)

    def outcome(self, position: Position) -> Outcome | None:
        """Return the outcome if a side has all fifteen checkers off, else None.

        The ending is a bear-off, a gammon or a backgammon.
        """
        for winner in Side:
            if position.off(winner) == CHECKERS:
                loser = winner.opponent
                return Outcome(loser, _ending(position.of(loser)), position.left(loser))
        return None

    def notation(self, play: Play) -> str:
        """Return a play such as "24/18*/13 8/4(2)", with points counted from the mover's side.

        The text is empty if nothing could be moved.
        """
        return write_play(play)

    def _plays(self, position: Position, side: Side, roll: Roll) -> dict[int, Play]:
        return plays_by_position(position.of(side), position.of(side.opponent), roll.dice)


def _move(own: list[int], other: list[int], move: Move) -> None:
    if not own[move.origin]:
        raise IllegalPlay(f"move {move.origin}/{move.target}: no checker on {move.origin}")
    facing = 0 if move.target == OFF else other[BAR - move.target]
    if facing > 1:
        raise IllegalPlay(
            f"move {move.origin}/{move.target}: the opponent holds {move.target} with {facing}"
        )
    if move.hit != bool(facing):
        what = "hits a checker" if facing else "hits nothing"
        raise IllegalPlay(f"move {move.origin}/{move.target} {what}; its hit mark says otherwise")
    own[move.origin] -= 1
    own[move.target] += 1
    if facing:
        other[BAR - move.target] -= 1
        other[BAR] += 1


def _ending(loser: tuple[int, ...]) -> Ending:
    if loser[OFF]:
        return Ending.BEAROFF
    if any(loser[place] for place in _WINNERS_HOME):
        return Ending.BACKGAMMON
    return Ending.GAMMON


BACKGAMMON = Backgammon()
"""The only instance, which every match of backgammon uses. It has no state."""

INFO = GameInfo(
    rules=BACKGAMMON,
    wire_kind=1,
    title=N_("Backgammon"),
    on_board=N_("Backgammon board."),
    asked_as=("backgammon", "бекгамон", "короткі нарди", "короткие нарды", "бэкгаммон"),
    player="players.sensible_player.SensiblePlayer",
    scored=Scored(cube=True),
    layout=Layout(),
    terms={
        "cube": (
            N_("cube"),
            N_(
                "The doubling cube shows by how much a game counts. A side may offer to double it; "
                "who passes loses the game at the value before."
            ),
        ),
        "gammon": (
            N_("gammon"),
            N_("A win before the loser has borne off a single checker. It counts double."),
        ),
        "backgammon": (
            N_("backgammon"),
            N_(
                "A gammon with a checker of the loser still on the bar or in the winner's home. It "
                "counts three times."
            ),
        ),
    },
    terms_to_points={
        "crawford": (
            N_("Crawford"),
            N_(
                "The one game that is played without the cube: the first one after a player has "
                "come within a point of winning the match."
            ),
        ),
    },
    written_play="13/8 6/5",
    nets=True,
)
