"""What has changed in the accounts' database, in the past tense: who may, when, is in the record.

A change holds ids and no names, which are read beside it, so that an erased person is erased here
as well (ruling 33). It never holds a secret.
"""

import json
from dataclasses import dataclass
from typing import Any

from rules.identities import MatchId, PersonId
from rules.position import Side
from rules.room import Room
from server.access import Role
from server.store.accounts_db.links import LinkKind
from server.store.accounts_db.seats import SeatEnding
from server.store.event_log.codec import form_of


@dataclass(frozen=True, slots=True, kw_only=True)
class AccountAdded:
    """An account was made, for that person in that role."""

    account_id: int
    person: PersonId
    role: Role
    room: Room | None


@dataclass(frozen=True, slots=True, kw_only=True)
class DirectorRestored:
    """An account that was there became a director's, with a new passphrase."""

    account_id: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PassphraseReset:
    """A passphrase is void; a one-time link sets another."""

    account_id: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PassphraseSet:
    """The owner of an account gave it a passphrase."""

    account_id: int


@dataclass(frozen=True, slots=True, kw_only=True)
class AccountDisabled:
    """Nobody signs in by the account."""

    account_id: int


@dataclass(frozen=True, slots=True, kw_only=True)
class AccountEnabled:
    """Its owner signs in again."""

    account_id: int


@dataclass(frozen=True, slots=True, kw_only=True)
class DevicesSignedOut:
    """One device of an account is signed out, or all where `session_id` is None."""

    account_id: int
    session_id: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class LinkGiven:
    """A captain's or player's link is good; `person` is whose it is."""

    link_id: int
    kind: LinkKind
    person: PersonId
    match: MatchId
    team: str
    room: Room | None
    side: Side | None


@dataclass(frozen=True, slots=True, kw_only=True)
class LinkRevoked:
    """A captain's or player's link is good no more; `person` is whose it was."""

    link_id: int
    person: PersonId | None
    match: MatchId


@dataclass(frozen=True, slots=True, kw_only=True)
class EntrantLinkGiven:
    """A person has a link to his own pages of tournaments played elsewhere, and none before it."""

    link_id: int
    person: PersonId


@dataclass(frozen=True, slots=True, kw_only=True)
class EntrantLinkRevoked:
    """An entrant's link is good no more; `person` is whose it was."""

    link_id: int
    person: PersonId


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardKeyGiven:
    """A board has its first key, or one after its last was taken away."""

    board_id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardKeyReplaced:
    """A board has another key."""

    board_id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardKeyRevoked:
    """A board has no key any more."""

    board_id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TableCodeGiven:
    """A table has a new code by which one phone becomes its board."""

    link_id: int
    match: MatchId
    room: Room


@dataclass(frozen=True, slots=True, kw_only=True)
class TableCodeRevoked:
    """A table's code is good no more."""

    link_id: int
    match: MatchId
    room: Room


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatTaken:
    """A phone is a table's board."""

    seat_id: int
    match: MatchId
    room: Room
    board_id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatEnded:
    """A phone is a table's board no more."""

    seat_id: int
    match: MatchId
    room: Room
    board_id: str
    how: SeatEnding


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonAdded:
    """Somebody is kept as a person."""

    person: PersonId


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonRenamed:
    """A person has other names or particulars."""

    person: PersonId


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonHidden:
    """Only a person's initials are shown, or the name again."""

    person: PersonId
    hidden: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonErased:
    """Nothing is known of a person any more."""

    person: PersonId


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonsMerged:
    """A person turned out to be another."""

    person: PersonId
    into: PersonId


AccountChange = (
    AccountAdded
    | DirectorRestored
    | PassphraseReset
    | PassphraseSet
    | AccountDisabled
    | AccountEnabled
    | DevicesSignedOut
)
LinkChange = LinkGiven | LinkRevoked
EntrantLinkChange = EntrantLinkGiven | EntrantLinkRevoked
BoardKeyChange = BoardKeyGiven | BoardKeyReplaced | BoardKeyRevoked
SeatChange = TableCodeGiven | TableCodeRevoked | SeatTaken | SeatEnded
PersonChange = PersonAdded | PersonRenamed | PersonHidden | PersonErased | PersonsMerged
Change = AccountChange | LinkChange | EntrantLinkChange | BoardKeyChange | SeatChange | PersonChange
_KINDS: dict[str, type] = {kind.__name__: kind for kind in Change.__args__}


def written(change: Change) -> tuple[str, str]:
    """The change as it is kept: the name of its kind, and its fields as JSON."""
    kind: Any = type(change)
    return kind.__name__, form_of(kind).write(change)


def read(kind: str, fields: str) -> Change:
    """The change that was kept so; raises ValueError or KeyError for what none is kept as."""
    change: Any = form_of(_KINDS[kind]).read(json.loads(fields))
    assert isinstance(change, Change)
    return change
