"""The state of a Trictrac table: a value, folded from throws, choices, plays and claims.

One turn is: throw, mark, hold or go, play, and the opponent's marks.

Sources: Trictrac (Grand Trictrac) at Backgammon Galore; Malfilâtre, Laws of Trictrac, articles 8,
15, 16 and 18; rulings 25 and 26. The thrower's points are marked before the play, the opponent's
after the play and before the next throw, écoles last.

In school mode players claim their points, and a wrong claim can be taken as an école.

Sources: Trictrac (Grand Trictrac) at Backgammon Galore, "Ecoles"; Malfilâtre, Laws of Trictrac,
article 17; ruling 26. Each claim is followed by the opponent's judgement and, if the opponent takes
an école, by the claimant's answer. Disputes that the laws leave to the players are settled here
once and at once (ours). No player learns whether a claim was right before having answered.
"""

from dataclasses import dataclass, replace
from enum import Enum

from rules.dice import Roll
from rules.errors import IllegalPlay
from rules.games.game import HoleChoice
from rules.games.trictrac.figures import Mark, points_for
from rules.games.trictrac.jans import marks_of
from rules.games.trictrac.movement import START, apply, plays_by_position
from rules.games.trictrac.score import NO_SCORE, InvalidMark, Marking, Score, WrongMoment
from rules.position import CHECKERS, Play, Position, Side, write_play

SET = Position(START, START)
"""The position with all checkers on their talons."""


class Phase(Enum):
    """State of a table: what it waits for; values finish the sentence "the table waits for …"."""

    THROW = "a throw"
    CLAIM = "a claim of points"
    JUDGE = "a word on the points claimed"
    CONTEST = "a word on the école taken"
    CHOOSE = "the choice to hold or to go"
    PLAY = "a play"
    OVER = "nothing: the game is over"


@dataclass(frozen=True, slots=True)
class Reckoning:
    """Points being marked in school mode.

    `due` is the throw's value to `claimant`, `claim` the claimant's figure, `right` the opponent's
    judgement of what it should have been; the last two None until given. Do not show `due` to
    anybody before the end.
    """

    claimant: Side
    due: int
    claim: int | None = None
    right: int | None = None


@dataclass(frozen=True, slots=True)
class LatePoints:
    """École points, which are marked after all others of the throw (Malfilâtre, article 17)."""

    side: Side
    points: int


@dataclass(frozen=True, slots=True)
class TrictracTable:
    """The whole state of one table between two actions.

    `thrower` has thrown or is to throw; `throws` counts White's and Red's throws since the checkers
    were set. `roll` and `marks` are those of the throw being played, None and empty before it;
    `markings` are the marks made since that throw, in order, kept until the next one. `school`:
    players claim their points themselves; otherwise they are marked for them (ruling 26).
    """

    position: Position
    thrower: Side
    school: bool = False
    score: Score = NO_SCORE
    phase: Phase = Phase.THROW
    throws: tuple[int, int] = (0, 0)
    roll: Roll | None = None
    marks: tuple[Mark, ...] = ()
    markings: tuple[Marking, ...] = ()
    reckoning: Reckoning | None = None
    late: tuple[LatePoints, ...] = ()

    @property
    def awaited(self) -> Side | None:
        """The side that acts next; None once the game is over."""
        if self.phase is Phase.OVER:
            return None
        if self.reckoning is None:
            return self.thrower
        claimant = self.reckoning.claimant
        return claimant.opponent if self.phase is Phase.JUDGE else claimant

    @property
    def winner(self) -> Side | None:
        """The side with twelve trous, or None."""
        return self.score.winner

    def due(self, side: Side) -> int:
        """Return the points of the throw being played for a side, by the tariff."""
        return points_for(self.marks, side)

    def expect(self, phase: Phase, done: str) -> None:
        """Raise WrongMoment unless the table waits for this."""
        if self.phase is not phase:
            raise WrongMoment(done, self.phase.value)


def set_table(first: Side, *, school: bool = False) -> TrictracTable:
    """Return a table before the first throw, by `first`, who threw the higher die (ruling 24)."""
    return TrictracTable(SET, first, school)


