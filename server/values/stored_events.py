"""Stored events with their numbers, the names of their streams, and their subscribers.

All streams of this server have their names from here. Also here: the result of checking a stream's
ledger.
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
    """An event with its number, which serves as a rules.ledger.LedgerEntry.

    `sequence` counts from 1 in its stream. `recorded_at` is in UTC, to the microsecond. `kind`,
    `version` and `payload` are the stored form of `event`. `command_id` is the id that the sender
    gave to the command that caused the event, or empty if the sender gave no id. `nonce`, `digest`
    and `sequence` leave the server only after the match, since a roll could be guessed from them.
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
    """A receiver of stored events, such as a feed or a view.

    A subscriber that keeps nothing of a stream and only needs new events implements only `receive`.
    """

    name: str
    """The name shown to the operator."""

    def begin(self, stored: Sequence[StoredEvent]) -> None:
        """Process the events of a stream that was just loaded. None of them is new."""
        return  # a subscriber that only needs new events does nothing here

    @abstractmethod
    def receive(self, stored: Sequence[StoredEvent]) -> None:
        """Process the next events of one stream, which are in order.

        Must return without waiting.
        """

    def restart(self, stream: str) -> None:
        """Delete all that was made from the stream's events.

        The subscriber will be passed all events of the stream again.
        """
        return  # most subscribers keep nothing

    def forget(self, stream: str) -> None:
        """Delete all that was made from the events of this stream, which leaves the memory now.

        If the stream is loaded again later, `begin` is called with all of its events.
        """
        self.restart(stream)


HALL_STREAM = "hall"


_TOURNAMENT = re.compile(r"t/([0-9a-z]{12})")


_DESK = re.compile(r"t/([0-9a-z]{12})/desk")


_MATCH = re.compile(r"t/([0-9a-z]{12})/match/([1-9][0-9]*)")


def tournament_stream(tournament: TournamentId) -> str:
    """Return the name of the tournament's stream."""
    return f"t/{tournament}"


def match_stream(match_id: MatchId) -> str:
    """Return the name of the match's stream."""
    return f"t/{match_id.tournament}/match/{match_id.number}"


def tournament_of(stream: str) -> TournamentId | None:
    """Return the tournament whose own stream has this name, or None for any other stream."""
    named = _TOURNAMENT.fullmatch(stream)
    return TournamentId(named[1]) if named else None


def desk_stream(tournament: TournamentId) -> str:
    """Return the name of the stream with the desk's own events, such as fees and notes (ADR 19)."""
    return f"t/{tournament}/desk"


def desk_of(stream: str) -> TournamentId | None:
    """Return the tournament to whose desk this stream belongs, or None for any other stream."""
    named = _DESK.fullmatch(stream)
    return TournamentId(named[1]) if named else None


@lru_cache(maxsize=4096)
def match_of(stream: str) -> MatchId | None:
    """Return the match whose stream has this name, or None for any other stream."""
    named = _MATCH.fullmatch(stream)
    return MatchId(TournamentId(named[1]), int(named[2])) if named else None


@dataclass(frozen=True, slots=True)
class LedgerCheck:
    """The result of checking one stream's ledger.

    `name` is what people call the match or tournament of the stream, such as "club/3", or empty if
    unknown. `broken` names the event at which the chain breaks, or is empty if the chain is whole;
    `events` is the number of good events before that event. `head` is the last hash of a whole
    chain in hexadecimal, as the match protocol prints it. `audit` is what a match's events prove
    about its dice: that both rooms had the same dice, and that nobody chose the closed room's last
    rolls. It is None for other streams, and for an unfinished match, whose rolls are still secret.
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
