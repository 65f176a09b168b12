"""What goes to players by itself: announced matches, reminders, the last week; and mail on its way.

Mail goes to the addresses that players entered with, through the relay of the settings; without one
it waits on the organiser's page until somebody has sent it.

Receiving and sending while a server runs, as its settings say.

The mail server that sends on what is written here: how it is reached and signed in at.
"""

import asyncio
import contextlib
import smtplib
import ssl
from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import dataclass, field
from datetime import datetime
from email.message import EmailMessage
from email.utils import format_datetime, make_msgid
from enum import StrEnum

import structlog

from rules.commands import pbem_commands as cmd
from rules.errors import RulesError
from rules.formats.pbem.deciding import PBEM
from rules.formats.pbem.time_rule import reminders_due, weeks_due
from rules.identities import PersonId
from server.access import SERVER
from server.hall import Hall
from server.messages.answers import Telling
from server.messages.entrants import entrants_of
from server.messages.handling import MessageHandling
from server.messages.smtp_receiver import SmtpReceiver
from server.settings import Settings
from server.store.accounts_db.accounts_file import AccountsUnavailable
from server.store.accounts_db.pbem_records import NewMail, PbemMail
from server.store.event_log.contract import LogUnavailable
from server.tournaments.tournament_process import TournamentProcess

WITHIN = 20.0
"""Seconds in which it has to say something."""

Send = Callable[[EmailMessage], None]
"""Hands a mail to the relay, in a thread; raises OSError or SMTPException."""


class RelayTls(StrEnum):
    """When the way to it is enciphered: never, after a greeting in clear, from the start."""

    OFF = "off"
    STARTTLS = "starttls"
    TLS = "tls"


@dataclass(frozen=True, slots=True)
class Relay:
    """The mail server at `host` and `port`; `own_name` greets it.

    With TLS its certificate has to be good for `host`. `user` signs in with `password`, empty not
    at all; neither is in an error or shown.
    """

    host: str
    port: int
    own_name: str
    tls: RelayTls = RelayTls.OFF
    user: str = field(default="", repr=False)
    password: str = field(default="", repr=False)

    def __call__(self, mail: EmailMessage) -> None:
        """Hand a mail over; raises OSError or SMTPException."""
        with self._connected() as relay:
            if self.tls is RelayTls.STARTTLS:
                relay.starttls(context=ssl.create_default_context())
            if self.user:
                self._sign_in(relay)
            relay.send_message(mail)

    def _connected(self) -> smtplib.SMTP:
        if self.tls is RelayTls.TLS:
            context = ssl.create_default_context()
            return smtplib.SMTP_SSL(
                self.host, self.port, self.own_name, timeout=WITHIN, context=context
            )
        return smtplib.SMTP(self.host, self.port, self.own_name, WITHIN)

    def _sign_in(self, relay: smtplib.SMTP) -> None:
        try:
            relay.login(self.user, self.password)
        except smtplib.SMTPResponseException as refused:
            # What the relay answers may repeat what it was sent.
            raise smtplib.SMTPException(f"sign-in refused ({refused.smtp_code})") from None


def relay_of(settings: Settings) -> Relay | None:
    """The relay of the settings, None for none; raises OSError where its password is not read."""
    if settings.relay is None:
        return None
    return Relay(
        *settings.relay,
        settings.mail_domain,
        RelayTls(settings.mail_relay_tls),
        settings.mail_relay_user,
        settings.relay_password(),
    )


log = structlog.get_logger()
EVERY = 60.0
"""Seconds after which it is looked again what is due, and what could not be sent is tried."""
MOST_AT_ONCE = 30
"""Mails sent in a row, so that no relay is flooded."""
_MATCH = "match"


