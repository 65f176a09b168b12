"""What is counted at a Trictrac table, in words: marks, holes, the choice, the score.

The names of figures and the documents behind them are rules.games.trictrac.figures'.
"""

from rules.games.game import Choice, PointMark, SideScore
from rules.games.trictrac.figures import Figure
from rules.position import Side
from server.live.facts import TableScore
from server.words.translation import Words


def mark_words(mark: PointMark, words: Words) -> str:
    """What a side marks of a throw, without naming it: points, figure, in how many ways."""
    marks = words.ngettext("marks %(num)s point", "marks %(num)s points", mark.points)
    figure = words.gettext(mark.figure)
    if mark.ways == 1:
        return f"{marks}: {figure}"
    if mark.figure == Figure.UNPLAYABLE.value:
        ways = words.gettext("both dice")
    else:
        ways = words.ngettext("%(num)s way", "%(num)s ways", mark.ways)
    return f"{marks}: {figure}, {ways}"


def holes_words(won: int, holes: int, words: Words) -> str:
    """What a side has won with its points, `holes` being all it has now."""
    return words.ngettext(
        "wins %(num)s trou: %(holes)s of 12",
        "wins %(num)s trous: %(holes)s of 12",
        won,
        holes=holes,
    )


def choice_words(choice: Choice, words: Words) -> str:
    """What the winner of a trou does."""
    if choice is Choice.HOLD:
        return words.gettext("holds (tenir)")
    return words.gettext("goes (s'en aller)")


def score_words(score: TableScore, side: Side, words: Words) -> str:
    """A side's trous and points, and whether its next trou would be bredouille."""
    own = score.of(side)
    parts = [
        words.ngettext("%(num)s trou", "%(num)s trous", own.holes),
        words.ngettext("%(num)s point", "%(num)s points", own.points),
    ]
    if _is_bredouille(own, score.of(side.opponent)):
        parts.append(words.gettext("bredouille"))
    return ", ".join(parts)


def _is_bredouille(own: SideScore, other: SideScore) -> bool:
    """The side's points are unbroken: the opponent has marked none since they began (ruling 25).

    Two tokens say so beside points of the opponent's; without any of his it is always so.
    """
    return own.points > 0 and (own.tokens > 1 or other.points == 0)
