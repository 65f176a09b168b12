"""The watchers' answers to the doubles of matches (ADR 45), and the fork tallies of matches.

The fork tallies of a match say how well each player decided at the match's forks, as an engine
judged their decisions. They are stored so that the decisions need not be judged again for every
list; the server can make them again from the event log and an engine at any time.
"""

from typing import NamedTuple

from sqlmodel import col, delete, select

from rules.identities import MatchId, TournamentId
from rules.position import Side
from server.store.accounts_db.accounts_file import AccountsFile
from server.store.accounts_db.tables import DoubleVotesRow, ForkTalliesRow
from server.values.double_answers import DoubleKey, Tally


class DoubleVotes:
    """The counts of the watchers' answers to doubles in the accounts file.

    Any thread except the event loop's may call the methods: they can wait for the disk. Every
    method can raise AccountsUnavailable.
    """

    def __init__(self, accounts_file: AccountsFile) -> None:
        self._file = accounts_file

    def every(self) -> dict[DoubleKey, Tally]:
        """Return the counts of takes and passes for every double."""
        with self._file.transaction() as session:
            return {_key(row): Tally(row.takes, row.passes) for row in session.exec(_ALL).all()}

    def keep(self, double: DoubleKey, tally: Tally) -> None:
        """Store the counts of takes and passes for a double."""
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
    """The fork tallies of one match as JSON text.

    `judged` identifies the throws whose plays were judged, and the engine that judged them. If
    either has changed, the tallies must be made again.
    """

    match_id: MatchId
    judged: str
    tallies: str


class ForkTallyStore:
    """The fork tallies of all matches in the accounts file.

    Any thread except the event loop's may call the methods: they can wait for the disk. Every
    method can raise AccountsUnavailable.
    """

    def __init__(self, accounts_file: AccountsFile) -> None:
        self._file = accounts_file

    def every(self, version: int) -> list[KeptTallies]:
        """Return all tallies that were stored with that `version` of the tallies' form."""
        of_this = select(ForkTalliesRow).where(col(ForkTalliesRow.version) == version)
        with self._file.transaction() as session:
            return [
                KeptTallies(MatchId.read(row.match), row.judged, row.tallies)
                for row in session.exec(of_this).all()
            ]

    def keep(self, kept: KeptTallies, version: int) -> None:
        """Store the tallies of a match in place of earlier ones.

        `version` is the number of the tallies' form, by which `every` finds them.
        """
        row = ForkTalliesRow(
            match=str(kept.match_id), version=version, judged=kept.judged, tallies=kept.tallies
        )
        with self._file.transaction() as session:
            session.merge(row)

    def forget(self, match_id: MatchId) -> None:
        """Delete the tallies of a match."""
        of_it = col(ForkTalliesRow.match) == str(match_id)
        with self._file.transaction() as session:
            session.exec(delete(ForkTalliesRow).where(of_it))
