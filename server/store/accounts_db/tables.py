"""Tables of the accounts file: all that the server stores besides the events."""

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
    """A board and its key; the key is stored in clear because frames are signed with it.

    Moments are microseconds from 1970 in UTC; `revoked_at` is empty while the key is valid.
    """

    __tablename__ = "board"

    board_id: str = Field(primary_key=True)
    key: bytes
    label: str
    created_at: int = Field(sa_type=BigInteger)
    revoked_at: int | None = Field(default=None, sa_type=BigInteger)


class PersonRow(AccountsTable, table=True):
    """A person by id (ruling 33); events hold the id alone.

    `names` is a JSON list, the preferred one first; unknown lists and texts are empty.
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
    """An account with a name to sign in; `folded` is the name to compare, `person_id` its owner.

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
    """An address that gives a right; only the SHA-256 of its token is stored.

    `kind` is a LinkKind's value, `person_id` its owner where it is a captain's or a player's,
    `made_by` the person who gave it. `board_id`: the board whose place at the table a phone with
    this code takes. Moments are microseconds from 1970 in UTC.
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
    """A phone or tablet that is, or was, a table's board; `link_id` is the code it came with.

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

    Only its token's SHA-256 is stored.

    `device` is the name that the browser gives itself. Moments are microseconds from 1970 in UTC.
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

    A digest, because people type passphrases into the field for names.
    """

    __tablename__ = "failure"

    subject: bytes = Field(primary_key=True)
    count: int
    last_at: int = Field(sa_type=BigInteger)


class FeaturedRow(AccountsTable, table=True):
    """The one row of the match shown large to spectators, None for no choice."""

    __tablename__ = "featured"

    featured_id: int = Field(primary_key=True)
    match: str | None = None


class ChangeRow(AccountsTable, table=True):
    """A change of accounts, links, keys or persons; rows are only ever added.

    `actor` is as named in the event log, `command_id` empty for none. `kind` and `fields`, a JSON
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
    """A finished match as in lists, made from its stream up to `head`; see `version`.

    It is valid only as long as the stream ends there, with `digest`. `home` and `away` are its
    teams, `signed` whether both have signed. `actor` and `command_id` are of the command that set
    it up, `next_roll_set` is the first number after its rolls' sets. `summary` is a JSON object.
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
    """The room in which a board was last put on a table in a finished match.

    The moment is in microseconds from 1970 in UTC.
    """

    __tablename__ = "board_place"

    board_id: str = Field(primary_key=True)
    room: str
    at: int = Field(sa_type=BigInteger)


class RestoredRow(AccountsTable, table=True):
    """The one row that notes a restoration from a backup, until somebody has dismissed it.

    `latest` is the time of the backup's last event, None for none; `matches` a JSON list of those
    that were not over, each with the time of its last event. Moments are microseconds from 1970 in
    UTC.
    """

    __tablename__ = "restored"

    restored_id: int = Field(primary_key=True)
    restored_at: int = Field(sa_type=BigInteger)
    latest: int | None = Field(default=None, sa_type=BigInteger)
    matches: str


class FormPrintRow(AccountsTable, table=True):
    """A form that was printed: its kind, the number of its match, 0 for none, and its part.

    `tournament` is its id, `by` a person's id, `command_id` that of the print it was part of.
    `digest` is of its content, `printer` empty if it was opened as a PDF. The moment is in
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
    """The numbers of watchers who would have taken or passed a double in an attempt at a game."""

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
    """Tallies of each person's decisions at a match's forks, as a JSON list; see `version`.

    `judged` has the throws judged and the engine.
    """

    __tablename__ = "fork_tallies"

    match: str = Field(primary_key=True)
    version: int
    judged: str
    tallies: str


class PbemPlayerRow(AccountsTable, table=True):
    """A player of a tournament's knockout by messages: their id there, address and token.

    `handle` is the id in reports. Only the SHA-256 of the token is stored. The moment is in
    microseconds from 1970 in UTC.
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

    `digest` identifies a message that comes again. `person_id` is the owner of its token, if any;
    `address` its sender's, `text` its content. `state` is a MessageState's value. None of the texts
    of an erased person stay. The moment is in microseconds from 1970 in UTC.
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

    `key` is of what is sent once only. `secret` is a token to be put into the mail, until it is
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
