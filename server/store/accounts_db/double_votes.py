"""How watchers would have answered the doubles of matches (ADR 45)."""

from typing import NamedTuple

from sqlmodel import select

from rules.identities import MatchId, TournamentId
from rules.position import Side
from server.store.accounts_db.accounts_file import AccountsFile
from server.store.accounts_db.tables import DoubleVotesRow


class DoubleKey(NamedTuple):
    """A public double: `side` offers it at its `turn` of that attempt at the game."""

    match: MatchId
    game: int
    attempt: int
    side: Side
    turn: int


class Tally(NamedTuple):
    """How many watchers would take and would pass."""

    takes: int
    passes: int


class DoubleVotes:
    """The tallies on file; any thread may call, off the event loop.

    Every method raises AccountsUnavailable.
    """

    def __init__(self, accounts_file: AccountsFile) -> None:
        self._file = accounts_file

    def every(self) -> dict[DoubleKey, Tally]:
        """All of them."""
        with self._file.transaction() as session:
            return {_key(row): Tally(row.takes, row.passes) for row in session.exec(_ALL).all()}

    def keep(self, double: DoubleKey, tally: Tally) -> None:
        """Keep what was answered to a double."""
        row = DoubleVotesRow(
            tournament=double.match.tournament.text,
            match=double.match.number,
            game=double.game,
            attempt=double.attempt,
            side=double.side.value,
            turn=double.turn,
            takes=tally.takes,
            passes=tally.passes,
        )
        with self._file.transaction() as session:
            session.merge(row)


_ALL = select(DoubleVotesRow)


def _key(row: DoubleVotesRow) -> DoubleKey:
    match_id = MatchId(TournamentId(row.tournament), row.match)
    return DoubleKey(match_id, row.game, row.attempt, Side(row.side), row.turn)
