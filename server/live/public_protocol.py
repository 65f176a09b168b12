"""The match protocol as the public may know it: games that are over in both rooms (ruling 12)."""

from rules.room import Room
from rules.scoring.match_protocol import Confirmations, MatchProtocol
from rules.scoring.teams import PerTeam, TeamPlace
from server.live.snapshot import PublicPhase, PublicSnapshot
from server.relay.protocols import scored


def public_protocol(now: PublicSnapshot) -> MatchProtocol:
    """The scored protocol of what is public of a match, games in order, open room first."""
    results = tuple(
        scored(
            now.results[game, room],
            game,
            room,
            opening=now.openings.get(game),
            cancelled=now.annulled.get(game, ""),
        )
        for game in range(1, now.scheduled.games + 1)
        for room in Room
        if (game, room) in now.results
    )
    return MatchProtocol(now.scheduled.games, results, _confirmations(now))


def _confirmations(now: PublicSnapshot) -> Confirmations:
    """A match is over only when every game is confirmed in both rooms."""
    rooms = frozenset(Room) if now.phase is PublicPhase.OVER else frozenset[Room]()
    names = PerTeam(now.scheduled.home, now.scheduled.away)
    signed = frozenset(place for place in TeamPlace if names.of(place) in now.signed)
    return Confirmations(rooms, signed)
