"""Sign-in by name and passphrase or by a link, and the sessions of those who have signed in.

Nothing here depends on HTTP. A sign-in may wait in another thread, for the disk or for a hash.
"""

import asyncio
import functools
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from ipaddress import IPv6Address, ip_address, ip_network

from rules.identities import PersonId
from server.access import Actor, Machine, Role, Visitor
from server.people.accounts_process import AccountsProcess
from server.people.commands import AddFirstDirector, EndSeat, SetPassphrase
from server.people.decide import Command
from server.people.passphrases import Passphrases
from server.secret_codes import new_token
from server.store.accounts_db.accounts import Account, Failures
from server.store.accounts_db.accounts_file import AccountsUnavailable
from server.store.accounts_db.links import Link, LinkKind, LinkSpent
from server.store.accounts_db.seats import PhoneSeat, SeatEnding
from server.store.accounts_db.sessions import OpenSession
from server.throttle import FOR_A_NAME, FOR_AN_ADDRESS, wait
from server.values.naming import folded

SET_UP = Machine("set-up link")
"""The actor who creates the first director while there is no account."""
_ROLES = {
    LinkKind.CAPTAIN: Role.CAPTAIN,
    LinkKind.PLAYER: Role.PLAYER,
    LinkKind.ENTRANT: Role.ENTRANT,
}


class SignInRefused(Exception):
    """The name or passphrase is wrong, or the account is disabled.

    The error never reveals which of these is the reason.
    """

    def __init__(self) -> None:
        super().__init__("name or passphrase is wrong, or the account is disabled")


