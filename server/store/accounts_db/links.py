"""Links: addresses that give a right to whoever opens them, until they end.

A link is shown once, when it is made. Only a hash of its token is stored.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import Enum

from sqlmodel import col, select

from rules.identities import MatchId, PersonId
from rules.ledger import from_unix_microseconds, unix_microseconds
from rules.position import Side
from rules.room import Room
from server.secret_codes import digest_of
from server.store.accounts_db.accounts_file import AccountsFile, moment
from server.store.accounts_db.tables import LinkRow


class LinkKind(Enum):
    """The purpose of a link.

    A link of kind SET_UP, PASSPHRASE or TABLE (a table's code) can be used only once.
    """

    SET_UP = "set-up"
    PASSPHRASE = "passphrase"
    CAPTAIN = "captain"
    PLAYER = "player"
    TABLE = "table"
    ENTRANT = "entrant"


@dataclass(frozen=True, slots=True, kw_only=True)
class Link:
    """A link without its token. Moments are in UTC.

    `link_id` is its number, 0 until it is stored. `person` is the owner, None for links that can be
    used only once. `match`, `team`, `room` and `side` say for which match, team, table and side the
    link gives rights, as far as its kind has them. `account_id` is the account whose passphrase the
    link sets. `made_by` is the person who made the link. `board_id` is the table's board that a
    phone with the table's code may replace. `expires_at` is None if the link does not expire.
    `ended_at` is the time at which the link was used up or revoked, None while it is valid.
    """

    kind: LinkKind
    person: PersonId | None = None
    link_id: int = 0
    match: MatchId | None = None
    team: str | None = None
    room: Room | None = None
    side: Side | None = None
    account_id: int | None = None
    made_by: PersonId | None = None
    made_at: datetime | None = None
    expires_at: datetime | None = None
    ended_at: datetime | None = None
    board_id: str | None = None


class LinkUnknown(Exception):
    """No valid link has that number. The operator can choose a link from the list."""

    def __init__(self, link_id: int) -> None:
        super().__init__(f"link: {link_id} is no good link. Operator: choose one from the list")


class LinkSpent(Exception):
    """The link is not valid: it was used, replaced or revoked, has expired, or never existed."""

    def __init__(self) -> None:
        super().__init__(
            "this link no longer works: it was used, replaced or revoked. Ask whoever gave it "
            "to you for a new one"
        )


class Links:
    """All links: all of them are in the accounts file, the valid ones also in memory.

    `find`, `get`, `good` and the methods `of_…` read from memory; the other methods can wait for
    the disk. Any thread may call the methods. Methods that write can raise AccountsUnavailable.
    `now` returns the time in UTC.
    """

    def __init__(self, accounts_file: AccountsFile, now: Callable[[], datetime]) -> None:
        self._file, self._now = accounts_file, now
        self._good: dict[int, Link] = {}
        self._by_digest: dict[bytes, Link] = {}
        accounts_file.read_by(self._read)

    def get(self, link_id: int) -> Link | None:
        """Return the valid link of that number, or None if there is none."""
        link = self._good.get(link_id)
        return link if link and self._in_time(link) else None

    def find(self, token: str, *kinds: LinkKind) -> Link | None:
        """Return the valid link with that token if it is of one of these kinds, else None."""
        link = self._by_digest.get(digest_of(token))
        return link if link and link.kind in kinds and self._in_time(link) else None

    def of_match(self, match_id: MatchId) -> Sequence[Link]:
        """Return the valid links of a match's captains and players, in the order they were made."""
        return [
            link
            for link in self._good.values()
            if link.match == match_id and link.kind is not LinkKind.TABLE
        ]

    def of_entrants(self) -> Mapping[PersonId, Link]:
        """Return the valid links of TTT entrants, keyed by person."""
        own = (each for each in self._good.values() if each.kind is LinkKind.ENTRANT)
        return {each.person: each for each in own if each.person is not None}

    def of_table(self, match_id: MatchId, room: Room) -> Link | None:
        """Return the valid code of a table, or None if there is none."""
        codes = (each for each in self._good.values() if each.kind is LinkKind.TABLE)
        here = (each for each in codes if (each.match, each.room) == (match_id, room))
        return next(filter(self._in_time, here), None)

    def good(self) -> Mapping[int, Link]:
        """Return all valid links, keyed by number."""
        return {number: link for number, link in self._good.items() if self._in_time(link)}

    def give(self, link: Link, token: str) -> Link:
        """Store a new link, and return it with its number.

        `token` is the secret part of the link's address; only a hash of it is stored.
        """
        row = LinkRow(
            digest=digest_of(token),
            kind=link.kind.value,
            person_id=link.person.text if link.person else None,
            match=str(link.match) if link.match else None,
            team=link.team,
            room=link.room.value if link.room else None,
            side=link.side.value if link.side else None,
            account_id=link.account_id,
            made_at=unix_microseconds(self._now()),
            made_by=link.made_by.text if link.made_by else None,
            expires_at=unix_microseconds(link.expires_at) if link.expires_at else None,
            board_id=link.board_id,
        )
        with self._file.transaction() as session:
            session.add(row)
            self._read()
            return self._by_digest[digest_of(token)]

    def end(self, link_id: int) -> None:
        """End a link, so that it is no longer valid."""
        self._end([link_id])

    def end_all(self, kind: LinkKind, account_id: int | None = None) -> None:
        """End every link of a kind, or only those of one account if `account_id` is given."""
        links = [link for link in self._good.values() if link.kind is kind]
        self._end([link.link_id for link in links if account_id in (None, link.account_id)])

    def spent(self, token: str) -> int | None:
        """Return the number of the ended link with that token, or None if there is none."""
        with self._file.transaction() as session:
            asked = select(LinkRow.link_id).where(
                LinkRow.digest == digest_of(token), col(LinkRow.ended_at).is_not(None)
            )
            return session.exec(asked).first()

    def end_code_of(self, match_id: MatchId, room: Room) -> None:
        """End the code of a table, if the table has a valid one."""
        code = self.of_table(match_id, room)
        if code is not None:
            self._end([code.link_id])

    def end_all_of(self, person: PersonId) -> list[int]:
        """End every link of a person; return the ids of those links."""
        own = [link.link_id for link in self._good.values() if link.person == person]
        self._end(own)
        return own

    def _end(self, link_ids: Sequence[int]) -> None:
        now = unix_microseconds(self._now())
        with self._file.transaction() as session:
            for row in session.exec(select(LinkRow).where(col(LinkRow.link_id).in_(link_ids))):
                row.ended_at = now
            self._read()

    def _in_time(self, link: Link) -> bool:
        return link.expires_at is None or self._now() < link.expires_at

    def _read(self) -> None:
        with self._file.transaction() as session:
            rows = session.exec(select(LinkRow).where(col(LinkRow.ended_at).is_(None))).all()
            links = [(row.digest, _link(row)) for row in rows]
        self._by_digest = dict(links)
        self._good = {link.link_id: link for _, link in links}


def _link(row: LinkRow) -> Link:
    assert row.link_id is not None
    return Link(
        kind=LinkKind(row.kind),
        person=PersonId(row.person_id) if row.person_id else None,
        link_id=row.link_id,
        match=MatchId.read(row.match) if row.match else None,
        team=row.team,
        room=Room(row.room) if row.room else None,
        side=Side(row.side) if row.side else None,
        account_id=row.account_id,
        made_by=PersonId(row.made_by) if row.made_by else None,
        made_at=from_unix_microseconds(row.made_at),
        expires_at=moment(row.expires_at),
        ended_at=moment(row.ended_at),
        board_id=row.board_id,
    )
