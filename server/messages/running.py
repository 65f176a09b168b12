"""Receiving and sending while a server runs, as its settings say."""

import asyncio
import contextlib
from collections.abc import AsyncIterator

from server.hall import Hall
from server.messages.handling import MessageHandling
from server.messages.outbox import Outbox
from server.messages.relay import relay_of
from server.messages.smtp_receiver import SmtpReceiver
from server.settings import Settings


@contextlib.asynccontextmanager
async def messages_running(
    settings: Settings, hall: Hall, handling: MessageHandling
) -> AsyncIterator[int | None]:
    """Look after messages until the block ends; the port where mail is received, None for none.

    Raises OSError where that cannot be listened at, or the relay's password is not read.
    """
    relay = relay_of(settings)
    outbox = Outbox(hall, handling, settings.mail_domain, hall.now, relay)
    receiver = SmtpReceiver(hall, handling, settings.mail_domain, hall.now)
    port = None
    if settings.mail_port is not None:
        port = await receiver.start(settings.mail_host, settings.mail_port)
        handling.mail_domain = settings.mail_domain
    handling.relayed = relay is not None
    looking_after = asyncio.create_task(outbox.run())
    try:
        yield port
    finally:
        await receiver.close()
        looking_after.cancel()
        await asyncio.gather(looking_after, return_exceptions=True)
