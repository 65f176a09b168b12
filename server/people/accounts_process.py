"""The process that owns the accounts' database: accounts, links, boards' keys, persons.

Commands are carried out one at a time. A change is stored with its actor and time in one
transaction, and announced only once it is stored.
"""

import asyncio
import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta

from rules import commands as cmd
from rules.errors import PersonRefused
from rules.identities import PersonId
from server.access import Actor, Visitor
from server.command_answers import Answers
from server.people import changes as ch
from server.people import commands as acmd
from server.people.book import PersonBook, new_person_id
from server.people.book import decide as decide_person
from server.people.carry_out import Drawn, Stores, carry_out, erase
from server.people.decide import (
    LAST_DIRECTOR,
    AccountsState,
    Command,
    MatchFacts,
    PeopleGiven,
    check_spares_a_director,
    decide,
)
from server.people.decide_seats import TableFacts
from server.secret_codes import new_code, new_token
from server.store.accounts_db.accounts import AccountRefused
from server.store.accounts_db.board_keys import KEY_SIZE
from server.store.records import KeptBesideEvents
from server.values.naming import Person

SHOWN_AGAIN_FOR = timedelta(minutes=1)
"""The time after a command during which its repetition is answered with the same secret."""


class SecretShownBefore(Exception):
    """A command was repeated, but the secret in its first answer is no longer stored.

    Nothing was done. The operator can ask for a new secret by another command.
    """

    def __init__(self, change: ch.Change) -> None:
        super().__init__(
            "this was done before under the same command id, and its secret is shown once: nothing"
            " was done now. Operator: if it was lost, ask for a new one"
        )
        self.change = change


@dataclass(frozen=True, slots=True)
class Answer:
    """The result of a command; `secret` was drawn for it and is shown once, or is empty."""

    change: ch.Change
    secret: str = field(default="", repr=False)


@dataclass(frozen=True, slots=True)
class _Shown:
    answer: Answer
    at: datetime


class AccountsProcess:
    """The owner of the accounts' database.

    Its coroutines change the database; they belong to one event loop. `kept` has the stores of the
    database, `persons` all persons in memory. `now` returns the time in UTC.
    """

    def __init__(
        self, kept: KeptBesideEvents, persons: PersonBook, now: Callable[[], datetime]
    ) -> None:
        self.stores = Stores(
            accounts=kept.accounts,
            sessions=kept.sessions,
            links=kept.links,
            board_keys=kept.board_keys,
            persons=persons,
            seats=kept.seats,
            pbem=kept.mail,
        )
        self.seat_listeners: list[Callable[[], None]] = []
        self.recorded = kept.changes
        self._file, self._now = kept.file, now
        self._one_command = asyncio.Lock()
        self._shown: dict[tuple[str, str], _Shown] = {}
        self._answers = Answers[ch.Change]()
        for each in self.recorded.with_command_id():
            self._answers.put(each.actor, each.command_id, ch.read(each.kind, each.fields))

    async def handle(
        self,
        command: Command,
        actor: Actor,
        command_id: str = "",
        match: Callable[[], MatchFacts] | None = None,
        newcomers: Sequence[cmd.AddPerson] = (),
        also: Callable[[], None] = lambda: None,
        check: Callable[[], None] = lambda: None,
        table: Callable[[], TableFacts] | None = None,
    ) -> Answer:
        """Carry out a command; return its change, which is stored, and the secret drawn for it.

        A command with the id of an earlier one of the same sender is not carried out again but gets
        the earlier answer. `match` returns the facts of the match for which a link is created;
        `table` returns the facts of the table whose code or seat the command concerns. `check` is
        called before the command is decided; it raises an error if the state of other streams
        forbids the command.

        `newcomers` are persons named by a link who are not stored yet. They are stored in the same
        transaction as the change. `also` is called in that transaction, too, in another thread, so
        that its own writes are stored with the change or not at all.

        Raises what `decide` raises, SecretShownBefore if a command is repeated later than
        SHOWN_AGAIN_FOR, CommandIdReused, or AccountsUnavailable.
        """
        async with self._one_command:
            answered = self._answered(actor, command_id)
            if answered is not None:
                return answered
            check()
            state = self._state()
            added = _added(state.persons, newcomers, actor)
            persons = {**state.persons, **{each.person_id: each for each in added}}
            given = PeopleGiven(
                new_person_id(), match() if match else None, table() if table else None
            )
            state = replace(state, persons=persons)
            change = decide(state, command, actor, given)
            drawn = Drawn(_secret(command), _person(actor), self._now())

            def make() -> ch.Change:
                self.stores.persons.write(added)
                made = carry_out(self.stores, command, change, drawn)
                also()
                return made

            before = self.stores.persons.persons
            kept = await asyncio.to_thread(self._keep, make, actor, command_id)
            if self.stores.persons.persons is not before:
                self.stores.persons.changed()
            if isinstance(kept, ch.SeatChange):
                self._tell_of_seats()
            return self._answer(Answer(kept, drawn.secret), actor, command_id)

    def _tell_of_seats(self) -> None:
        for listener in self.seat_listeners:
            listener()

    async def handle_person(
        self, command: cmd.PersonCommand, actor: Actor, command_id: str = ""
    ) -> PersonId:
        """Carry out a command about a person; return the person's id.

        An erased person is signed out, and their accounts and links are deleted. Raises NotAllowed,
        PersonRefused or AccountsUnavailable.
        """
        async with self._one_command:
            answered = self._answered(actor, command_id)
            if answered is None:
                state = self._state()
                persons = decide_person(state.persons, command, actor)
                if isinstance(command, cmd.ErasePerson):
                    _check_erased(state, command, persons)

                def make() -> ch.Change:
                    if isinstance(command, cmd.ErasePerson):
                        erase(self.stores, persons)
                    self.stores.persons.write(persons)
                    return _CHANGES[type(command)](command)

                change = await asyncio.to_thread(self._keep, make, actor, command_id)
                self.stores.persons.changed()
                answered = self._answer(Answer(change), actor, command_id)
            assert isinstance(answered.change, ch.PersonChange)
            return answered.change.person

    async def add_persons(self, newcomers: Sequence[cmd.AddPerson], actor: Actor) -> list[PersonId]:
        """Store several persons, all or none, before the events that name them.

        Return their ids.
        """
        async with self._one_command:
            added = _added(self.stores.persons.persons, newcomers, actor)
            if added:
                await asyncio.to_thread(self.stores.persons.write, added)
                self.stores.persons.changed()
        return [person.person_id for person in added]

    async def take_back_persons(self, newcomers: Sequence[PersonId]) -> None:
        """Delete new persons whom no event names, since the events could not be stored."""
        async with self._one_command:
            if newcomers:
                await asyncio.to_thread(self.stores.persons.remove, newcomers)
                self.stores.persons.changed()

    def _state(self) -> AccountsState:
        stores = self.stores
        accounts = {each.account_id: each for each in stores.accounts.list()}
        return AccountsState(
            accounts,
            stores.links.good(),
            stores.board_keys.good,
            stores.persons.persons,
            tuple(stores.seats.known()),
        )

    def _keep(self, make: Callable[[], ch.Change], actor: Actor, command_id: str) -> ch.Change:
        """Make a change and record it, in one transaction."""
        with self._file.transaction():
            change = make()
            self.recorded.add(actor.actor, command_id, *ch.written(change))
            return change

    def _answer(self, answer: Answer, actor: Actor, command_id: str) -> Answer:
        """Keep the answer for a sender who repeats the command, and return it."""
        now = self._now()
        self._shown = {
            key: each for key, each in self._shown.items() if now - each.at < SHOWN_AGAIN_FOR
        }
        self._answers.put(actor.actor, command_id, answer.change)
        if command_id and answer.secret:
            key = actor.actor, command_id
            self._shown[key] = _Shown(answer, now)
            # If no other command comes, nothing else would remove the secret from memory.
            later = SHOWN_AGAIN_FOR.total_seconds()
            asyncio.get_running_loop().call_later(later, lambda: self._shown.pop(key, None))
        return answer

    def _answered(self, actor: Actor, command_id: str) -> Answer | None:
        change = self._answers.get(actor.actor, command_id)
        if change is None:
            return None
        shown = self._shown.get((actor.actor, command_id))
        if shown is not None and self._now() - shown.at < SHOWN_AGAIN_FOR:
            return shown.answer
        if isinstance(change, _WITH_SECRET):
            raise SecretShownBefore(change)
        return Answer(change)


