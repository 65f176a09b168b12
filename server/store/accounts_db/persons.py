"""The persons whose ids are in events (ruling 33): names, club, country and federation number.

No hash of the event log includes any of this, so that all of it can be changed and deleted.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime

from sqlmodel import col, delete, select

from rules.identities import PersonId
from rules.ledger import unix_microseconds
from server.store.accounts_db.accounts_file import AccountsFile
from server.store.accounts_db.tables import PersonRow
from server.values.naming import Person


class Persons:
    """All persons, stored in the accounts file and cached in memory.

    `all` reads from memory; `save` and `remove` can wait for the disk and raise
    AccountsUnavailable. Any thread may call the methods. `now` returns the time in UTC.
    """

    def __init__(self, accounts_file: AccountsFile, now: Callable[[], datetime]) -> None:
        self._file, self._now = accounts_file, now
        self._persons: Mapping[PersonId, Person] = {}
        accounts_file.read_by(self._read)

    @property
    def all(self) -> Mapping[PersonId, Person]:
        """All persons, keyed by id, in the order in which they were added."""
        return self._persons

    def save(self, persons: Sequence[Person]) -> None:
        """Store these persons, new ones or changed ones. On an error nothing is stored."""
        now = unix_microseconds(self._now())
        with self._file.transaction() as session:
            for person in persons:
                known = session.get(PersonRow, person.person_id.text)
                session.merge(_row(person, known, now))
            self._persons = {**self._persons, **{each.person_id: each for each in persons}}

    def remove(self, persons: Sequence[PersonId]) -> None:
        """Delete these persons. The caller must make sure that no event names them."""
        gone = {person.text for person in persons}
        with self._file.transaction() as session:
            session.exec(delete(PersonRow).where(col(PersonRow.person_id).in_(gone)))
            self._persons = {k: each for k, each in self._persons.items() if k.text not in gone}

    def _read(self) -> None:
        with self._file.transaction() as session:
            rows = session.exec(select(PersonRow).order_by("made_at", "person_id")).all()
            persons = [_person(row) for row in rows]
        self._persons = {person.person_id: person for person in persons}


def _row(person: Person, known: PersonRow | None, now: int) -> PersonRow:
    made_at, erased_at = (known.made_at, known.erased_at) if known else (now, None)
    return PersonRow(
        person_id=person.person_id.text,
        names=json.dumps(person.names, ensure_ascii=False),
        club=person.club,
        country=person.country,
        federation_number=person.federation_number,
        hidden=person.hidden,
        merged_into=person.merged_into.text if person.merged_into else None,
        made_at=made_at,
        erased_at=(erased_at or now) if person.erased else None,
    )


def _person(row: PersonRow) -> Person:
    return Person(
        person_id=PersonId(row.person_id),
        names=tuple(json.loads(row.names)),
        club=row.club,
        country=row.country,
        federation_number=row.federation_number,
        hidden=row.hidden,
        erased=row.erased_at is not None,
        merged_into=PersonId(row.merged_into) if row.merged_into else None,
    )