def throw(table: TrictracTable, roll: Roll) -> TrictracTable:
    """Return the table with the thrower's dice. Raises WrongMoment while another action is awaited.

    With automatic marking the thrower's points are marked at once; in school mode a claim is
    awaited.
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


def choose(table: TrictracTable, choice: HoleChoice) -> TrictracTable:
    """Return the table after holding or going.

    Going removes all points of both sides and sets the checkers anew; the same side throws.
    """
    table.expect(Phase.CHOOSE, choice.value)
    if choice is HoleChoice.HOLD:
        return replace(table, phase=Phase.PLAY)
    return _set_anew(replace(table, score=table.score.cleared()))


def legal_plays(table: TrictracTable) -> frozenset[Play]:
    """Return the plays the thrower may choose from; none unless a play is awaited."""
    if table.phase is not Phase.PLAY or table.roll is None:
        return frozenset()
    return frozenset(plays_by_position(table.position, table.thrower, table.roll).values())


def play(table: TrictracTable, chosen: Play) -> TrictracTable:
    """Return the table after the thrower's play.

    Raises IllegalPlay for a play the throw does not allow. Any order and route of a legal play is
    accepted. Then the opponent's points of this throw follow.
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
    """Mark the thrower's points of the throw; after a trou the thrower has a choice."""
    marked = _marked(table, table.thrower, points)
    if marked.winner is not None:
        return marked
    won = len(marked.markings) > len(table.markings) and bool(marked.markings[-1].trous)
    return replace(marked, phase=Phase.CHOOSE if won else Phase.PLAY, reckoning=None)


def opponents_points(table: TrictracTable, points: int) -> TrictracTable:
    """Mark the opponent's points of the throw, then écoles; then the next throw is awaited."""
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
    """Return the table with checkers back on the talons and points unchanged.

    The thrower throws again.
    """
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


@dataclass(frozen=True, slots=True)
class Verdict:
    """The result of an école: points granted to the claimant, and écoles each side marks."""

    granted: int
    ecoles: tuple[LatePoints, ...]


def claim(table: TrictracTable, points: int) -> TrictracTable:
    """Return the table with the claimant's figure for the throw.

    Raises InvalidMark, WrongMoment.
    """
    table.expect(Phase.CLAIM, f"claim of {points}")
    _even("claim", points)
    return replace(table, phase=Phase.JUDGE, reckoning=replace(_open(table), claim=points))


def judge(table: TrictracTable, right: int) -> TrictracTable:
    """Return the table with the opponent's judgement: the claim's figure, or an école's.

    An école is worth the whole difference; to accept a wrong claim the opponent repeats it, and it
    counts. Raises InvalidMark, WrongMoment.
    """
    table.expect(Phase.JUDGE, f"judgement of {right}")
    _even("right", right)
    judged = replace(_open(table), right=right)
    if right == judged.claim:
        return _settled(table, judged, right)
    return replace(table, phase=Phase.CONTEST, reckoning=judged)


def contest(table: TrictracTable, *, contested: bool) -> TrictracTable:
    """Return the table after the claimant accepts the école, or leaves it to the tariff as false.

    Accepted, it counts as taken. Contested, each side pays for its own fault: the claimant for the
    difference between claim and tariff, twice if the école was right after all; the opponent for
    the difference between the judgement and the tariff, the *fausse école*.
    """
    table.expect(Phase.CONTEST, "word on the école")
    asked = _open(table)
    settled = verdict(asked, contested=contested)
    for ecole in settled.ecoles:
        table = with_late(table, ecole.side, ecole.points)
    return _settled(table, asked, settled.granted)


def verdict(asked: Reckoning, *, contested: bool) -> Verdict:
    """Return the result that `contest` would give a reckoning with claim and judgement."""
    assert asked.claim is not None
    assert asked.right is not None
    judge_side = asked.claimant.opponent
    if not contested:
        taken = LatePoints(judge_side, abs(asked.claim - asked.right))
        return Verdict(min(asked.claim, asked.right), (taken,))
    fault = abs(asked.claim - asked.due)
    ecoles = (
        LatePoints(judge_side, 2 * fault if asked.right == asked.due else fault),
        LatePoints(asked.claimant, abs(asked.right - asked.due)),
    )
    return Verdict(min(asked.claim, asked.due), tuple(each for each in ecoles if each.points))


def _settled(table: TrictracTable, asked: Reckoning, granted: int) -> TrictracTable:
    if asked.claimant is table.thrower:
        return own_points(table, granted)
    return opponents_points(table, granted)


def _open(table: TrictracTable) -> Reckoning:
    assert table.reckoning is not None
    return table.reckoning


def _even(field: str, points: int) -> None:
    if points < 0 or points % 2:
        raise InvalidMark(field, points)
