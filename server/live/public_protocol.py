"""The match protocol as the public may know it: games that are over in both rooms (ruling 12)."""

from rules.room import Room
from rules.scoring.match_protocol import Confirmations
from rules.scoring.teams import PerTeam, TeamPlace
from server.live.snapshot import PublicPhase, PublicSnapshot
from server.results.protocols import AnyProtocol, ScoredResults


def public_protocol(now: PublicSnapshot) -> AnyProtocol:
    """The scored protocol of what is public of a match, games in order, open room first."""
    scored = ScoredResults(now.scheduled, now.results)
    return scored.protocol(now.openings, now.annulled, _confirmations(now))


def _confirmations(now: PublicSnapshot) -> Confirmations:
    """Captains sign only what is confirmed, and a correction voids their signatures (ruling 15)."""
    rooms = frozenset(Room) if now.phase is PublicPhase.OVER else frozenset[Room]()
    names = PerTeam(now.scheduled.home, now.scheduled.away)
    signed = frozenset(place for place in TeamPlace if names.of(place) in now.signed)
    return Confirmations(rooms, signed)
