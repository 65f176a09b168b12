"""What is asked of what was set up wrongly and never played (ruling 29)."""

from dataclasses import dataclass

from rules.identities import TournamentId


@dataclass(frozen=True, slots=True, kw_only=True)
class WithdrawEntry:
    """Take back a team that is in no match and no draw."""

    team: str
    reason: str
    by: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class WithdrawTournament:
    """Take back a tournament that has no matches; another one is left."""

    tournament: TournamentId
    reason: str
