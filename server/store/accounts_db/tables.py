"""The database tables of the accounts file: all that the server stores besides the events."""

from typing import Final

from sqlalchemy import BigInteger, MetaData
from sqlmodel import Field, SQLModel

from server.store.schemas import Schema


class AccountsTable(SQLModel):
    """The base class of all database tables in the accounts file."""

    metadata = MetaData()


ACCOUNTS_SCHEMA: Final = Schema(
    "accounts",
    AccountsTable.metadata,
    frozenset(f"accounts_{number:04}" for number in range(1, 7)),
)


class EventLogRow(AccountsTable, table=True):
    """The one row with the identity of the event log that this accounts file belongs to.

    The row is written when a server first uses the file.
    """

    __tablename__ = "event_log"

    event_log_id: int = Field(primary_key=True)
    identity: bytes


class BoardRow(AccountsTable, table=True):
    """A board and its key. The key is stored in clear, because frames are signed with it.

    Moments are microseconds from 1970 in UTC; `revoked_at` is empty while the key is valid.
    """

    __tablename__ = "board"

    board_id: str = Field(primary_key=True)
    key: bytes
    label: str
    created_at: int = Field(sa_type=BigInteger)
    revoked_at: int | None = Field(default=None, sa_type=BigInteger)


class PersonRow(AccountsTable, table=True):
    """A person (ruling 33). Events have only the person's id.

    `names` is a JSON list with the preferred name first. Texts that are not known are empty.
    `merged_into` is the id of the person that this one was found to be. `erased_at` is the time at
    which the person was erased; all other details are empty from then on. Moments are microseconds
    from 1970 in UTC.
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
    """An account that a person signs in with by name.

    `folded` is the name in the form in which names are compared, `person_id` the account's owner.
    `passphrase` is the argon2id hash, empty until a passphrase is set. `role` is the value of a
    Role; `room` is the value of a Room and only set for a clerk. Moments are microseconds from 1970
    in UTC.
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
    """A link: an address that gives a right. Only the SHA-256 of its token is stored.

    `kind` is the value of a LinkKind. `person_id` is the owner of a captain's, player's or
    entrant's link. `made_by` is the person who made the link. `board_id` is set only for a table's
    code: it is the table's board that a phone with this code may replace. Moments are microseconds
    from 1970 in UTC.
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
    """A seat: a phone or tablet that is, or was, a table's board.

    `link_id` is the code with which the phone got the seat. `device` is the SHA-256 of the cookie
    that stays in the phone's browser. `ended` is the value of a SeatEnding, empty while the phone
    is the table's board. Moments are microseconds from 1970 in UTC.
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
    """A session of a device that signed in with an account or a link, or as a table's board.

    Only the SHA-256 of the session's token is stored. `device` is the name that the device's
    browser gives itself. Moments are microseconds from 1970 in UTC.
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
    """The number of failed sign-ins for one name or from one address, and the time of the last one.

    `subject` is the SHA-256 of the name or address; the text itself is not stored, because people
    happen to type a passphrase where a name is asked for.
    """

    __tablename__ = "failure"

    subject: bytes = Field(primary_key=True)
    count: int
    last_at: int = Field(sa_type=BigInteger)


class FeaturedRow(AccountsTable, table=True):
    """The one row with the match to be shown large to spectators; None if nobody chose one."""

    __tablename__ = "featured"

    featured_id: int = Field(primary_key=True)
    match: str | None = None


class ChangeRow(AccountsTable, table=True):
    """A change of accounts, links, keys or persons; rows are only ever added.

    `actor` is the sender of the command that made the change, named as in the event log.
    `command_id` is empty if the command had no id. `kind` names the kind of change; `fields`, a
    JSON object, has the changed values. `at` is in microseconds from 1970 in UTC.
    """

    __tablename__ = "change"

    change_id: int | None = Field(default=None, primary_key=True)
    at: int = Field(sa_type=BigInteger)
    actor: str
    command_id: str
    kind: str
    fields: str


class FinishedMatchRow(AccountsTable, table=True):
    """A finished match as lists show it, made from the first `head` events of the match's stream.

    The row is valid only while `head` is the number and `digest` the hash of the stream's last
    event, and `version` is the version of the row's form that the program uses now. `home` and
    `away` are the teams, or in a match at one table the players' ids; `signed` is True if both have
    signed. `actor` and `command_id` belong to the command that set the match up. `next_roll_set` is
    the first number after the match's roll sets. `summary` is a JSON object with the other values
    that lists show of the match.
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
    """The room in which a board was last registered at a table in a finished match.

    `at` is in microseconds from 1970 in UTC.
    """

    __tablename__ = "board_place"

    board_id: str = Field(primary_key=True)
    room: str
    at: int = Field(sa_type=BigInteger)


class RestoredRow(AccountsTable, table=True):
    """The one row that notes that the records were restored from a backup.

    It is deleted when the director dismisses the note. `latest` is the time of the last event in
    the backup, or None if there was none. `matches` is a JSON object with the time of the last
    event of each match that was not over, keyed by match. Moments are microseconds from 1970 in
    UTC.
    """

    __tablename__ = "restored"

    restored_id: int = Field(primary_key=True)
    restored_at: int = Field(sa_type=BigInteger)
    latest: int | None = Field(default=None, sa_type=BigInteger)
    matches: str


class FormPrintRow(AccountsTable, table=True):
    """A print of a form.

    The form is named by its `kind`, the number of its match (0 for none) and its `part`, which says
    which of several forms of that kind it is. `tournament` is the tournament's id, `by` the id of
    the person who printed the form or "command line". `command_id` is the id of the command that
    printed it. `digest` is a digest of the form's content; `printer` is empty if the form was
    opened as a PDF. `at` is in microseconds from 1970 in UTC.
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
    """The numbers of watchers who would have taken or passed one double of a match."""

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
    """The fork tallies of one match, as a JSON list: how each player decided at its forks.

    `version` is the number of the tallies' form. `judged` identifies the throws whose plays were
    judged, and the engine that judged them.
    """

    __tablename__ = "fork_tallies"

    match: str = Field(primary_key=True)
    version: int
    judged: str
    tallies: str


class PbemPlayerRow(AccountsTable, table=True):
    """A player of a tournament's PBeM knockout, with their mail address and token.

    `handle` is the player's name on the other server, where the games are played, and in that
    server's reports. `digest` is the SHA-256 of the token, which itself is not stored. `entered_at`
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
    """A message that was received for a PBeM knockout, with its answer; no row is ever deleted.

    `digest` identifies the message, so that the same message is recognized when it is received
    again. `person_id` is the owner of the message's token, if there is one; `address` is the
    sender's address. `state` is the value of a MessageState. The texts are emptied when the sender
    is erased. `received_at` is in microseconds from 1970 in UTC.
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
    """A mail to a player of a PBeM knockout; `sent_at` is empty until the mail is sent.

    Of several mails with the same `key`, only the first is stored. `secret` is a token that is put
    into the text before the mail is sent, and is then deleted here. `faults` is the number of
    failed attempts to send the mail, `fault` the text of the last fault. Moments are microseconds
    from 1970 in UTC.
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
