"""What is asked about accounts and links: values that can be logged, sent on and answered once.

No secret stands in one: a passphrase comes as its hash, which `repr` leaves out, and the tokens of
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

    `person` is who that is, None for somebody new of that name.
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
    """Make whoever has that name a director whose account is good, by a new one if need be."""

    name: str
    hashed: str = field(repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class ResetPassphrase:
    """Void an account's passphrase and sign it out; a one-time link sets a new one."""

    account_id: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SetPassphrase:
    """Keep an account's new passphrase and sign it out everywhere; for its owner alone.

    `link_id` is the one-time link that its owner came by, None for one who proved the old one.
    """

    account_id: int
    hashed: str = field(repr=False)
    link_id: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class DisableAccount:
    """Let nobody sign in by an account, and sign it out everywhere."""

    account_id: int


@dataclass(frozen=True, slots=True, kw_only=True)
class EnableAccount:
    """Let an account's owner sign in again."""

    account_id: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SignOutDevices:
    """Sign out one device of an account, or every one where `session_id` is None."""

    account_id: int
    session_id: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class GiveLink:
    """Give a captain's link for a team, or a player's for a team's seat in a room (ruling 5).

    `person` is whose it is, None for who is lined up there.
    """

    match: MatchId
    kind: LinkKind
    team: str
    room: Room | None = None
    person: PersonId | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RevokeLink:
    """Make a captain's or player's link good no more; whoever is signed in by it is out."""

    match: MatchId
    link_id: int


@dataclass(frozen=True, slots=True, kw_only=True)
class GiveEntrantLink:
    """Give somebody the link to his own pages of tournaments that are played elsewhere.

    The one he had before is good no more.
    """

    person: PersonId


@dataclass(frozen=True, slots=True, kw_only=True)
class RevokeEntrantLink:
    """Make an entrant's link good no more; whoever is signed in by it is out."""

    person: PersonId


@dataclass(frozen=True, slots=True, kw_only=True)
class GiveTableCode:
    """Make a code by which one phone becomes the board of a table; the one before is void.

    `board_id` is the board whose place it takes without another word, None where none stands.
    """

    match: MatchId
    room: Room
    board_id: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RevokeTableCode:
    """Make a table's code good no more: who came by it was not let in."""

    link_id: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeSeat:
    """Make a phone the board of the table whose code it came by, under that board id.

    `device` is the digest of the cookie that stays in its browser. Whatever phone was that table's
    board before is replaced.
    """

    link_id: int
    board_id: str
    device: bytes = field(repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class EndSeat:
    """A phone is its table's board no more."""

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
