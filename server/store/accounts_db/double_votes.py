"""Watchers' answers to the doubles of matches (ADR 45).

Also here: the tallies of all players' decisions at the forks of matches, so that no list judges
them again.

Fork tallies can be made anew from the event log and an engine at any time.
"""

from typing import NamedTuple

from sqlmodel import col, delete, select

from rules.identities import MatchId, TournamentId
from rules.position import Side
from server.store.accounts_db.accounts_file import AccountsFile
from server.store.accounts_db.tables import DoubleVotesRow, ForkTalliesRow
from server.values.double_answers import DoubleKey, Tally


class DoubleVotes:
    """The answers' tallies in the file; any thread may call, off the event loop.

    Every method raises AccountsUnavailable.
    """

    def __init__(self, accounts_file: AccountsFile) -> None:
        self._file = accounts_file

    def every(self) -> dict[DoubleKey, Tally]:
        """Return the tallies of all doubles."""
        with self._file.transaction() as session:
            return {_key(row): Tally(row.takes, row.passes) for row in session.exec(_ALL).all()}

    def keep(self, double: DoubleKey, tally: Tally) -> None:
        """Store the answers to a double."""
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


class KeptTallies(NamedTuple):
    """A match's tallies as JSON text; `judged` has the throws judged and the engine."""

    match_id: MatchId
    judged: str
    tallies: str


class ForkTallyStore:
    """The fork tallies in the file; any thread may call, off the event loop.

    Every method raises AccountsUnavailable.
    """

    def __init__(self, accounts_file: AccountsFile) -> None:
        self._file = accounts_file

    def every(self, version: int) -> list[KeptTallies]:
        """Return all tallies that were stored in that version."""
        of_this = select(ForkTalliesRow).where(col(ForkTalliesRow.version) == version)
        with self._file.transaction() as session:
            return [
                KeptTallies(MatchId.read(row.match), row.judged, row.tallies)
                for row in session.exec(of_this).all()
            ]

    def keep(self, kept: KeptTallies, version: int) -> None:
        """Store these in place of earlier ones of the same match."""
        row = ForkTalliesRow(
            match=str(kept.match_id), version=version, judged=kept.judged, tallies=kept.tallies
        )
        with self._file.transaction() as session:
            session.merge(row)

    def forget(self, match_id: MatchId) -> None:
        """Delete those of a match."""
        of_it = col(ForkTalliesRow.match) == str(match_id)
        with self._file.transaction() as session:
            session.exec(delete(ForkTalliesRow).where(of_it))
