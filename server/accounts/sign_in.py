"""Sign-in: who may come in, by name and passphrase or by a link, and who has.

It knows no HTTP. What it is asked may wait for the disk or for a hash, which other threads do.
"""

import asyncio
import functools
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from ipaddress import IPv6Address, ip_address, ip_network

from rules.identities import PersonId
from rules.room import Room
from server.access import Role, Visitor
from server.accounts.passphrases import Passphrases
from server.persons.book import PersonBook, new_person_id
from server.store.accounts_db.accounts import Account, Accounts, folded
from server.store.accounts_db.accounts_file import AccountsFile, AccountsUnavailable
from server.store.accounts_db.failed_sign_ins import Failures
from server.store.accounts_db.links import Link, LinkKind, Links
from server.store.accounts_db.persons import Person
from server.store.accounts_db.sessions import OpenSession, Sessions
from server.throttle import FOR_A_NAME, FOR_AN_ADDRESS, wait

_ROLES = {LinkKind.CAPTAIN: Role.CAPTAIN, LinkKind.PLAYER: Role.PLAYER}


class SignInRefused(Exception):
    """Name or passphrase is wrong, or the account is disabled: never said which."""

    def __init__(self) -> None:
        super().__init__("name or passphrase is wrong, or the account is disabled")


class TooManyTries(Exception):
    """Too many failed sign-ins; `seconds` is how long to wait before the next."""

    def __init__(self, wanted: timedelta) -> None:
        self.seconds = max(1, -(-wanted // timedelta(seconds=1)))
        super().__init__(f"too many failed sign-ins; try again in {self.seconds} s")


class LinkSpent(Exception):
    """The link was used, replaced or revoked, its time is over, or it never was one."""

    def __init__(self) -> None:
        super().__init__(
            "this link is not good any more: it was used, replaced or revoked. Ask whoever gave it "
            "to you for a new one"
        )


@dataclass(frozen=True, slots=True)
class Device:
    """What is asking: its network address, and what its browser calls itself."""

    address: str = ""
    name: str = ""


class Authenticator:
    """Accounts, sessions and links; its coroutines belong to one event loop.

    Whatever writes may raise AccountsUnavailable. `now` is the time in UTC, `idle` and `longest`
    how long a session lasts unused, and at all.
    """

    def __init__(
        self,
        accounts_file: AccountsFile,
        now: Callable[[], datetime],
        persons: PersonBook,
        *,
        idle: timedelta,
        longest: timedelta,
        passphrases: Passphrases | None = None,
    ) -> None:
        self.accounts = Accounts(accounts_file, now)
        self.sessions = Sessions(accounts_file, now, idle, longest)
        self.links = Links(accounts_file, now)
        self.director_made = asyncio.Event()
        self.persons = persons
        self._failures = Failures(accounts_file, now)
        self._passphrases = passphrases or Passphrases()
        self._now = now
        self._signing_in = asyncio.Lock()
        self._noting: set[asyncio.Future[None]] = set()
        if self.accounts.director_exists:
            self.director_made.set()

    def visitor(self, token: str) -> Visitor | None:
        """Who a session's token belongs to; None when it is good no more."""
        session = self.sessions.find(token)
        if session is None:
            return None
        visitor = self._visitor_of(session)
        if visitor is not None and self.sessions.seen(token):
            self._note(token)
        return visitor

    def account_of(self, token: str) -> Account | None:
        """The account a session's token was signed in by."""
        session = self.sessions.find(token)
        account_id = session.account_id if session else None
        return self.accounts.get(account_id) if account_id is not None else None

    async def set_up_link(self) -> str | None:
        """A new one-time link's token for making the first director; None when there is one.

        Those given before are good no more.
        """
        await asyncio.to_thread(self.links.end_all, LinkKind.SET_UP)
        if self.accounts.director_exists:
            return None
        wanted = Link(kind=LinkKind.SET_UP)
        return (await asyncio.to_thread(self.links.give, wanted))[1]

    async def set_up(self, token: str, name: str, passphrase: str, device: Device) -> str:
        """Make the first director and sign him in; the session's token.

        Raises LinkSpent, AccountRefused or PassphraseRefused; the link stays good then, but for
        the first.
        """
        async with self._signing_in:
            link = self._one_time(token, LinkKind.SET_UP)
            if self.accounts.director_exists:
                raise LinkSpent
            hashed = await asyncio.to_thread(self._passphrases.hash, passphrase)
            account = await self.add_account(name, Role.DIRECTOR, hashed=hashed)
            await asyncio.to_thread(self.links.end, link.link_id)
        self.director_made.set()
        return await self._admit(account, device)

    async def sign_in(self, name: str, passphrase: str, device: Device) -> str:
        """The token of a new session; raises TooManyTries or SignInRefused.

        One at a time: tries at the same moment are counted like tries one after another.
        """
        async with self._signing_in:
            account = self.accounts.find(name)
            await self._prove(account, name, passphrase, device)
        assert account is not None
        return await self._admit(account, device)

    async def sign_out(self, token: str) -> None:
        """End that session if it is good."""
        session = self.sessions.find(token)
        if session is not None:
            await asyncio.to_thread(self.sessions.close, [session.session_id])

    def link_at(self, token: str) -> Link:
        """The captain's or player's link of that token; raises LinkSpent."""
        link = self.links.find(token, *_ROLES)
        if link is None:
            raise LinkSpent
        return link

    async def follow_link(self, token: str, device: Device) -> tuple[Link, str]:
        """A captain's or player's link and the token of a session by it; raises LinkSpent."""
        link = self.link_at(token)
        opened = functools.partial(
            self.sessions.open,
            account_id=None,
            link_id=link.link_id,
            address=device.address,
            device=device.name,
        )
        return link, await asyncio.to_thread(opened)

    async def set_passphrase(self, token: str, passphrase: str, device: Device) -> str:
        """Set the passphrase of the account a one-time link is for, and sign in.

        Raises LinkSpent or PassphraseRefused; the link stays good after the second.
        """
        async with self._signing_in:
            link = self._one_time(token, LinkKind.PASSPHRASE)
            account = self.accounts.get(link.account_id or 0)
            if account is None or account.disabled_at is not None:
                raise LinkSpent
            hashed = await asyncio.to_thread(self._passphrases.hash, passphrase)
            await asyncio.to_thread(self.accounts.set_passphrase, account.account_id, hashed)
            await asyncio.to_thread(self.links.end_all, LinkKind.PASSPHRASE, account.account_id)
        return await self._admit(account, device)

    async def change_passphrase(self, account: Account, old: str, new: str, device: Device) -> str:
        """Change one's own passphrase; every session of it ends and a new one begins.

        Raises TooManyTries, SignInRefused for a wrong old one, or PassphraseRefused.
        """
        async with self._signing_in:
            await self._prove(account, account.name, old, device)
            hashed = await asyncio.to_thread(self._passphrases.hash, new)
            await asyncio.to_thread(self.accounts.set_passphrase, account.account_id, hashed)
        await self.close_sessions(account.account_id)
        return await self._admit(account, device)

    async def add_account(
        self,
        name: str,
        role: Role,
        room: Room | None = None,
        *,
        hashed: str | None = None,
        person: PersonId | None = None,
    ) -> Account:
        """An account to sign in with that name; `person` None makes a person of that name.

        Raises AccountRefused.
        """
        self.accounts.check_new(name, role, room)
        if person is None:
            person = new_person_id()
            await self.persons.save([Person(person_id=person, names=(" ".join(name.split()),))])
        adding = functools.partial(self.accounts.add, name, role, room, hashed, person=person)
        return await asyncio.to_thread(adding)

    async def forget(self, persons: Sequence[PersonId]) -> None:
        """Sign persons out who are erased; their accounts and links are good no more.

        Raises AccountRefused for the last director.
        """
        for person in persons:
            for account_id in await asyncio.to_thread(self.accounts.forget, person):
                await asyncio.to_thread(self.links.end_all, LinkKind.PASSPHRASE, account_id)
                await self.close_sessions(account_id)
            for link_id in await asyncio.to_thread(self.links.end_all_of, person):
                closing = functools.partial(self.sessions.close_all, link_id=link_id)
                await asyncio.to_thread(closing)

    async def close_sessions(self, account_id: int, session_id: int | None = None) -> None:
        """Sign out one device of an account, or all of them."""
        if session_id is None:
            await asyncio.to_thread(
                functools.partial(self.sessions.close_all, account_id=account_id)
            )
            return
        own = [each.session_id for each in self.sessions.of_account(account_id)]
        await asyncio.to_thread(self.sessions.close, [each for each in own if each == session_id])

    async def give_link(self, wanted: Link) -> tuple[Link, str]:
        """A captain's or player's link with its token, which is shown this once."""
        return await asyncio.to_thread(self.links.give, wanted)

    async def end_link(self, link_id: int) -> None:
        """Revoke a link with every session by it; raises LinkUnknown."""
        await asyncio.to_thread(self.links.end, link_id)
        await asyncio.to_thread(functools.partial(self.sessions.close_all, link_id=link_id))

    def _visitor_of(self, session: OpenSession) -> Visitor | None:
        if session.account_id is not None:
            account = self.accounts.get(session.account_id)
            if account is None or account.disabled_at is not None:
                return None
            return Visitor(account.role, account.person, account.room)
        link = self.links.get(session.link_id or 0)
        if link is None or link.kind not in _ROLES:
            return None
        return Visitor(_ROLES[link.kind], link.person, link.room, link.match, link.team, link.side)

    async def _prove(
        self, account: Account | None, name: str, passphrase: str, device: Device
    ) -> None:
        by_name, by_address = f"name {folded(name)[:200]}", f"address {_network(device.address)}"
        failed = self._failures.of
        waiting = max(
            wait(failed(by_name), self._now(), FOR_A_NAME),
            wait(failed(by_address), self._now(), FOR_AN_ADDRESS),
        )
        if waiting:
            raise TooManyTries(waiting)
        good = account is not None and account.disabled_at is None
        hashed = self.accounts.hash_of(account.account_id) if account and good else None
        if not await asyncio.to_thread(self._passphrases.fits, passphrase, hashed):
            await asyncio.to_thread(self._failures.add, by_name, by_address)
            raise SignInRefused
        await asyncio.to_thread(self._failures.forget, by_name)

    async def _admit(self, account: Account, device: Device) -> str:
        opened = functools.partial(
            self.sessions.open,
            account_id=account.account_id,
            link_id=None,
            address=device.address,
            device=device.name,
        )
        return await asyncio.to_thread(opened)

    def _one_time(self, token: str, kind: LinkKind) -> Link:
        link = self.links.find(token, kind)
        if link is None:
            raise LinkSpent
        return link

    def _note(self, token: str) -> None:
        """Have the file told by another thread; a full disk does not keep anybody out."""

        def write() -> None:
            try:
                self.sessions.write_seen(token)
            except AccountsUnavailable:
                return

        noting = asyncio.get_running_loop().run_in_executor(None, write)
        self._noting.add(noting)
        noting.add_done_callback(self._noting.discard)


def _network(address: str) -> str:
    """What counts as one address: of IPv6 the network, for a machine has as many as it likes."""
    try:
        known = ip_address(address)
    except ValueError:
        return address
    if isinstance(known, IPv6Address):
        return str(ip_network(f"{known}/64", strict=False))
    return str(known)
