"""The state of a Trictrac table, a value computed from throws, choices, plays and claims.

A turn consists of the throw, the thrower's points, the choice to hold or to go, the play, and the
opponent's points.

Sources: Trictrac (Grand Trictrac) at Backgammon Galore; Malfilâtre, Laws of Trictrac, articles 8,
15, 16 and 18; rulings 25 and 26. The thrower's points are marked before the play. The opponent's
points are marked after the play and before the next throw, and écoles are marked last.

In school mode the players claim their points, and the opponent can take a wrong claim as an école.
Sources: Trictrac (Grand Trictrac) at Backgammon Galore, "Ecoles"; Malfilâtre, Laws of Trictrac,
article 17; ruling 26. After each claim the opponent judges it; if the opponent takes an école, the
claimant answers. Disputes that the laws leave to the players are settled here at once (our choice).
No player learns whether a claim was right before they have answered.
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
    """The action for which a Trictrac table waits.

    The values complete the sentence "the table waits for …".
    """

    THROW = "a throw"
    CLAIM = "a claim of points"
    JUDGE = "a word on the points claimed"
    CONTEST = "a word on the école taken"
    CHOOSE = "the choice to hold or to go"
    PLAY = "a play"
    OVER = "nothing: the game is over"


@dataclass(frozen=True, slots=True)
class Reckoning:
    """The points of a throw that the side `claimant` is to claim, in school mode.

    `due` is what the throw is really worth to the claimant; nobody must be shown it before the end.
    `claim` is the number that the claimant has said, and `right` the number that the opponent holds
    to be correct; each is None until it is said.
    """

    claimant: Side
    due: int
    claim: int | None = None
    right: int | None = None


@dataclass(frozen=True, slots=True)
class LatePoints:
    """The points of an école, marked after all other points of a throw (Malfilâtre, article 17)."""

    side: Side
    points: int


@dataclass(frozen=True, slots=True)
class TrictracTable:
    """The whole state of one table between two actions.

    `thrower` has thrown or throws next. `throws` counts White's and Red's throws since the checkers
    were set up. `roll` and `marks` are those of the throw being played; before a throw they are
    None and empty. `markings` are the points marked since the last throw, in order; the next throw
    clears them. If `school` is True, players claim their points themselves; otherwise points are
    marked automatically (ruling 26). `reckoning` is the claim now being made or judged, else None.
    `late` are écoles still to be marked.
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
        """The side that has to act next, or None if the game is over."""
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
        """Return the points to which the throw being played entitles a side, by the tariff."""
        return points_for(self.marks, side)

    def expect(self, phase: Phase, done: str) -> None:
        """Raise WrongMoment unless the table waits for the action `phase`.

        `done` names the attempted action in the error's text.
        """
        if self.phase is not phase:
            raise WrongMoment(done, self.phase.value)


def set_table(first: Side, *, school: bool = False) -> TrictracTable:
    """Return a table before the first throw.

    `first`, the side that threw the higher die, throws first (ruling 24). If `school` is True,
    players claim their points themselves.
    """
    return TrictracTable(SET, first, school)


def throw(table: TrictracTable, roll: Roll) -> TrictracTable:
    """Return the table after the thrower's dice.

    With automatic marking the thrower's points are marked at once; in school mode a claim is
    awaited next. Raises WrongMoment while another action is awaited.
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
    """Return the table after the thrower's choice.

    After HOLD a play is awaited. After GO both sides have no points, all checkers are back on their
    talons, and the same side throws again. Raises WrongMoment unless the choice is awaited.
    """
    table.expect(Phase.CHOOSE, choice.value)
    if choice is HoleChoice.HOLD:
        return replace(table, phase=Phase.PLAY)
    return _set_anew(replace(table, score=table.score.cleared()))


def legal_plays(table: TrictracTable) -> frozenset[Play]:
    """Return the plays that the thrower can make now; empty unless a play is awaited."""
    if table.phase is not Phase.PLAY or table.roll is None:
        return frozenset()
    return frozenset(plays_by_position(table.position, table.thrower, table.roll).values())


def play(table: TrictracTable, chosen: Play) -> TrictracTable:
    """Return the table after the thrower's play, with the opponent's points of the throw.

    The moves of a legal play are accepted in any order and by any route. In school mode the
    opponent's claim is awaited instead. Raises IllegalPlay for a play that the throw does not
    allow, and WrongMoment unless a play is awaited.
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
    """Return the table with the thrower's points of the throw marked.

    If the points complete a trou, the choice of HOLD or GO is awaited next, else the play.
    """
    marked = _marked(table, table.thrower, points)
    if marked.winner is not None:
        return marked
    won = len(marked.markings) > len(table.markings) and bool(marked.markings[-1].trous)
    return replace(marked, phase=Phase.CHOOSE if won else Phase.PLAY, reckoning=None)


def opponents_points(table: TrictracTable, points: int) -> TrictracTable:
    """Return the table with the opponent's points of the throw marked, then the écoles.

    The next throw is awaited, unless the points win the game.
    """
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
    """Return the table with an école for `side`, to be marked after the throw's other points."""
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
    """Return the table with all checkers back on the talons and points unchanged.

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
    """The result of a disputed claim: the claimant's points, and écoles that the sides mark."""

    granted: int
    ecoles: tuple[LatePoints, ...]


def claim(table: TrictracTable, points: int) -> TrictracTable:
    """Return the table after the claimant says how many points the throw is worth.

    Raises InvalidMark for a number that cannot be marked, and WrongMoment unless a claim is
    awaited.
    """
    table.expect(Phase.CLAIM, f"claim of {points}")
    _even("claim", points)
    return replace(table, phase=Phase.JUDGE, reckoning=replace(_open(table), claim=points))


def judge(table: TrictracTable, right: int) -> TrictracTable:
    """Return the table after the opponent says how many points would be right.

    To say the claimed number accepts the claim, even if it is wrong, and the claim is marked. To
    say another number takes an école of the whole difference, and the claimant's answer is awaited.
    Raises InvalidMark for a number that cannot be marked, and WrongMoment unless a judgement is
    awaited.
    """
    table.expect(Phase.JUDGE, f"judgement of {right}")
    _even("right", right)
    judged = replace(_open(table), right=right)
    if right == judged.claim:
        return _settled(table, judged, right)
    return replace(table, phase=Phase.CONTEST, reckoning=judged)


def contest(table: TrictracTable, *, contested: bool) -> TrictracTable:
    """Return the table after the claimant accepts or contests the école.

    If the claimant accepts, the école counts. If the claimant contests, the tariff decides and each
    side pays for its own error. The claimant pays the difference between the claim and the tariff,
    or twice that if the opponent's number was right. The opponent pays the difference between their
    number and the tariff (*fausse école*). Raises WrongMoment unless this answer is awaited.
    """
    table.expect(Phase.CONTEST, "word on the école")
    asked = _open(table)
    settled = verdict(asked, contested=contested)
    for ecole in settled.ecoles:
        table = with_late(table, ecole.side, ecole.points)
    return _settled(table, asked, settled.granted)


def verdict(asked: Reckoning, *, contested: bool) -> Verdict:
    """Return the result that `contest` would give for a claim that the opponent has judged.

    `contested` is True if the claimant contests the école.
    """
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
