"""The function by which a server receives and sends mail while it runs, as its settings say."""

import contextlib
from collections.abc import AsyncIterator, Sequence

import typer

from server.messages.handling import Relaying
from server.web.edge.page_hooks import PageHooks
from server.web.edge.services import ExtraRefused, Opening, ServerHooks
from yalta_extras.mail.relay import checked_relay
from yalta_extras.mail.smtp_receiver import SmtpReceiver


@contextlib.asynccontextmanager
async def mail_running(opening: Opening) -> AsyncIterator[Sequence[object]]:
    """Receive and send mail while the `with` block runs.

    Raises ExtraRefused if the server's settings for mail cannot be used.
    """
    settings, hall, handling = opening.settings, opening.hall, opening.messages
    relay = checked_relay(settings)
    if relay is not None:
        handling.relaying = Relaying(relay, settings.mail_domain)
    receiver = SmtpReceiver(hall, handling, settings.mail_domain, hall.now)
    if settings.mail_port is not None:
        try:
            port = await receiver.start(settings.mail_host, settings.mail_port)
        except OSError as error:
            raise ExtraRefused(
                f"YALTA_MAIL_PORT: {settings.mail_host}, port {settings.mail_port} cannot be"
                f" listened on ({error.strerror}). Operator: name an address of this machine and a"
                " free port"
            ) from error
        handling.mail_domain = settings.mail_domain
        at = f"{settings.mail_host}, port {port}"
        typer.echo(f"Mail to TOURNAMENT@{settings.mail_domain} is received at {at}")
    try:
        yield ()
    finally:
        await receiver.close()


HOOKS = ServerHooks(services=mail_running, pages=PageHooks())