class TooManyTries(Exception):
    """There were too many failed sign-ins; `seconds` is the wait before the next attempt."""

    def __init__(self, wait: timedelta) -> None:
        self.seconds = max(1, -(-wait // timedelta(seconds=1)))
        super().__init__(f"too many failed sign-ins; try again in {self.seconds} s")


@dataclass(frozen=True, slots=True)
class Device:
    """A device that signs in: its network address, and the name that its browser sends."""

    address: str = ""
    name: str = ""


class Authenticator:
    """Sign-in by accounts, sessions and links. Its coroutines belong to one event loop.

    All changes of accounts are made by `process`, which owns the accounts' database. `failures`
    stores failed sign-ins. Methods that write may raise AccountsUnavailable. `now` returns the time
    in UTC.
    """

    def __init__(
        self,
        process: AccountsProcess,
        failures: Failures,
        now: Callable[[], datetime],
        passphrases: Passphrases | None = None,
    ) -> None:
        self.process, stores = process, process.stores
        self.accounts, self.sessions, self.links = stores.accounts, stores.sessions, stores.links
        self.director_made = asyncio.Event()
        self.persons = stores.persons
        self._failures = failures
        self._passphrases = passphrases or Passphrases()
        self._now = now
        self._signing_in = asyncio.Lock()
        self._noting: set[asyncio.Future[None]] = set()
        if self.accounts.director_exists:
            self.director_made.set()

    def visitor(self, token: str) -> Visitor | None:
        """Return the visitor whose session has this token, or None if the session is not valid."""
        session = self.sessions.find(token)
        if session is None:
            return None
        visitor = self._visitor_of(session)
        if visitor is not None and self.sessions.seen(token):
            self._note(token)
        return visitor

    def account_of(self, token: str) -> Account | None:
        """Return the account that signed in with this session token, or None."""
        session = self.sessions.find(token)
        account_id = session.account_id if session else None
        return self.accounts.get(account_id) if account_id is not None else None

    def seat_of(self, token: str) -> PhoneSeat | None:
        """Return the seat of the phone with this session token, or None.

        A seat that another phone has replaced is returned, too.
        """
        session = self.sessions.find(token)
        return self._seat_in_session(session) if session else None

    def _seat_in_session(self, session: OpenSession) -> PhoneSeat | None:
        seat = self.process.stores.seats.get(session.seat_id or 0)
        in_session = seat is not None and seat.ended in (None, SeatEnding.REPLACED)
        return seat if in_session else None

    async def set_up_link(self) -> str | None:
        """Return the token of a new one-time link by which the first director is created.

        Return None if a director exists. Earlier links are revoked.
        """
        await asyncio.to_thread(self.links.end_all, LinkKind.SET_UP)
        if self.accounts.director_exists:
            return None
        token = new_token()
        await asyncio.to_thread(self.links.give, Link(kind=LinkKind.SET_UP), token)
        return token

    async def set_up(self, token: str, name: str, passphrase: str, device: Device) -> str:
        """Create the first director and sign them in; return the session's token.

        Raises LinkSpent, AccountRefused or PassphraseRefused; after AccountRefused or
        PassphraseRefused the link is still valid.
        """
        async with self._signing_in:
            link = self._one_time(token, LinkKind.SET_UP)
            hashed = await asyncio.to_thread(self._passphrases.hash, passphrase)
            first = AddFirstDirector(name=name, link_id=link.link_id, hashed=hashed)

            def account() -> Account:
                made = self.accounts.find(name)
                assert made is not None
                return made

            session = await self._handle(first, SET_UP, account, device)
        self.director_made.set()
        return session

    async def sign_in(self, name: str, passphrase: str, device: Device) -> str:
        """Sign in and return the token of the new session; raises TooManyTries or SignInRefused.

        Sign-ins are handled one at a time, so simultaneous attempts count like successive ones.
        """
        async with self._signing_in:
            account = self.accounts.find(name)
            await self._prove(account, name, passphrase, device)
        assert account is not None
        return await asyncio.to_thread(self._open_session, account, device)

    async def sign_out(self, token: str) -> None:
        """Close the session with this token, if there is one. A phone's seat ends as well."""
        session, seat = self.sessions.find(token), self.seat_of(token)
        if seat is not None and seat.ended is None:
            gone = EndSeat(seat_id=seat.seat_id, how=SeatEnding.SIGNED_OUT)
            await self.process.handle(gone, Machine(f"board {seat.board_id}"))
        elif session is not None:
            await asyncio.to_thread(self.sessions.close, [session.session_id])

    def link_at(self, token: str) -> Link:
        """Return the captain's, player's or entrant's link with this token; raises LinkSpent."""
        link = self.links.find(token, *_ROLES)
        if link is None:
            raise LinkSpent
        return link

    async def follow_link(self, token: str, device: Device) -> tuple[Link, str]:
        """Sign in by a captain's, player's or entrant's link.

        Return the link and the session's token. Raises LinkSpent.
        """
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
        """Set the passphrase of the account that a one-time link is for; return a session's token.

        Raises LinkSpent or PassphraseRefused; after PassphraseRefused the link is still valid.
        """
        async with self._signing_in:
            link = self._one_time(token, LinkKind.PASSPHRASE)
            account = self.accounts.get(link.account_id or 0)
            if account is None:
                raise LinkSpent
            return await self._set_passphrase(account, passphrase, device, link.link_id)

    async def change_passphrase(self, account: Account, old: str, new: str, device: Device) -> str:
        """Change the passphrase of one's own account; return the token of a new session.

        Every earlier session of the account is closed. Raises TooManyTries, SignInRefused if the
        old passphrase is wrong, or PassphraseRefused.
        """
        async with self._signing_in:
            await self._prove(account, account.name, old, device)
            return await self._set_passphrase(account, new, device)

    def _visitor_of(self, session: OpenSession) -> Visitor | None:
        if session.account_id is not None:
            account = self.accounts.get(session.account_id)
            if account is None or account.disabled_at is not None:
                return None
            return Visitor(account.role, self._now_is(account.person), account.room)
        if session.seat_id is not None:
            seat = self._seat_in_session(session)
            return Visitor(Role.SEAT, None, seat.room, seat.match) if seat else None
        link = self.links.get(session.link_id or 0)
        if link is None or link.kind not in _ROLES:
            return None
        person = self._now_is(link.person) if link.person else None
        return Visitor(_ROLES[link.kind], person, link.room, link.match, link.team, link.side)

    def _now_is(self, person: PersonId) -> PersonId:
        """Return the person's present id, which differs if they were merged."""
        known = self.persons.person(person)
        return person if known is None else known.person_id

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

    async def _set_passphrase(
        self, account: Account, passphrase: str, device: Device, link_id: int | None = None
    ) -> str:
        """Set a passphrase for the authenticated owner of the account; return a session's token."""
        hashed = await asyncio.to_thread(self._passphrases.hash, passphrase)
        command = SetPassphrase(account_id=account.account_id, hashed=hashed, link_id=link_id)
        owner = Visitor(account.role, account.person, account.room)
        return await self._handle(command, owner, lambda: account, device)

    async def _handle(
        self, command: Command, actor: Actor, account: Callable[[], Account], device: Device
    ) -> str:
        """Carry out a command and sign its account in, or do neither.

        Return the session's token.
        """
        opened = list[str]()

        def sign_in() -> None:
            opened.append(self._open_session(account(), device))

        await self.process.handle(command, actor, also=sign_in)
        return opened[-1]

    def _open_session(self, account: Account, device: Device) -> str:
        return self.sessions.open(
            account_id=account.account_id,
            link_id=None,
            address=device.address,
            device=device.name,
        )

    def _one_time(self, token: str, kind: LinkKind) -> Link:
        link = self.links.find(token, kind)
        if link is None:
            raise LinkSpent
        return link

    def _note(self, token: str) -> None:
        """Store in another thread that the session was used. Nobody is shut out if that fails."""

        def write() -> None:
            try:
                self.sessions.write_seen(token)
            except AccountsUnavailable:
                return

        noting = asyncio.get_running_loop().run_in_executor(None, write)
        self._noting.add(noting)
        noting.add_done_callback(self._noting.discard)


def _network(address: str) -> str:
    """Return the address under which failures are counted: the network if the address is IPv6.

    A machine has many IPv6 addresses in one network.
    """
    try:
        known = ip_address(address)
    except ValueError:
        return address
    if isinstance(known, IPv6Address):
        return str(ip_network(f"{known}/64", strict=False))
    return str(known)
