"""What was set up wrongly and never played is taken back (ruling 29)."""

from dataclasses import dataclass

from rules.identities import TournamentId


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryWithdrawn:
    """A team of no match and no draw is no longer entered; the number of its entry stays free.

    Its name may be entered anew.
    """

    team: str
    entry: int
    by: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TournamentWithdrawn:
    """A tournament without matches leaves every list; no other one gets its name."""

    tournament: TournamentId
    by: str
    reason: str


WithdrawalEvent = EntryWithdrawn | TournamentWithdrawn
