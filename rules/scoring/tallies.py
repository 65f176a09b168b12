"""Matches whose games are counted: each side's counts are compared, room by room, and summed.

Grand Trictrac has no table in Fair Backgammon Duplicated Team Tournament (Garal, 2008). Its games
are played to twelve trous (ruling 25), and a duplicate match compares the trous both teams made in
both rooms: no SMP, IMP or VP. That is a house rule (ours), which forms mention. A cancelled game
counts nothing (ruling 1); it is confirmed and signed like any other match (ruling 15).
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
"""Games a room that a counted match may have: no table limits them by its columns (ours)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TallyResult:
    """One counted game as it ended in one room.

    `tally` is each team's count, 0 to 12, `opening` the throw that decided the starter, White's die
    first; None if a game was kept by hand and it was not recorded. Raises ScoreRefused naming
    the wrong field.
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
    """Results of a counted match of `games` games per room; some may still be missing.

    Raises MatchRefused("games", …) for another number than 1 to 12; ScoreRefused for a game outside
    1 to `games`, two results of one game in one room, or two openings of one game.
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
        """Each team's sum so far."""
        return PerTeam(*(sum(tally_of(r).of(team) for r in self.results) for team in TeamPlace))

    @property
    def difference(self) -> int:
        """Home's sum minus away's."""
        return self.tally.home - self.tally.away

    @property
    def complete(self) -> bool:
        """True if every scheduled game has its result in both rooms."""
        return len(self.results) == len(Room) * self.games

    @property
    def winner(self) -> TeamPlace | None:
        """The team that counted more; None when level or not complete."""
        return ahead(self.difference) if self.complete else None

    @property
    def state(self) -> RecordState:
        """The state: signed once complete and confirmed by both rooms and both captains."""
        return self.confirmations.state(self.complete)


def tally_of(result: CountedResult) -> PerTeam[int]:
    """Return each team's count in a result; 0 in a cancelled game."""
    return result.tally if isinstance(result, TallyResult) else PerTeam(0, 0)
