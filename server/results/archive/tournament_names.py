"""The tournaments of some records by their short names, as their hall's stream has them."""

from rules import events as ev
from rules.identities import TournamentId, TournamentName
from server.matches.stream_writer import HALL_STREAM
from server.store.event_log.contract import LedgerSource, verified_stream


async def tournament_names(source: LedgerSource) -> dict[TournamentId, TournamentName]:
    """The short name of every tournament that was not taken back.

    Raises StreamDamaged, LogUnavailable.
    """
    head = (await source.heads()).get(HALL_STREAM, 0)
    names = dict[TournamentId, TournamentName]()
    for entry in await verified_stream(source, HALL_STREAM, head):
        if isinstance(entry.event, ev.TournamentCreated):
            names[entry.event.tournament] = entry.event.name
        elif isinstance(entry.event, ev.TournamentWithdrawn):
            del names[entry.event.tournament]
    return names
