"""Commands about accounts and links: values that can be logged, passed on and answered once.

They have no secrets: a passphrase is given as its hash, which `repr` leaves out, and the tokens of
links are drawn by the process that carries the command out. Commands about boards' keys are in
rules.commands.match_commands, those about persons in rules.commands.tournament_commands.
"""

from dataclasses import dataclass, field

from rules.identities import MatchId, PersonId
from rules.room import Room
from server.access import Role
from server.store.accounts_db.links import LinkKind
from server.store.accounts_db.seats import SeatEnding


@dataclass(frozen=True, slots=True, kw_only=True)
class AddAccount:
    """Create an account, and a one-time link by which its passphrase is set.

    A clerk's account has a room. `person` is the owner; None creates a new person with this name.
    """

    name: str
    role: Role
    room: Room | None = None
    person: PersonId | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class AddFirstDirector:
    """Create the account of the first director, by the set-up link with this number."""

    name: str
    link_id: int
    hashed: str = field(repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class RestoreDirector:
    """Make the account with this name an enabled director's account, or create it."""

    name: str
    hashed: str = field(repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class ResetPassphrase:
    """Clear an account's passphrase and sign it out everywhere.

    The account's owner sets a new passphrase by a one-time link.
    """

    account_id: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SetPassphrase:
    """Set a new passphrase for an account and sign it out everywhere; only its owner may do so.

    `link_id` is the owner's one-time link, or None if the owner has proved the old passphrase.
    """

    account_id: int
    hashed: str = field(repr=False)
    link_id: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class DisableAccount:
    """Disable an account, so that nobody can sign in to it, and sign it out everywhere."""

    account_id: int


@dataclass(frozen=True, slots=True, kw_only=True)
class EnableAccount:
    """Enable an account again."""

    account_id: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SignOutDevices:
    """Sign out one device of an account, or all of them if `session_id` is None."""

    account_id: int
    session_id: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class GiveLink:
    """Create a link for a team's captain, or for a team's player in a room (ruling 5).

    `person` is the owner of the link. If it is None, the owner is the person who is lined up in
    that seat.
    """

    match: MatchId
    kind: LinkKind
    team: str
    room: Room | None = None
    person: PersonId | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RevokeLink:
    """Revoke a captain's or player's link, and sign out the devices that used it."""

    match: MatchId
    link_id: int


@dataclass(frozen=True, slots=True, kw_only=True)
class GiveEntrantLink:
    """Create a person's link to their own pages of tournaments that are played elsewhere.

    An earlier link of the person is revoked.
    """

    person: PersonId


@dataclass(frozen=True, slots=True, kw_only=True)
class RevokeEntrantLink:
    """Revoke an entrant's link, and sign out the devices that used it."""

    person: PersonId


@dataclass(frozen=True, slots=True, kw_only=True)
class GiveTableCode:
    """Create a code by which one phone becomes the board of a table; an earlier code is revoked.

    `board_id` is the board that the phone may replace without being admitted, or None.
    """

    match: MatchId
    room: Room
    board_id: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RevokeTableCode:
    """Revoke a table's code, because the phone that used it was not admitted."""

    link_id: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeSeat:
    """Make the phone with a table's code the table's board, under this board id.

    `device` is the digest of the cookie that stays in the phone's browser. A phone that was the
    table's board before is replaced.
    """

    link_id: int
    board_id: str
    device: bytes = field(repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class EndSeat:
    """End a phone's seat as a table's board."""

    seat_id: int
    how: SeatEnding


AccountCommand = (
    AddAccount
    | AddFirstDirector
    | RestoreDirector
    | ResetPassphrase
    | SetPassphrase
    | DisableAccount
    | EnableAccount
    | SignOutDevices
)
LinkCommand = GiveLink | RevokeLink
EntrantLinkCommand = GiveEntrantLink | RevokeEntrantLink
SeatCommand = GiveTableCode | RevokeTableCode | TakeSeat | EndSeat