class Outbox:
    """Brings mails on their way while `run` runs; `send` is None where there is no relay.

    `domain` is what the tournaments' addresses are at.
    """

    def __init__(
        self,
        hall: Hall,
        handling: MessageHandling,
        domain: str,
        now: Callable[[], datetime],
        send: Send | None = None,
    ) -> None:
        self._hall, self._handling, self._domain = hall, handling, domain
        self._records, self._now, self._send = hall.pbem_records, now, send
        self._wake = asyncio.Event()
        handling.kept = self._wake.set

    async def run(self) -> None:
        """Look for what is due and send it, until cancelled."""
        while True:
            self._wake.clear()
            try:
                await self.make_due()
                await self.send_waiting()
            except (LogUnavailable, AccountsUnavailable, RulesError) as error:
                log.warning("messages_not_looked_after", why=str(error))
            try:
                async with asyncio.timeout(EVERY):
                    await self._wake.wait()
            except TimeoutError:
                continue

    async def make_due(self) -> None:
        """Begin the weeks that are due, and keep the mails that are."""
        for process in [*self._hall.tournaments.processes.values()]:
            if process.state.of(PBEM).opened:
                await self._make_due_of(process)

    async def _make_due_of(self, process: TournamentProcess) -> None:
        for knockout, round_ in [*weeks_due(process.state.of(PBEM))]:
            await process.handle(cmd.BeginPbemWeek(knockout=knockout, round=round_), SERVER)
        await self._forget_who_left(process)
        telling = await self._handling.entrants.telling(process)
        mails = [*_announced(process, telling), *_weeks(process, telling)]
        await asyncio.to_thread(self._records.add_mails, mails)
        prefix = f"{process.tournament}/{_MATCH}/"
        mail_times = await asyncio.to_thread(self._records.mail_times, prefix)
        announced = {
            int(key.removeprefix(prefix).split("/")[0]): at for key, at in mail_times.items()
        }
        state = process.state.of(PBEM)
        due = list[NewMail]()
        for each in reminders_due(state, announced, self._now()):
            mail = telling.reminder_mail(each, state)
            due += _to_both(process, each.match.players, each.key, mail)
        await asyncio.to_thread(self._records.add_mails, due)

    async def _forget_who_left(self, process: TournamentProcess) -> None:
        """Keep no address of an entry that was taken back."""
        entrants = entrants_of(process)
        for player in await asyncio.to_thread(self._records.players, process.tournament):
            if player.person not in entrants:
                left = process.tournament, player.person
                await asyncio.to_thread(self._records.remove, *left)

    async def send_waiting(self) -> None:
        """Hand what waits to the relay."""
        if self._send is None:
            return
        for mail in await asyncio.to_thread(self._records.unsent, MOST_AT_ONCE):
            await self._send_one(mail, self._send)

    async def _send_one(self, mail: PbemMail, send: Send) -> None:
        players = await asyncio.to_thread(self._records.players, mail.tournament)
        address = next((each.address for each in players if each.person == mail.person), None)
        process = self._hall.tournaments.processes.get(mail.tournament)
        if address is None or process is None:
            await asyncio.to_thread(self._records.failed, mail.number, "no address")
            return
        message = composed(mail, f"{process.name}@{self._domain}", address)
        try:
            await asyncio.to_thread(send, message)
        except (OSError, smtplib.SMTPException) as error:
            log.warning("mail_not_sent", mail=mail.number, why=str(error))
            await asyncio.to_thread(self._records.failed, mail.number, str(error)[:200])
        else:
            await asyncio.to_thread(self._records.sent, mail.tournament, mail.number)


def composed(mail: PbemMail, sender: str, address: str) -> EmailMessage:
    """A mail as it is handed over: it says that no person has written it (RFC 3834)."""
    message = EmailMessage()
    message["From"], message["To"], message["Subject"] = sender, address, mail.subject
    message["Date"] = format_datetime(mail.made_at)
    message["Message-ID"] = make_msgid(str(mail.number), sender.rpartition("@")[2])
    message["Auto-Submitted"] = "auto-replied"
    message.set_content(mail.text)
    return message


def _announced(process: TournamentProcess, telling: Telling) -> Iterator[NewMail]:
    for match in process.state.of(PBEM).matches.values():
        key = f"{_MATCH}/{match.number}"
        yield from _to_both(process, match.players, key, telling.match_mail(match))


def _weeks(process: TournamentProcess, telling: Telling) -> Iterator[NewMail]:
    state = process.state.of(PBEM)
    for match in state.matches.values():
        until = state.time_of(match)
        if until is not None and not match.over:
            mail = telling.week_mail(match, until)
            yield from _to_both(process, match.players, f"week/{match.number}", mail)


def _to_both(
    process: TournamentProcess, players: tuple[PersonId, PersonId], key: str, mail: tuple[str, str]
) -> Iterator[NewMail]:
    subject, text = mail
    for player in players:
        yield NewMail(
            tournament=process.tournament,
            person=player,
            subject=subject,
            text=text,
            key=f"{process.tournament}/{key}/{player}",
        )


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
