"""A mail server on loopback that keeps what it is handed."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from email import message_from_bytes
from email.message import Message
from ssl import SSLContext
from typing import Any

from aiosmtpd.smtp import SMTP, Envelope, Session


class Mailboxes:
    """The handler of a mail server that keeps all mails.

    `mails` are the mails received, each with its recipients; `port` is the port of the server.
    """

    def __init__(self) -> None:
        self.port = 0
        self.mails = list[tuple[list[str], Message]]()
        self._come = asyncio.Condition()

    async def handle_DATA(self, _: SMTP, session: Session, envelope: Envelope) -> str:
        """Keep a mail."""
        assert isinstance(envelope.content, bytes)
        async with self._come:
            self.mails.append((envelope.rcpt_tos, message_from_bytes(envelope.content)))
            self._come.notify_all()
        return "250 OK"

    async def has(self, count: int) -> None:
        """Wait until this number of mails has been received."""
        async with self._come:
            await self._come.wait_for(lambda: len(self.mails) >= count)


@asynccontextmanager
async def mailboxes(ssl: SSLContext | None = None, **options: Any) -> AsyncIterator[Mailboxes]:
    """Run a mail server with a Mailboxes at a free port, and yield the Mailboxes.

    If `ssl` is given, connections use TLS from the start. `options` are options of aiosmtpd's SMTP.
    """
    boxes, loop = Mailboxes(), asyncio.get_running_loop()
    server = await loop.create_server(
        lambda: SMTP(boxes, hostname="relay.test", loop=loop, **options), "127.0.0.1", 0, ssl=ssl
    )
    boxes.port = server.sockets[0].getsockname()[1]
    try:
        yield boxes
    finally:
        server.close()
