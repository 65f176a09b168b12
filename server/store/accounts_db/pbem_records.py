"""The stored addresses, messages and mails of PBeM knockouts (ADR 48).

All of them contain people's names and addresses, and can be deleted, because no hash of the event
log includes them. The knockouts' events are in the event log.
"""

import re
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import Enum

from sqlmodel import Session, col, select
from sqlmodel.sql.expression import SelectOfScalar

from rules.identities import PersonId, TournamentId
from rules.ledger import from_unix_microseconds, unix_microseconds
from server.store.accounts_db.accounts_file import AccountsFile, moment
from server.store.accounts_db.tables import PbemMailRow, PbemMessageRow, PbemPlayerRow
from server.values.naming import NAMELESS


class MessageState(Enum):
    """The state of a message. The organiser accepts or rejects a message that is WAITING."""

    COUNTED = "counted"
    REFUSED = "refused"
    WAITING = "waiting"
    ACCEPTED = "accepted"
    REJECTED = "rejected"


@dataclass(frozen=True, slots=True, kw_only=True)
class PbemPlayer:
    """A player of a PBeM knockout.

    `handle` is the player's name on the other server, where the games are played, and in that
    server's reports. `address` is the mail address to which answers are sent.
    """

    tournament: TournamentId
    person: PersonId
    handle: str
    address: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PbemMessage:
    """A message that the server received for a PBeM knockout, with the server's answer.

    `number` counts from 1 over the messages of all knockouts and is 0 before the message is stored.
    `digest` identifies the message, so that the same message is recognized when it is received
    again. `by_mail` is True if the message came by mail; `address` is then the sender's address.
    `person` is the owner of the message's token, None if the message has no valid token.
    `settled_by` is who decided on a message that was WAITING, or empty.
    """

    tournament: TournamentId
    digest: bytes = field(repr=False)
    at: datetime
    by_mail: bool
    address: str
    person: PersonId | None
    subject: str
    text: str
    state: MessageState
    answer: str
    settled_by: str = ""
    number: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class NewMail:
    """A mail to be sent to a player of a PBeM knockout.

    Of several mails with the same `key`, only the first is sent; a mail whose `key` is None is
    always sent. `secret` replaces SECRET_PLACE in the text when the mail is sent.
    """

    tournament: TournamentId
    person: PersonId
    subject: str
    text: str
    key: str | None = None
    secret: str = field(default="", repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class PbemMail:
    """A mail to a player as stored. The text includes the mail's secret until the mail is sent.

    `faults` is the number of failed attempts to send it, `fault` the text of the last fault.
    """

    number: int
    tournament: TournamentId
    person: PersonId
    subject: str
    text: str = field(repr=False)
    made_at: datetime
    sent_at: datetime | None
    faults: int
    fault: str


MOST_TRIES = 20
"""The most attempts to send one mail (our choice)."""
SECRET_PLACE = "{token}"
"""The text that stands for a mail's secret in the stored text."""
_GONE = "…"


class PbemRecords:
    """The players, messages and mails of all PBeM knockouts in the accounts file.

    Any thread except the event loop's may call the methods: they can wait for the disk. Every
    method can raise AccountsUnavailable. `now` returns the time in UTC.
    """

    def __init__(self, accounts_file: AccountsFile, now: Callable[[], datetime]) -> None:
        self._file, self._now = accounts_file, now

    def players(self, tournament: TournamentId) -> list[PbemPlayer]:
        """Return the players of a tournament in the order in which they were entered."""
        query = select(PbemPlayerRow).where(col(PbemPlayerRow.tournament) == tournament.text)
        with self._file.transaction() as session:
            rows = session.exec(query.order_by("entered_at", "handle")).all()
            return [_player(row) for row in rows]

    def with_token(self, tournament: TournamentId, digest: bytes) -> PbemPlayer | None:
        """Return the player whose token has that SHA-256, or None if there is no such player."""
        query = select(PbemPlayerRow).where(
            col(PbemPlayerRow.tournament) == tournament.text, col(PbemPlayerRow.digest) == digest
        )
        with self._file.transaction() as session:
            row = session.exec(query).first()
            return None if row is None else _player(row)

    def enter(self, player: PbemPlayer, digest: bytes, mail: NewMail) -> bool:
        """Store a player with the SHA-256 of their token, and queue the mail.

        Return False, and store nothing, if the player is entered already.
        """
        with self._file.transaction() as session:
            key = (player.tournament.text, player.person.text)
            if session.get(PbemPlayerRow, key) is not None:
                return False
            row = PbemPlayerRow(
                tournament=player.tournament.text,
                person_id=player.person.text,
                handle=player.handle,
                address=player.address,
                digest=digest,
                entered_at=unix_microseconds(self._now()),
            )
            session.add(row)
            self._add_mails(session, [mail])
            return True

    def replace_token(self, player: PbemPlayer, digest: bytes, mail: NewMail) -> None:
        """Store the SHA-256 of the player's new token, and queue the mail that brings the token."""
        with self._file.transaction() as session:
            row = session.get_one(PbemPlayerRow, (player.tournament.text, player.person.text))
            row.digest = digest
            session.add(row)
            self._add_mails(session, [mail])

    def remove(self, tournament: TournamentId, person: PersonId) -> None:
        """Delete a player's address and token."""
        with self._file.transaction() as session:
            row = session.get(PbemPlayerRow, (tournament.text, person.text))
            if row is not None:
                session.delete(row)

    def answered(self, digest: bytes) -> PbemMessage | None:
        """Return the stored message of that digest with its answer, or None if there is none."""
        query = select(PbemMessageRow).where(col(PbemMessageRow.digest) == digest)
        with self._file.transaction() as session:
            row = session.exec(query).first()
            return None if row is None else _message(row)

    def keep(self, message: PbemMessage, mails: Sequence[NewMail] = ()) -> int:
        """Store a message with its answer, and queue the mails about it.

        Return the message's number.
        """
        row = PbemMessageRow(
            tournament=message.tournament.text,
            digest=message.digest,
            received_at=unix_microseconds(message.at),
            by_mail=message.by_mail,
            address=message.address,
            person_id=message.person.text if message.person else None,
            subject=message.subject,
            text=message.text,
            state=message.state.value,
            answer=message.answer,
        )
        with self._file.transaction() as session:
            session.add(row)
            self._add_mails(session, mails)
            session.flush()
            return row.message_id or 0

    def settle(
        self, number: int, state: MessageState, answer: str, by: str, mails: Sequence[NewMail]
    ) -> None:
        """Store the organiser's decision on a message that was WAITING, and queue the mails.

        `number` is the number of the message, `state` is its new state, `answer` its new answer,
        and `by` is who decided.
        """
        with self._file.transaction() as session:
            row = session.get_one(PbemMessageRow, number)
            row.state, row.answer, row.settled_by = state.value, answer, by
            session.add(row)
            self._add_mails(session, mails)

    def message(self, number: int) -> PbemMessage | None:
        """Return the message of that number, or None if there is none."""
        with self._file.transaction() as session:
            row = session.get(PbemMessageRow, number)
            return None if row is None else _message(row)

    def messages(self, tournament: TournamentId, most: int) -> list[PbemMessage]:
        """Return at most `most` messages of a tournament, the latest first."""
        query = _messages_of(tournament).order_by(col(PbemMessageRow.message_id).desc())
        with self._file.transaction() as session:
            return [_message(row) for row in session.exec(query.limit(most)).all()]

    def waiting(self, tournament: TournamentId) -> list[PbemMessage]:
        """Return the messages on which the organiser still has to decide, the earliest first."""
        waits = col(PbemMessageRow.state) == MessageState.WAITING.value
        query = _messages_of(tournament).where(waits).order_by("message_id")
        with self._file.transaction() as session:
            return [_message(row) for row in session.exec(query).all()]

    def add_mails(self, mails: Iterable[NewMail]) -> int:
        """Queue mails, except those whose key is stored already; return how many were queued."""
        with self._file.transaction() as session:
            return self._add_mails(session, mails)

    def mails(self, tournament: TournamentId, most: int) -> list[PbemMail]:
        """Return at most `most` mails of a tournament: unsent ones first, then the newest."""
        mine = select(PbemMailRow).where(col(PbemMailRow.tournament) == tournament.text)
        unsent = col(PbemMailRow.sent_at).is_not(None)
        query = mine.order_by(unsent, col(PbemMailRow.mail_id).desc()).limit(most)
        with self._file.transaction() as session:
            return [_mail(row) for row in session.exec(query).all()]

    def mail_times(self, prefix: str) -> dict[str, datetime]:
        """Return the queueing time of each mail whose key begins with `prefix`, keyed by key."""
        query = select(PbemMailRow).where(col(PbemMailRow.key).startswith(prefix, autoescape=True))
        with self._file.transaction() as session:
            rows = session.exec(query).all()
            return {row.key or "": from_unix_microseconds(row.made_at) for row in rows}

    def unsent(self, most: int) -> list[PbemMail]:
        """Return at most `most` unsent mails, whichever tournament they belong to.

        The mails with the fewest failed attempts come first. A mail that has failed MOST_TRIES
        times is not returned: the organiser has to deal with it.
        """
        waits = col(PbemMailRow.sent_at).is_(None), col(PbemMailRow.faults) < MOST_TRIES
        query = select(PbemMailRow).where(*waits)
        with self._file.transaction() as session:
            rows = session.exec(query.order_by("faults", "mail_id").limit(most)).all()
            return [_mail(row) for row in rows]

    def sent(self, tournament: TournamentId, number: int) -> bool:
        """Mark a mail as sent and delete its secret.

        Return False if the tournament has no such mail or the mail was sent already.
        """
        with self._file.transaction() as session:
            row = session.get(PbemMailRow, number)
            if row is None or row.tournament != tournament.text or row.sent_at is not None:
                return False
            row.sent_at, row.secret, row.fault = unix_microseconds(self._now()), "", ""
            session.add(row)
            return True

    def failed(self, number: int, fault: str, *, final: bool = False) -> None:
        """Store that an attempt to send the mail has failed, with the text of the fault.

        After a `final` failure the mail counts as tried MOST_TRIES times.
        """
        with self._file.transaction() as session:
            row = session.get_one(PbemMailRow, number)
            row.faults, row.fault = MOST_TRIES if final else row.faults + 1, fault
            session.add(row)

    def forget(self, persons: Mapping[PersonId, Sequence[str]]) -> None:
        """Delete everything that identifies these persons.

        `persons` has the former names of each person. The persons' addresses and tokens, the mails
        to them and the texts of their messages are deleted. Where the mails and messages of other
        people have names, handles or addresses of these persons, these are replaced by "N. N.".
        """
        gone = [person.text for person in persons]
        names = frozenset(name for each in persons.values() for name in each)
        with self._file.transaction() as session:
            theirs = select(PbemPlayerRow).where(col(PbemPlayerRow.person_id).in_(gone))
            named = defaultdict[str, set[str]](lambda: {*names})
            for player in session.exec(theirs).all():
                named[player.tournament] |= {player.handle, player.address}
                session.delete(player)
            for mail in session.exec(select(PbemMailRow)).all():
                known = named[mail.tournament]
                if mail.person_id in gone:
                    session.delete(mail)
                elif not mail.secret:  # a mail with a secret names only the player it is for
                    mail.subject, mail.text = (
                        _nameless(each, known) for each in (mail.subject, mail.text)
                    )
            for row in session.exec(select(PbemMessageRow)).all():
                known = named[row.tournament]
                if row.person_id in gone or row.address in known:
                    row.address = row.subject = row.text = row.answer = ""
                else:
                    row.subject, row.text, row.answer = (
                        _nameless(each, known) for each in (row.subject, row.text, row.answer)
                    )

    def _add_mails(self, session: Session, mails: Iterable[NewMail]) -> int:
        added = 0
        for mail in mails:
            same = select(PbemMailRow.mail_id).where(col(PbemMailRow.key) == mail.key)
            if mail.key is not None and session.exec(same).first() is not None:
                continue
            row = PbemMailRow(
                tournament=mail.tournament.text,
                person_id=mail.person.text,
                key=mail.key,
                subject=mail.subject,
                text=mail.text,
                secret=mail.secret,
                made_at=unix_microseconds(self._now()),
            )
            session.add(row)
            added += 1
        return added


def _messages_of(tournament: TournamentId) -> SelectOfScalar[PbemMessageRow]:
    return select(PbemMessageRow).where(col(PbemMessageRow.tournament) == tournament.text)


def _nameless(text: str, names: Collection[str]) -> str:
    """Return the text with these names replaced by "N. N." where they are whole words.

    Upper and lower case count as the same. The word inside the braces of SECRET_PLACE is not
    replaced.
    """
    if not names:
        return text
    every = "|".join(re.escape(each) for each in sorted(names, key=len, reverse=True))
    return re.sub(rf"(?<![\w{{-])(?:{every})(?![\w}}-])", NAMELESS, text, flags=re.IGNORECASE)


def _player(row: PbemPlayerRow) -> PbemPlayer:
    return PbemPlayer(
        tournament=TournamentId(row.tournament),
        person=PersonId(row.person_id),
        handle=row.handle,
        address=row.address,
    )


def _message(row: PbemMessageRow) -> PbemMessage:
    return PbemMessage(
        number=row.message_id or 0,
        tournament=TournamentId(row.tournament),
        digest=row.digest,
        at=from_unix_microseconds(row.received_at),
        by_mail=row.by_mail,
        address=row.address,
        person=PersonId(row.person_id) if row.person_id else None,
        subject=row.subject,
        text=row.text,
        state=MessageState(row.state),
        answer=row.answer,
        settled_by=row.settled_by,
    )


def _mail(row: PbemMailRow) -> PbemMail:
    return PbemMail(
        number=row.mail_id or 0,
        tournament=TournamentId(row.tournament),
        person=PersonId(row.person_id),
        subject=row.subject,
        text=row.text.replace(SECRET_PLACE, row.secret or _GONE),
        made_at=from_unix_microseconds(row.made_at),
        sent_at=moment(row.sent_at),
        faults=row.faults,
        fault=row.fault,
    )
