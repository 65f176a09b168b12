"""Stored events with their numbers, the names of their streams, and their subscribers.

Also here: the result of checking a stream's ledger.

All that is played here is written and read in streams of these names.
"""

import re
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from typing import NamedTuple

from rules.duplicate.audit import Audit
from rules.events import Event
from rules.identities import MatchId, TournamentId


class StoredEvent(NamedTuple):
    """An event with its number, as a rules.ledger.LedgerEntry.

    `sequence` counts from 1 in its stream; `recorded_at` is UTC to the microsecond; `kind`,
    `version` and `payload` are the event as stored. `command_id` is that of the command that caused
    it, as its sender gave it, empty for none. `nonce`, `digest` and `sequence` leave the server
    only after the match: a roll could be guessed from them.
    """

    stream: str
    sequence: int
    recorded_at: datetime
    actor: str
    command_id: str
    kind: str
    version: int
    payload: bytes
    nonce: bytes
    digest: bytes
    event: Event


class Subscriber(ABC):
    """A receiver of stored events: a feed, a view, a projection.

    One that keeps nothing of a stream and only needs new events implements `receive` only.
    """

    name: str
    """The name shown to the operator."""

    def begin(self, stored: Sequence[StoredEvent]) -> None:
        """Take a stream as it is when loaded: nothing of it is new."""
        return  # nothing else to do for a subscriber to new events alone

    @abstractmethod
    def receive(self, stored: Sequence[StoredEvent]) -> None:
        """Take the next events of one stream, in order, at once and without waiting."""

    def restart(self, stream: str) -> None:
        """Drop what was made from that stream: it is given again from its first event."""
        return  # since most keep nothing

    def forget(self, stream: str) -> None:
        """Drop what was made from that stream: it begins again if it is ever loaded."""
        self.restart(stream)


HALL_STREAM = "hall"


_TOURNAMENT = re.compile(r"t/([0-9a-z]{12})")


_DESK = re.compile(r"t/([0-9a-z]{12})/desk")


_MATCH = re.compile(r"t/([0-9a-z]{12})/match/([1-9][0-9]*)")


def tournament_stream(tournament: TournamentId) -> str:
    """Return the stream of that tournament."""
    return f"t/{tournament}"


def match_stream(match_id: MatchId) -> str:
    """Return the stream of that match."""
    return f"t/{match_id.tournament}/match/{match_id.number}"


def tournament_of(stream: str) -> TournamentId | None:
    """Return the tournament whose own stream this is, None for another stream."""
    named = _TOURNAMENT.fullmatch(stream)
    return TournamentId(named[1]) if named else None


def desk_stream(tournament: TournamentId) -> str:
    """Return the stream of that tournament's desk for itself: fees and notes (ADR 19)."""
    return f"t/{tournament}/desk"


def desk_of(stream: str) -> TournamentId | None:
    """Return the tournament whose desk's stream this is, None for another stream."""
    named = _DESK.fullmatch(stream)
    return TournamentId(named[1]) if named else None


@lru_cache(maxsize=4096)
def match_of(stream: str) -> MatchId | None:
    """Return the match whose stream this is, None for another stream."""
    named = _MATCH.fullmatch(stream)
    return MatchId(TournamentId(named[1]), int(named[2])) if named else None


@dataclass(frozen=True, slots=True)
class LedgerCheck:
    """The result of checking one stream's ledger.

    `name` is shown for the stream's subject, such as "club/3", empty for an unknown one. `broken`
    names the event at which its chain breaks, empty if it is whole; `events` counts those before
    that. `head` is the last hash of a whole one, in hexadecimal, as the match protocol prints it.
    `audit` is the proof from a match's events, None for other streams and for an unfinished match:
    its rolls are still secret.
    """

    stream: str
    events: int
    head: str
    broken: str = ""
    audit: Audit | None = None
    name: str = ""

    @property
    def sound(self) -> bool:
        """True if no fault was found."""
        return not self.broken and (self.audit is None or not self.audit.findings)
