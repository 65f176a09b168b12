"""Commands about accounts and links: values that can be logged, passed on and answered once.

They hold no secret: a passphrase comes as its hash, which `repr` leaves out, and the tokens of
links are drawn by the process that carries the command out. Boards' keys are in
rules.commands.match_commands, persons in rules.commands.tournament_commands.
"""

from dataclasses import dataclass, field

from rules.identities import MatchId, PersonId
from rules.room import Room
from server.access import Role
from server.store.accounts_db.links import LinkKind
from server.store.accounts_db.seats import SeatEnding


@dataclass(frozen=True, slots=True, kw_only=True)
class AddAccount:
    """Make an account, a clerk's with a room; a one-time link sets its passphrase.

    `person` is its owner, None for a new person of that name.
    """

    name: str
    role: Role
    room: Room | None = None
    person: PersonId | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class AddFirstDirector:
    """Make the first director, by the set-up link of that number."""

    name: str
    link_id: int
    hashed: str = field(repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class RestoreDirector:
    """Make the account of that name a valid director's, or add one."""

    name: str
    hashed: str = field(repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class ResetPassphrase:
    """Void an account's passphrase and sign it out; a one-time link sets a new one."""

    account_id: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SetPassphrase:
    """Set an account's new passphrase and sign it out everywhere; for its owner alone.

    `link_id` is the owner's one-time link, None for an owner who proved the old passphrase.
    """

    account_id: int
    hashed: str = field(repr=False)
    link_id: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class DisableAccount:
    """Disable an account for signing in, and sign it out everywhere."""

    account_id: int


@dataclass(frozen=True, slots=True, kw_only=True)
class EnableAccount:
    """Enable an account again."""

    account_id: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SignOutDevices:
    """Sign out one device of an account, or every one where `session_id` is None."""

    account_id: int
    session_id: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class GiveLink:
    """Give a captain's link for a team, or a player's for a team's seat in a room (ruling 5).

    `person` is its owner, None for the person lined up there.
    """

    match: MatchId
    kind: LinkKind
    team: str
    room: Room | None = None
    person: PersonId | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RevokeLink:
    """Revoke a captain's or player's link, and sign out its devices."""

    match: MatchId
    link_id: int


@dataclass(frozen=True, slots=True, kw_only=True)
class GiveEntrantLink:
    """Give a person the link to their own pages of tournaments that are played elsewhere.

    An earlier one is revoked.
    """

    person: PersonId


@dataclass(frozen=True, slots=True, kw_only=True)
class RevokeEntrantLink:
    """Revoke an entrant's link, and sign out its devices."""

    person: PersonId


@dataclass(frozen=True, slots=True, kw_only=True)
class GiveTableCode:
    """Make a code by which one phone becomes the board of a table; an earlier one is void.

    `board_id` is the board whose place it takes without asking, None if there is none.
    """

    match: MatchId
    room: Room
    board_id: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RevokeTableCode:
    """Revoke a table's code: the phone that used it was not let in."""

    link_id: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeSeat:
    """Make the phone with a table's code its board, under that board id.

    `device` is the digest of the cookie that stays in its browser. Any phone that was that table's
    board before is replaced.
    """

    link_id: int
    board_id: str
    device: bytes = field(repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class EndSeat:
    """End a phone's seat as its table's board."""

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
