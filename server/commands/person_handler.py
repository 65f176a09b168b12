"""Every command about persons, carried out one at a time and durable before anyone hears of it."""

import asyncio
from collections.abc import Sequence

from rules import commands as cmd
from rules.errors import PersonRefused
from rules.identities import PersonId
from server.access import Actor
from server.accounts.sign_in import Authenticator
from server.persons.book import PersonBook
from server.persons.decide import LAST_DIRECTOR, decide
from server.store.accounts_db.accounts import AccountRefused


class PersonHandler:
    """Decides and keeps; an erased person is signed out and has no account or link any more.

    Each method raises NotAllowed, PersonRefused, AccountsUnavailable.
    """

    def __init__(self, book: PersonBook, authenticator: Authenticator) -> None:
        self._book, self._authenticator = book, authenticator
        self._one_command = asyncio.Lock()

    async def handle(self, command: cmd.PersonCommand, actor: Actor) -> PersonId:
        """Carry a command out; the id of whom it is about."""
        async with self._one_command:
            changed = decide(self._book.persons, command, actor)
            if isinstance(command, cmd.ErasePerson):
                await self._forget(command.person, [each.person_id for each in changed])
            await self._book.save(changed)
        return command.person

    async def _forget(self, person: PersonId, own: Sequence[PersonId]) -> None:
        """Take the accounts away first, since the last director's stays."""
        try:
            await self._authenticator.forget(own)
        except AccountRefused as refused:
            raise PersonRefused("person", person.text, LAST_DIRECTOR) from refused

    async def add(self, newcomers: Sequence[cmd.AddPerson], actor: Actor) -> list[PersonId]:
        """Keep several at once, all of them or none; their ids."""
        async with self._one_command:
            added = [
                person
                for command in newcomers
                for person in decide(self._book.persons, command, actor)
            ]
            await self._book.save(added)
        return [person.person_id for person in added]

    async def take_back(self, newcomers: Sequence[PersonId]) -> None:
        """Keep those no more whom nothing names, since what was to name them was not stored."""
        async with self._one_command:
            await self._book.remove(newcomers)
