"""The administration of accounts by a director; nobody but its owner ever knows a passphrase."""

import asyncio
from collections.abc import Callable
from datetime import datetime, timedelta

from rules.identities import PersonId
from rules.room import Room
from server.access import Role, Visitor
from server.accounts.sign_in import Authenticator
from server.store.accounts_db.accounts import Account, AccountRefused
from server.store.accounts_db.links import Link, LinkKind

INVITED_FOR = timedelta(days=7)
"""How long the link lasts by which somebody sets his passphrase."""


class AccountAdministration:
    """Changes accounts; whatever writes may raise AccountsUnavailable.

    `now` is the time in UTC.
    """

    def __init__(self, authenticator: Authenticator, now: Callable[[], datetime]) -> None:
        self._authenticator = authenticator
        self._accounts, self._sessions = authenticator.accounts, authenticator.sessions
        self._links = authenticator.links
        self._now = now

    async def add_account(
        self,
        name: str,
        role: Role,
        room: Room | None,
        by: Visitor,
        person: PersonId | None = None,
    ) -> tuple[Account, str]:
        """An account without passphrase, and the token of the one-time link that sets it.

        `person` None makes a person of that name. Raises AccountRefused.
        """
        account = await self._authenticator.add_account(name, role, room, person=person)
        return account, await self._invite(account, by)

    async def reset_passphrase(self, account_id: int, by: Visitor) -> str:
        """The token of a one-time link for a new passphrase; all of its sessions end.

        The old passphrase is good no more. Raises AccountRefused, also for the last director.
        """
        account = self._known(account_id)
        await asyncio.to_thread(self._accounts.clear_passphrase, account_id)
        await asyncio.to_thread(self._links.end_all, LinkKind.PASSPHRASE, account_id)
        await asyncio.to_thread(self._sign_out_all, account_id)
        return await self._invite(account, by)

    async def disable(self, account_id: int) -> None:
        """Let nobody sign in by that account and end its sessions; raises AccountRefused."""
        self._known(account_id)
        await asyncio.to_thread(self._accounts.disable, account_id)
        await asyncio.to_thread(self._links.end_all, LinkKind.PASSPHRASE, account_id)
        await asyncio.to_thread(self._sign_out_all, account_id)

    async def enable(self, account_id: int) -> None:
        """Let that account sign in again; raises AccountRefused."""
        self._known(account_id)
        await asyncio.to_thread(self._accounts.enable, account_id)

    async def _invite(self, account: Account, by: Visitor) -> str:
        wanted = Link(
            kind=LinkKind.PASSPHRASE,
            account_id=account.account_id,
            made_by=by.person,
            expires_at=self._now() + INVITED_FOR,
        )
        return (await asyncio.to_thread(self._links.give, wanted))[1]

    def _sign_out_all(self, account_id: int) -> None:
        self._sessions.close_all(account_id=account_id)

    def _known(self, account_id: int) -> Account:
        account = self._accounts.get(account_id)
        if account is None:
            raise AccountRefused("account", account_id, "one of the list")
        return account
