"""Tables of the accounts file: what the server keeps besides the events."""

from typing import Final

from sqlalchemy import BigInteger, MetaData
from sqlmodel import Field, SQLModel

from server.store.schemas import Schema


class AccountsTable(SQLModel):
    """Root of the tables in the accounts file."""

    metadata = MetaData()


ACCOUNTS_SCHEMA: Final = Schema(
    "accounts",
    AccountsTable.metadata,
    frozenset(f"accounts_{number:04}" for number in range(1, 7)),
)


class EventLogRow(AccountsTable, table=True):
    """The event log that this file belongs to, by its identity; no row before a server ran."""

    __tablename__ = "event_log"

    event_log_id: int = Field(primary_key=True)
    identity: bytes


class BoardRow(AccountsTable, table=True):
    """A board and its key; the key is kept in clear because frames are signed with it.

    Moments are microseconds from 1970 in UTC; `revoked_at` is empty while the key is good.
    """

    __tablename__ = "board"

    board_id: str = Field(primary_key=True)
    key: bytes
    label: str
    created_at: int = Field(sa_type=BigInteger)
    revoked_at: int | None = Field(default=None, sa_type=BigInteger)


class PersonRow(AccountsTable, table=True):
    """Who a person's id is (ruling 33); events hold the id alone.

    `names` is a JSON list, the preferred one first; empty lists and texts for what is not known.
    `merged_into` is the person this one turned out to be. `erased_at`: all else is empty since.
    Moments are microseconds from 1970 in UTC.
    """

    __tablename__ = "person"

    person_id: str = Field(primary_key=True)
    names: str
    club: str = ""
    country: str = ""
    federation_number: str = ""
    hidden: bool = False
    merged_into: str | None = None
    made_at: int = Field(sa_type=BigInteger)
    erased_at: int | None = Field(default=None, sa_type=BigInteger)


class AccountRow(AccountsTable, table=True):
    """Somebody who signs in by name; `folded` is the name as it is compared, `person_id` who he is.

    `passphrase` is the argon2id hash, empty until one is set. `role` is a Role's value, `room` a
    Room's, a clerk's only. Moments are microseconds from 1970 in UTC.
    """

    __tablename__ = "account"

    account_id: int | None = Field(default=None, primary_key=True)
    name: str
    folded: str = Field(unique=True)
    person_id: str
    role: str
    room: str | None = None
    passphrase: str | None = None
    made_at: int = Field(sa_type=BigInteger)
    disabled_at: int | None = Field(default=None, sa_type=BigInteger)


class LinkRow(AccountsTable, table=True):
    """An address that stands for a right; only the SHA-256 of its token is kept.

    `kind` is a LinkKind's value, `person_id` whose it is where it is a captain's or a player's,
    `made_by` the person who gave it. `board_id`: whose place at the table a phone takes that comes
    by it. Moments are microseconds from 1970 in UTC.
    """

    __tablename__ = "link"

    link_id: int | None = Field(default=None, primary_key=True)
    digest: bytes = Field(unique=True)
    kind: str
    person_id: str | None = None
    match: str | None = None
    team: str | None = None
    room: str | None = None
    side: str | None = None
    account_id: int | None = None
    made_at: int = Field(sa_type=BigInteger)
    made_by: str | None = None
    expires_at: int | None = Field(default=None, sa_type=BigInteger)
    ended_at: int | None = Field(default=None, sa_type=BigInteger)
    board_id: str | None = None


class SeatRow(AccountsTable, table=True):
    """A phone or tablet that is, or was, a table's board; `link_id` is the code it came by.

    `device` is the SHA-256 of the cookie that stays in its browser. `ended` is a SeatEnding's
    value, empty while it is the table's board. Moments are microseconds from 1970 in UTC.
    """

    __tablename__ = "seat"

    seat_id: int | None = Field(default=None, primary_key=True)
    match: str
    room: str
    board_id: str = Field(unique=True)
    device: bytes
    link_id: int
    taken_at: int = Field(sa_type=BigInteger)
    ended: str | None = None
    ended_at: int | None = Field(default=None, sa_type=BigInteger)


class SessionRow(AccountsTable, table=True):
    """A device that is signed in, by an account, by a link or as a table's board.

    Only its token's SHA-256 is kept.

    `device` is what the browser calls itself. Moments are microseconds from 1970 in UTC.
    """

    __tablename__ = "session"

    session_id: int | None = Field(default=None, primary_key=True)
    digest: bytes = Field(unique=True)
    account_id: int | None = None
    link_id: int | None = None
    address: str
    device: str
    opened_at: int = Field(sa_type=BigInteger)
    seen_at: int = Field(sa_type=BigInteger)
    seat_id: int | None = None


class FailureRow(AccountsTable, table=True):
    """Failed sign-ins for one name or from one address, whose SHA-256 is `subject`.

    A digest, because people type passphrases where names belong.
    """

    __tablename__ = "failure"

    subject: bytes = Field(primary_key=True)
    count: int
    last_at: int = Field(sa_type=BigInteger)


class FeaturedRow(AccountsTable, table=True):
    """The one row that says which match is shown large to spectators, None for no choice."""

    __tablename__ = "featured"

    featured_id: int = Field(primary_key=True)
    match: str | None = None


