"""The match protocol as the public may know it: games that are over in both rooms (ruling 12)."""

from dataclasses import replace

from rules.events import MatchPlayScheduled
from rules.match_play.protocol import MatchPlayProtocol
from rules.position import Side
from rules.room import Room
from rules.scoring.match_protocol import Confirmations
from rules.scoring.teams import TeamPlace
from server.live.snapshot import PublicPhase, PublicSnapshot
from server.results.protocols import AnyProtocol, ScoredResults


def public_protocol(now: PublicSnapshot) -> AnyProtocol:
    """The scored protocol of what is public of a match, games in order, open room first."""
    if isinstance(now.scheduled, MatchPlayScheduled):
        return _of_one_table(now, now.scheduled)
    scored = ScoredResults(now.scheduled, now.results)
    return scored.protocol(now.openings, now.annulled, _confirmations(now))


def _of_one_table(now: PublicSnapshot, scheduled: MatchPlayScheduled) -> MatchPlayProtocol:
    """Who signs has seen every result confirmed, so nothing else is known of it here."""
    assert now.score is not None
    by_side = {scheduled.white.text: Side.WHITE, scheduled.red.text: Side.RED}
    games = tuple(replace(each, opening=now.openings.get(each.game)) for each in now.games)
    return MatchPlayProtocol(
        score=now.score,
        games=games,
        complete=now.phase is PublicPhase.OVER,
        confirmed=True,
        signed=frozenset(by_side[name] for name in now.signed),
    )


def _confirmations(now: PublicSnapshot) -> Confirmations:
    """Captains sign only what is confirmed, and a correction voids their signatures (ruling 15)."""
    rooms = frozenset(Room) if now.phase is PublicPhase.OVER else frozenset[Room]()
    names = now.opponents
    signed = frozenset(place for place in TeamPlace if names.of(place) in now.signed)
    return Confirmations(rooms, signed)
