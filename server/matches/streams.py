"""The names of streams in the event log; all of what is played here are written and read here."""

import re
from functools import lru_cache

from rules.identities import MatchId, TournamentId

HALL_STREAM = "hall"
_TOURNAMENT = re.compile(r"t/([0-9a-z]{12})")
_DESK = re.compile(r"t/([0-9a-z]{12})/desk")
_MATCH = re.compile(r"t/([0-9a-z]{12})/match/([1-9][0-9]*)")


def tournament_stream(tournament: TournamentId) -> str:
    """The stream of that tournament."""
    return f"t/{tournament}"


def match_stream(match_id: MatchId) -> str:
    """The stream of that match."""
    return f"t/{match_id.tournament}/match/{match_id.number}"


def tournament_of(stream: str) -> TournamentId | None:
    """The tournament whose own stream this is, None for another stream."""
    named = _TOURNAMENT.fullmatch(stream)
    return TournamentId(named[1]) if named else None


def desk_stream(tournament: TournamentId) -> str:
    """The stream of what that tournament's desk keeps to itself: fees and notes (ADR 19)."""
    return f"t/{tournament}/desk"


def desk_of(stream: str) -> TournamentId | None:
    """The tournament whose desk's stream this is, None for another stream."""
    named = _DESK.fullmatch(stream)
    return TournamentId(named[1]) if named else None


@lru_cache(maxsize=4096)
def match_of(stream: str) -> MatchId | None:
    """The match whose stream this is, None for another stream."""
    named = _MATCH.fullmatch(stream)
    return MatchId(TournamentId(named[1]), int(named[2])) if named else None
