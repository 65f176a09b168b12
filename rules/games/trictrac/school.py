"""School mode: players claim their points, and a wrong claim can be taken as an école.

Sources: Trictrac (Grand Trictrac) at Backgammon Galore, "Ecoles"; Malfilâtre, Laws of Trictrac,
article 17; ruling 26. Each claim is followed by the opponent's word and, if he takes an école, by
the claimant's. What the laws leave to the players' dispute is settled here once and at once (ours).
Nobody is told whether a claim was right before he has spoken.
"""

from dataclasses import dataclass, replace

from rules.games.trictrac.errors import InvalidMark
from rules.games.trictrac.table import LatePoints, Phase, Reckoning, TrictracTable
from rules.games.trictrac.turn import opponents_points, own_points, with_late


@dataclass(frozen=True, slots=True)
class Verdict:
    """How an école ends: the points granted to the claimant, and the écoles each side marks."""

    granted: int
    ecoles: tuple[LatePoints, ...]


def claim(table: TrictracTable, points: int) -> TrictracTable:
    """The claimant says what the throw is worth to him; raises InvalidMark, WrongMoment."""
    table.expect(Phase.CLAIM, f"claim of {points}")
    _even("claim", points)
    return replace(table, phase=Phase.JUDGE, reckoning=replace(_open(table), claim=points))


def judge(table: TrictracTable, right: int) -> TrictracTable:
    """The opponent says what the claim should have been: the same, or he takes an école.

    An école is worth the difference, all of it; to let a wrong claim pass he repeats it, and it
    stands. Raises InvalidMark, WrongMoment.
    """
    table.expect(Phase.JUDGE, f"judgement of {right}")
    _even("right", right)
    judged = replace(_open(table), right=right)
    if right == judged.claim:
        return _settled(table, judged, right)
    return replace(table, phase=Phase.CONTEST, reckoning=judged)


def contest(table: TrictracTable, *, contested: bool) -> TrictracTable:
    """The claimant accepts the école, or calls it false and lets the tariff decide.

    Accepted, it stands as taken. Contested, each side pays for its own fault: the claimant for the
    difference between claim and tariff, twice if the école was right after all; the opponent for
    the difference between his word and the tariff, the *fausse école*.
    """
    table.expect(Phase.CONTEST, "word on the école")
    asked = _open(table)
    settled = verdict(asked, contested=contested)
    for ecole in settled.ecoles:
        table = with_late(table, ecole.side, ecole.points)
    return _settled(table, asked, settled.granted)


def verdict(asked: Reckoning, *, contested: bool) -> Verdict:
    """What `contest` would make of a reckoning that has its claim and its opponent's word."""
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
