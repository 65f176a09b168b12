"""Changes in the accounts' database, in the past tense; each is recorded with its actor and time.

A change has ids and no names, which are read separately. So it does not show the name of a person
who has been erased since (ruling 33). No change has a secret.
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
    """An account was created for a person in a role."""

    account_id: int
    person: PersonId
    role: Role
    room: Room | None


@dataclass(frozen=True, slots=True, kw_only=True)
class DirectorRestored:
    """An existing account became a director's account with a new passphrase."""

    account_id: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PassphraseReset:
    """A passphrase was cleared; the account's owner sets a new passphrase by a one-time link."""

    account_id: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PassphraseSet:
    """The owner of an account set its passphrase."""

    account_id: int


@dataclass(frozen=True, slots=True, kw_only=True)
class AccountDisabled:
    """An account was disabled, so that nobody can sign in to it."""

    account_id: int


@dataclass(frozen=True, slots=True, kw_only=True)
class AccountEnabled:
    """An account was enabled again."""

    account_id: int


@dataclass(frozen=True, slots=True, kw_only=True)
class DevicesSignedOut:
    """One device of an account was signed out, or all of them if `session_id` is None."""

    account_id: int
    session_id: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class LinkGiven:
    """A captain's or player's link was created; `person` is its owner."""

    link_id: int
    kind: LinkKind
    person: PersonId
    match: MatchId
    team: str
    room: Room | None
    side: Side | None


@dataclass(frozen=True, slots=True, kw_only=True)
class LinkRevoked:
    """A captain's or player's link was revoked; `person` was its owner."""

    link_id: int
    person: PersonId | None
    match: MatchId


@dataclass(frozen=True, slots=True, kw_only=True)
class EntrantLinkGiven:
    """A link was created for an entrant, to their pages of tournaments played elsewhere.

    An entrant has only one link of this kind.
    """

    link_id: int
    person: PersonId


@dataclass(frozen=True, slots=True, kw_only=True)
class EntrantLinkRevoked:
    """An entrant's link was revoked; `person` was its owner."""

    link_id: int
    person: PersonId


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardKeyGiven:
    """A key was created for a board that had no valid key."""

    board_id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardKeyReplaced:
    """A board's key was replaced by a new one."""

    board_id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardKeyRevoked:
    """A board's key was revoked."""

    board_id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TableCodeGiven:
    """A new code was created for a table; one phone can use it to become the table's board."""

    link_id: int
    match: MatchId
    room: Room


@dataclass(frozen=True, slots=True, kw_only=True)
class TableCodeRevoked:
    """A table's code was revoked."""

    link_id: int
    match: MatchId
    room: Room


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatTaken:
    """A phone became a table's board."""

    seat_id: int
    match: MatchId
    room: Room
    board_id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatEnded:
    """A phone is no longer a table's board."""

    seat_id: int
    match: MatchId
    room: Room
    board_id: str
    how: SeatEnding


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonAdded:
    """A person was added."""

    person: PersonId


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonRenamed:
    """A person's names or other particulars were changed."""

    person: PersonId


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonHidden:
    """A person was hidden behind their initials, or is shown by name again."""

    person: PersonId
    hidden: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonErased:
    """A person was erased: no data about them is stored any more."""

    person: PersonId


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonsMerged:
    """A person was merged into another person."""

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
    """Return a change as it is stored: the name of its kind, and its fields as JSON."""
    kind: Any = type(change)
    return kind.__name__, form_of(kind).write(change)


def read(kind: str, fields: str) -> Change:
    """Return the change that `written` has written as this kind and these fields.

    Raises ValueError or KeyError if no change was stored in this form.
    """
    change: Any = form_of(_KINDS[kind]).read(json.loads(fields))
    assert isinstance(change, Change)
    return change
