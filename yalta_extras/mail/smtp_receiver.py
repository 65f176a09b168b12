"""The receiver of messages for PBeM knockouts by mail: a small SMTP server for nothing else.

A recipient is the short name of a tournament at the server's mail domain. No mail is ever passed on
to another server. The receiver replies to a message with 250 when the message and the answer to it
are stored, with 554 if the message is refused, with 550 if its sender cannot be verified, and with
451 or 452 if the client has to send it again.
"""

import asyncio
from collections.abc import Callable
from datetime import datetime
from typing import Any

import structlog
from aiosmtpd.smtp import SMTP, Envelope, Session

from rules.formats.pbem.deciding import PBEM
from server.hall import Hall
from server.messages.handling import MessageHandling, Status
from server.messages.received import read_mail
from server.store.accounts_db.accounts_file import AccountsUnavailable
from server.store.event_log.contract import LogUnavailable
from server.tournaments.tournament_process import TournamentProcess

log = structlog.get_logger()
LARGEST = 32 * 1024
"""The most bytes that a mail may have (our choice)."""
MOST_CONNECTIONS = 20
MOST_COMMANDS = 10
"""The most commands of each kind in one connection (our choice); it limits guessing of addresses.
"""
PATIENCE = 30.0
"""The seconds after which a client that sends nothing is disconnected (our choice)."""
_LONGEST_REPLY = 400
_REPLIES = {
    Status.COUNTED: "250 2.0.0 OK: %s",
    Status.WAITING: "250 2.0.0 OK: %s",
    Status.REFUSED: "554 5.6.0 %s",
    Status.NOT_PROVEN: "550 5.7.1 %s",
    Status.TOO_MANY: "451 4.7.0 %s",
}


class SmtpReceiver:
    """A receiver of mail to addresses at `domain`, which passes messages to `handling`.

    `turned_away` is the number of connections that were refused because MOST_CONNECTIONS were open.
    `now` returns the time in UTC.
    """

    def __init__(
        self,
        hall: Hall,
        handling: MessageHandling,
        domain: str,
        now: Callable[[], datetime],
    ) -> None:
        self.turned_away = 0
        self._hall, self._handling, self._domain, self._now = hall, handling, domain, now
        self._open = set[asyncio.BaseTransport]()
        self._server: asyncio.Server | None = None

    async def start(self, host: str, port: int) -> int:
        """Listen at `host` and `port`, 0 for any free port, and return the port.

        Raises OSError if that is not possible.
        """
        loop = asyncio.get_running_loop()
        self._server = await loop.create_server(self._protocol, host, port)
        listening: int = self._server.sockets[0].getsockname()[1]
        return listening

    async def close(self) -> None:
        """Stop listening, and close all connections."""
        if self._server is not None:
            self._server.close()
            for transport in [*self._open]:
                transport.abort()  # type: ignore[attr-defined]
            await self._server.wait_closed()

    def _protocol(self) -> asyncio.Protocol:
        return _Bounded(self, self._domain)

    def entered(self, transport: asyncio.BaseTransport) -> bool:
        """Count a new connection as open; return False if there are too many already."""
        if len(self._open) >= MOST_CONNECTIONS:
            self.turned_away += 1
            return False
        self._open.add(transport)
        return True

    def left(self, transport: asyncio.BaseTransport | None) -> None:
        """Stop counting a connection as open, because it has ended."""
        if transport is not None:
            self._open.discard(transport)

    def _process(self, address: str) -> TournamentProcess | None:
        """Return the tournament that a recipient's address names, None if it takes no messages."""
        name, _, domain = address.strip("<>").lower().rpartition("@")
        if domain != self._domain:
            return None
        processes = self._hall.tournaments.processes.values()
        named = next((each for each in processes if each.name.text == name), None)
        return named if named is not None and named.state.of(PBEM).opened else None

    async def handle_RCPT(
        self, _: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        """Accept or refuse a recipient, and return the SMTP reply.

        Only one recipient is accepted, and only if it is a tournament that takes messages.
        """
        if envelope.rcpt_tos:
            return "452 4.5.3 one recipient a message; send the others by themselves"
        if self._process(address) is None:
            return "550 5.1.1 no tournament here takes messages at that address"
        envelope.rcpt_tos.append(address)
        return "250 2.1.5 OK"

    async def handle_DATA(self, _: SMTP, session: Session, envelope: Envelope) -> str:
        """Process a message, and return the SMTP reply when the message is stored or refused."""
        process = self._process(envelope.rcpt_tos[0])
        content = envelope.content
        if process is None or not isinstance(content, bytes):
            return "451 4.3.0 send it again later"
        sender = (envelope.mail_from or "").strip("<>")
        received = read_mail(content, sender, process.tournament, self._now())
        try:
            answered = await self._handling.take(received)
        except (LogUnavailable, AccountsUnavailable):
            return "451 4.3.0 nothing could be stored; send it again later"
        return _reply(_REPLIES[answered.status], answered.english)

    async def handle_exception(self, error: Exception) -> str:
        """Log an error of the program, and return an SMTP reply that reveals nothing about it."""
        log.error("mail_not_handled", why=repr(error))
        return "451 4.3.0 something went wrong; send it again later"


class _Bounded(SMTP):
    """A connection to the receiver, with limits on size, time, commands and connections."""

    def __init__(self, receiver: SmtpReceiver, domain: str) -> None:
        super().__init__(
            receiver,
            data_size_limit=LARGEST,
            hostname=domain,
            ident="Yalta",
            timeout=PATIENCE,
            command_call_limit=MOST_COMMANDS,
            loop=asyncio.get_running_loop(),
        )
        self._receiver = receiver
        self._mine: asyncio.BaseTransport | None = None

    def connection_made(self, transport: Any) -> None:
        if not self._receiver.entered(transport):
            transport.write(b"421 4.7.0 too many connections; come again later\r\n")
            transport.close()
            return
        self._mine = transport
        super().connection_made(transport)

    def connection_lost(self, error: Exception | None) -> None:
        self._receiver.left(self._mine)
        if self._mine is not None:
            super().connection_lost(error)


def _reply(template: str, text: str) -> str:
    """Return an SMTP reply of one line: `template` with this text in it.

    Characters that are not ASCII are replaced.
    """
    line = "".join(each if " " <= each <= "~" else "?" for each in text)[:_LONGEST_REPLY]
    return template % line
