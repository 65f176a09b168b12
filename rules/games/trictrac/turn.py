"""One turn: throw, mark, hold or go, play, and the opponent's marks.

Sources: Trictrac (Grand Trictrac) at Backgammon Galore; Malfilâtre, Laws of Trictrac, articles 8,
15, 16 and 18; rulings 25 and 26. The thrower's points are marked before he plays, the opponent's
after the play and before the next throw, écoles last.
"""

from dataclasses import replace

from rules.dice import Roll
from rules.errors import IllegalPlay
from rules.games.counting import Choice
from rules.games.trictrac.figures import points_for
from rules.games.trictrac.marks import marks_of
from rules.games.trictrac.obligations import apply, plays_by_position
from rules.games.trictrac.table import (
    SET,
    LatePoints,
    Phase,
    Reckoning,
    TrictracTable,
)
from rules.notation import write_play
from rules.play import Play
from rules.position import CHECKERS
from rules.side import Side


def throw(table: TrictracTable, roll: Roll) -> TrictracTable:
    """The thrower's dice are known; raises WrongMoment while something else is to be done.

    Automatic marking marks his points at once; in school mode he is asked for his claim.
    """
    table.expect(Phase.THROW, f"throw {roll}")
    white, red = table.throws
    throws = (white + 1, red) if table.thrower is Side.WHITE else (white, red + 1)
    number = throws[0] if table.thrower is Side.WHITE else throws[1]
    marks = marks_of(table.position, table.thrower, roll, number)
    thrown = replace(table, roll=roll, throws=throws, marks=marks, markings=(), late=())
    due = points_for(marks, table.thrower)
    if table.school:
        return _asked(thrown, table.thrower, due)
    return own_points(thrown, due)


def choose(table: TrictracTable, choice: Choice) -> TrictracTable:
    """Hold, or go: all points of both sides vanish, checkers are set, the same side throws."""
    table.expect(Phase.CHOOSE, choice.value)
    if choice is Choice.HOLD:
        return replace(table, phase=Phase.PLAY)
    return _set_anew(replace(table, score=table.score.cleared()))


def legal_plays(table: TrictracTable) -> frozenset[Play]:
    """The plays the thrower may choose from; none unless a play is awaited."""
    if table.phase is not Phase.PLAY or table.roll is None:
        return frozenset()
    return frozenset(plays_by_position(table.position, table.thrower, table.roll).values())


def play(table: TrictracTable, chosen: Play) -> TrictracTable:
    """The thrower has played; raises IllegalPlay for a play the throw does not allow.

    Any order and route of a legal play will do. Then the opponent's points of this throw follow.
    """
    table.expect(Phase.PLAY, f"play {write_play(chosen) or 'nothing'}")
    assert table.roll is not None
    after = apply(table.position, table.thrower, chosen)
    if after.of(table.thrower) not in plays_by_position(table.position, table.thrower, table.roll):
        raise IllegalPlay(f"play {write_play(chosen) or 'nothing'}: not allowed by {table.roll}")
    played = replace(table, position=after)
    other = table.thrower.opponent
    due = points_for(table.marks, other)
    if table.school:
        return _asked(played, other, due)
    return opponents_points(played, due)


def own_points(table: TrictracTable, points: int) -> TrictracTable:
    """Mark what the thrower's own throw brings him; a trou won lets him choose."""
    marked = _marked(table, table.thrower, points)
    if marked.winner is not None:
        return marked
    won = len(marked.markings) > len(table.markings) and bool(marked.markings[-1].trous)
    return replace(marked, phase=Phase.CHOOSE if won else Phase.PLAY, reckoning=None)


def opponents_points(table: TrictracTable, points: int) -> TrictracTable:
    """Mark what the throw brings the opponent, then écoles; then the next throw is awaited."""
    marked = _marked(table, table.thrower.opponent, points)
    for late in table.late:
        marked = _marked(marked, late.side, late.points)
    if marked.winner is not None:
        return marked
    if marked.position.off(table.thrower) == CHECKERS:
        return _set_anew(marked)
    return replace(
        marked,
        thrower=table.thrower.opponent,
        phase=Phase.THROW,
        roll=None,
        marks=(),
        reckoning=None,
        late=(),
    )


def with_late(table: TrictracTable, side: Side, points: int) -> TrictracTable:
    """Keep école points until all others of the throw are marked."""
    return replace(table, late=(*table.late, LatePoints(side, points))) if points else table


def _asked(table: TrictracTable, claimant: Side, due: int) -> TrictracTable:
    return replace(table, phase=Phase.CLAIM, reckoning=Reckoning(claimant, due))


def _marked(table: TrictracTable, side: Side, points: int) -> TrictracTable:
    score, marking = table.score.marked(side, points)
    if not marking.points:
        return table
    marked = replace(table, score=score, markings=(*table.markings, marking))
    if score.winner is None:
        return marked
    return replace(marked, phase=Phase.OVER, reckoning=None, late=())


def _set_anew(table: TrictracTable) -> TrictracTable:
    """Checkers back on the talons, points as they stand, the thrower throws again."""
    return replace(
        table,
        position=SET,
        phase=Phase.THROW,
        throws=(0, 0),
        roll=None,
        marks=(),
        reckoning=None,
        late=(),
    )