_WITH_SECRET = (
    ch.AccountAdded
    | ch.PassphraseReset
    | ch.LinkGiven
    | ch.EntrantLinkGiven
    | ch.TableCodeGiven
    | ch.BoardKeyGiven
    | ch.BoardKeyReplaced
)
_CHANGES: Mapping[type, Callable[..., ch.PersonChange]] = {
    cmd.AddPerson: lambda command: ch.PersonAdded(person=command.person),
    cmd.RenamePerson: lambda command: ch.PersonRenamed(person=command.person),
    cmd.HidePerson: lambda command: ch.PersonHidden(person=command.person, hidden=command.hidden),
    cmd.ErasePerson: lambda command: ch.PersonErased(person=command.person),
    cmd.MergePersons: lambda command: ch.PersonsMerged(person=command.person, into=command.into),
}


def _secret(command: Command) -> str:
    """Return a new secret for a command, or "" if it needs none.

    The secret is a link's token, a table's code, or a board's key in hexadecimal.
    """
    match command:
        case acmd.AddAccount() | acmd.ResetPassphrase() | acmd.GiveLink() | acmd.GiveEntrantLink():
            return new_token()
        case acmd.GiveTableCode():
            return new_code()
        case cmd.GiveBoardKey() | cmd.ReplaceBoardKey():
            return secrets.token_bytes(KEY_SIZE).hex()
        case _:
            return ""


def _person(actor: Actor) -> PersonId | None:
    return actor.person if isinstance(actor, Visitor) else None


def _added(
    persons: Mapping[PersonId, Person], newcomers: Sequence[cmd.AddPerson], actor: Actor
) -> list[Person]:
    return [each for command in newcomers for each in decide_person(persons, command, actor)]


def _check_erased(
    state: AccountsState, command: cmd.ErasePerson, persons: Sequence[Person]
) -> None:
    """Raise PersonRefused if the last director would be erased, whose account has to stay."""
    erased = {each.person_id for each in persons}
    gone = frozenset(each.account_id for each in state.accounts.values() if each.person in erased)
    try:
        check_spares_a_director(state, gone)
    except AccountRefused as refused:
        raise PersonRefused("person", command.person.text, LAST_DIRECTOR) from refused
