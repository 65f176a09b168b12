"""Matches in which each team's counts, such as trous, are summed over games and rooms.

Fair Backgammon Duplicated Team Tournament (Garal, 2008) has no scoring table for Grand Trictrac.
Its games are played to twelve trous (ruling 25), and a duplicate match compares the trous that the
teams made in both rooms, without SMP, IMP or VP. This is a house rule (our choice), which forms
mention. A cancelled game counts nothing (ruling 1). The match is confirmed and signed like any
other (ruling 15).
"""

from dataclasses import dataclass, field

from rules.dice import Roll
from rules.errors import MatchRefused
from rules.games.game import LAST_HOLE
from rules.room import Ending, Room
from rules.scoring.match_protocol import (
    CancelledResult,
    Confirmations,
    RecordState,
    refuse_misplaced,
    refuse_two_openings,
)
from rules.scoring.scales import ScoreRefused
from rules.scoring.teams import PerTeam, TeamPlace, ahead

COUNTED_LENGTHS = tuple(range(1, 13))
"""The possible games per room of a match by counts; no scoring table limits them (our choice)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TallyResult:
    """The result in one room of one game that counts trous.

    `tally` is the number of trous of each team, 0 to 12. `opening` is the throw that decided who
    begins, White's die first; it is None if the game was recorded by hand without this throw.
    Raises ScoreRefused naming the wrong field.
    """

    game: int
    room: Room
    opening: Roll | None
    ending: Ending
    winner: TeamPlace
    tally: PerTeam[int]

    def __post_init__(self) -> None:
        if self.game < 1:
            raise ScoreRefused("game", self.game, "numbers from 1")
        won, lost = self.tally.of(self.winner), self.tally.of(self.winner.opponent)
        if not 0 <= lost < won <= LAST_HOLE:
            found = f"{self.tally.home}-{self.tally.away}"
            raise ScoreRefused("tally", found, f"0 to {LAST_HOLE}, the winner's being the higher")


CountedResult = TallyResult | CancelledResult


@dataclass(frozen=True, slots=True)
class TallyProtocol:
    """The results of a match by counts, with `games` games per room. Some may be missing.

    Raises MatchRefused("games", …) for a number outside 1 to 12. Raises ScoreRefused for a game
    outside 1 to `games`, two results of one game in one room, or different opening throws of one
    game in the two rooms.
    """

    games: int
    results: tuple[CountedResult, ...]
    confirmations: Confirmations = field(default_factory=Confirmations)

    def __post_init__(self) -> None:
        if self.games not in COUNTED_LENGTHS:
            raise MatchRefused("games", self.games, "1 to 12 games in each room")
        refuse_misplaced([(result.game, result.room) for result in self.results], self.games)
        refuse_two_openings(
            (result.game, result.opening)
            for result in self.results
            if isinstance(result, TallyResult) and result.opening is not None
        )

    @property
    def tally(self) -> PerTeam[int]:
        """The sum of the counts of each team so far."""
        return PerTeam(*(sum(tally_of(r).of(team) for r in self.results) for team in TeamPlace))

    @property
    def difference(self) -> int:
        """The sum of home's counts, less the sum of away's counts."""
        return self.tally.home - self.tally.away

    @property
    def complete(self) -> bool:
        """True if every scheduled game has its result in both rooms."""
        return len(self.results) == len(Room) * self.games

    @property
    def winner(self) -> TeamPlace | None:
        """The team with the higher sum.

        None if the teams are level or the match is not complete.
        """
        return ahead(self.difference) if self.complete else None

    @property
    def state(self) -> RecordState:
        """The state of the protocol.

        It is signed if all results are in, both rooms have confirmed them and both captains have
        signed.
        """
        return self.confirmations.state(self.complete)


def tally_of(result: CountedResult) -> PerTeam[int]:
    """Return the count of each team in a result. A cancelled game counts 0 for both."""
    return result.tally if isinstance(result, TallyResult) else PerTeam(0, 0)
