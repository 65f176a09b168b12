"""The ledgers of a hall's matches, read from the event log and hashed again for each request."""

from rules.events import MatchScheduled
from rules.identities import MatchId
from server.archive.export_import import match_ledger
from server.archive.ledger_check import checked_ledger
from server.hall import Hall
from server.values.stored_events import match_stream
from server.web.ledger.public import PublicLedgers, ShownLedger


class HallLedgers(PublicLedgers):
    """The ledgers of the matches of a hall."""

    def __init__(self, hall: Hall) -> None:
        self._hall = hall

    async def file(self, match_id: MatchId) -> bytes:
        """Return the file with all events of the match, byte for byte as they were hashed."""
        entries = await self._hall.registry.entries(match_id)
        name = self._hall.tournaments.names[match_id.tournament]
        return b"".join(match_ledger(name, entries))

    async def checked(self, match_id: MatchId) -> ShownLedger:
        """Read the match's ledger, check it, and return what it proves."""
        process, ledgers = self._hall.match(match_id), self._hall.registry.ledgers
        check = await checked_ledger(ledgers, match_stream(match_id), process.sequence)
        record = process.record
        two_rooms = isinstance(record.scheduled, MatchScheduled)
        return ShownLedger(check, *record.teams, two_rooms, record.started)
