"""The cube of one game of a match file: what was offered, by whom, and whether he might.

Source: Match Play, as ruling 17 reads it.
"""

from rules.match_files.mat_text import Doubles
from rules.match_play.score import MatchScore
from rules.side import Side


class CubeReplay:
    """Value in force and owner, followed as written; the table's limit of 64 is not a file's."""

    def __init__(self, score: MatchScore, value: int, owner_known: bool) -> None:
        self._score = score
        self._owner: Side | None = None
        self._owner_known = owner_known
        self.value = value
        self.offered: Doubles | None = None
        self.dropped: Side | None = None

    def offer(self, entry: Doubles, may_double: bool) -> str:
        """Offer a double; why it is against the rules, empty if it is not.

        `may_double`: the side is on turn and has not thrown.
        """
        if self.offered is not None and entry.beaver:
            self.value = self.offered.value
        why = self._refused(entry, may_double)
        self.offered = entry
        return why

    def answer(self, side: Side) -> str:
        """Why the side has nothing to answer, empty if it has."""
        if self.offered is None or self.offered.side is side:
            return "there is no double to answer"
        return ""

    def take(self, side: Side) -> None:
        """The double offered is in force; a beaver leaves the cube with its player."""
        if self.offered is not None:
            self.value = self.offered.value
            self._owner = self.offered.side if self.offered.beaver else side
            self._owner_known = True
            self.offered = None

    def _refused(self, entry: Doubles, may_double: bool) -> str:
        if self._score.length == 1:
            return "a match to 1 has no cube"
        if self._score.crawford:
            return "there is no cube in the Crawford game"
        if entry.value != self.value * 2:
            return f"the cube stands at {self.value}: a double proposes {self.value * 2}"
        if entry.beaver:
            return "" if self.offered is not None else "no double to beaver"
        if self.offered is not None or not may_double:
            return f"{player(entry.side)} is not on turn to double"
        if self._owner_known and self._owner not in (None, entry.side):
            return f"the cube is {player(entry.side.opponent)}'s"
        return ""


def player(side: Side) -> str:
    """How findings call a side: by its column."""
    return "the left player" if side is Side.WHITE else "the right player"
