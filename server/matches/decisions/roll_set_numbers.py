"""The numbers of an event's sets of rolls: which is free, across all of its matches (ruling 15).

A match that is set up takes one for each game, a new attempt at a game the next free one. A number
is taken when that is decided, before it is durable: two matches that are decided at the same time
never get the same one. One that comes to nothing is not used again before the next start.
"""

from rules.identities import TournamentId


class RollSetNumbers:
    """The first free number of each tournament, 1 for one that has used none."""

    def __init__(self) -> None:
        self._free: dict[TournamentId, int] = {}

    def free(self, tournament: TournamentId) -> int:
        """The first number that nothing of the tournament has used."""
        return self._free.get(tournament, 1)

    def use(self, tournament: TournamentId, behind: int) -> None:
        """Take every number before `behind` for used."""
        self._free[tournament] = max(self.free(tournament), behind)

    def take(self, tournament: TournamentId) -> int:
        """Use the first free number."""
        number = self.free(tournament)
        self.use(tournament, number + 1)
        return number
