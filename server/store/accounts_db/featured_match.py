"""Which match the operator shows large to spectators: kept, so that a restart changes nothing."""

from rules.identities import MatchId
from server.store.accounts_db.accounts_file import AccountsFile
from server.store.accounts_db.tables import FeaturedRow

_ONLY = 1


class FeaturedMatch:
    """That match, on file and in memory; None when nobody chose one.

    `match_id` never waits; `choose` may wait for the disk and raise AccountsUnavailable.
    """

    def __init__(self, accounts_file: AccountsFile) -> None:
        self._file = accounts_file
        with accounts_file.transaction() as session:
            row = session.get(FeaturedRow, _ONLY)
            self.match_id = MatchId.read(row.match) if row and row.match else None

    def choose(self, match_id: MatchId | None) -> None:
        """Show that match large from now on; None leaves it to the pages."""
        with self._file.transaction() as session:
            session.merge(FeaturedRow(featured_id=_ONLY, match=str(match_id) if match_id else None))
        self.match_id = match_id