class ChangeRow(AccountsTable, table=True):
    """A change of accounts, links, keys or persons; rows are only ever added.

    `actor` is as the event log names him, `command_id` empty for none. `kind` and `fields`, a JSON
    object, are the change. The moment is in microseconds from 1970 in UTC.
    """

    __tablename__ = "change"

    change_id: int | None = Field(default=None, primary_key=True)
    at: int = Field(sa_type=BigInteger)
    actor: str
    command_id: str
    kind: str
    fields: str


class FinishedMatchRow(AccountsTable, table=True):
    """A finished match as lists show it, made from its stream as far as `head`; see `version`.

    It holds only as long as the stream ends there, with `digest`. `home` and `away` are its teams,
    `signed` whether both have signed. `actor` and `command_id` are of the command that set it up,
    `next_roll_set` the number of rolls' sets used up with it. `summary` is a JSON object.
    """

    __tablename__ = "finished_match"

    match: str = Field(primary_key=True)
    version: int
    head: int = Field(sa_type=BigInteger)
    digest: bytes
    home: str
    away: str
    signed: bool
    next_roll_set: int
    actor: str
    command_id: str
    summary: str


class BoardPlaceRow(AccountsTable, table=True):
    """The room in which a board was put on a table last in a finished match.

    The moment is in microseconds from 1970 in UTC.
    """

    __tablename__ = "board_place"

    board_id: str = Field(primary_key=True)
    room: str
    at: int = Field(sa_type=BigInteger)


class RestoredRow(AccountsTable, table=True):
    """The one row that says these records were made from a backup, until somebody has read it.

    `latest` is when the last event was recorded that the backup had, None for none; `matches` a
    JSON list of those that were not over, each with when its last event was recorded. Moments are
    microseconds from 1970 in UTC.
    """

    __tablename__ = "restored"

    restored_id: int = Field(primary_key=True)
    restored_at: int = Field(sa_type=BigInteger)
    latest: int | None = Field(default=None, sa_type=BigInteger)
    matches: str


class FormPrintRow(AccountsTable, table=True):
    """A form that was printed: its kind, the number of its match, 0 for none, and which part.

    `tournament` is its id, `by` a person's id, `command_id` that of the print it was part of.
    `digest` is of what it said, `printer` empty where it was opened as a PDF. The moment is in
    microseconds from 1970 in UTC.
    """

    __tablename__ = "form_print"

    print_id: int | None = Field(default=None, primary_key=True)
    tournament: str = Field(index=True)
    at: int = Field(sa_type=BigInteger)
    by: str
    command_id: str = Field(index=True)
    kind: str
    match: int
    part: str
    digest: str
    printer: str


class DoubleVotesRow(AccountsTable, table=True):
    """How many watchers would have taken and passed a double of a match's attempt at a game."""

    __tablename__ = "double_votes"

    tournament: str = Field(primary_key=True)
    match: int = Field(primary_key=True)
    game: int = Field(primary_key=True)
    attempt: int = Field(primary_key=True)
    side: str = Field(primary_key=True)
    turn: int = Field(primary_key=True)
    takes: int
    passes: int


class ForkTalliesRow(AccountsTable, table=True):
    """What each person's decisions at a match's forks come to, as a JSON list; see `version`.

    `judged` says which throws were judged by which engine.
    """

    __tablename__ = "fork_tallies"

    match: str = Field(primary_key=True)
    version: int
    judged: str
    tallies: str


class PbemPlayerRow(AccountsTable, table=True):
    """Who plays in a tournament's knockout by messages: his id there, his address, his token.

    `handle` is the id by which reports name him. Only the SHA-256 of the token is kept. The moment
    is in microseconds from 1970 in UTC.
    """

    __tablename__ = "pbem_player"

    tournament: str = Field(primary_key=True)
    person_id: str = Field(primary_key=True)
    handle: str
    address: str
    digest: bytes = Field(unique=True)
    entered_at: int = Field(sa_type=BigInteger)


class PbemMessageRow(AccountsTable, table=True):
    """A message of a knockout by messages with its answer; rows are only ever added.

    `digest` tells a message that comes again. `person_id` is whose token it had, if any; `address`
    whom it came from, `text` what stood in it besides. `state` is a MessageState's value. Whoever
    is erased leaves none of the texts. The moment is in microseconds from 1970 in UTC.
    """

    __tablename__ = "pbem_message"

    message_id: int | None = Field(default=None, primary_key=True)
    tournament: str = Field(index=True)
    digest: bytes = Field(unique=True)
    received_at: int = Field(sa_type=BigInteger)
    by_mail: bool
    address: str
    person_id: str | None = None
    subject: str
    text: str
    state: str
    answer: str
    settled_by: str = ""


class PbemMailRow(AccountsTable, table=True):
    """A mail to a player of a knockout by messages, sent or to be sent.

    `key` is of what is told once only. `secret` is a token that belongs into the mail, until it is
    sent; the text has a place for it. `faults` counts tries that failed, `fault` is the last one's.
    Moments are in microseconds from 1970 in UTC.
    """

    __tablename__ = "pbem_mail"

    mail_id: int | None = Field(default=None, primary_key=True)
    tournament: str = Field(index=True)
    person_id: str
    key: str | None = Field(default=None, unique=True)
    subject: str
    text: str
    secret: str = ""
    made_at: int = Field(sa_type=BigInteger)
    sent_at: int | None = Field(default=None, sa_type=BigInteger)
    faults: int = 0
    fault: str = ""
