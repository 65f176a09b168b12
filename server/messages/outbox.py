"""Mails that the server sends to players unasked: announcements, reminders, the last seven days.

Mail goes to the addresses with which players entered, through the relay in the settings. Without a
relay it waits on the organiser's page until somebody has sent it by hand.

The connections for mail are opened elsewhere: MessageHandling gets them as a `Relaying`.
"""

import asyncio
import contextlib
import smtplib
from collections.abc import AsyncIterator, Callable, Iterator
from datetime import datetime
from email.message import EmailMessage
from email.utils import format_datetime, make_msgid

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
from server.messages.handling import MessageHandling, Relaying
from server.store.accounts_db.accounts_file import AccountsUnavailable
from server.store.accounts_db.pbem_records import NewMail, PbemMail
from server.store.event_log.contract import LogUnavailable
from server.tournaments.tournament_process import TournamentProcess

log = structlog.get_logger()
EVERY = 60.0
"""Seconds between two checks for mails that are due, and between two attempts to send a mail."""
MOST_AT_ONCE = 30
"""The number of mails that are sent in a row, so that the relay is not flooded."""
_MATCH = "match"


class Outbox:
    """The sender of waiting mails, which works while `run` runs."""

    def __init__(self, hall: Hall, handling: MessageHandling, now: Callable[[], datetime]) -> None:
        self._hall, self._handling = hall, handling
        self._records, self._now = hall.pbem_records, now
        self._wake = asyncio.Event()
        handling.kept = self._wake.set

    async def run(self) -> None:
        """Create the mails that are due and send them; runs until cancelled."""
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
        """Begin the last week of rounds whose last week is due, and store the mails that are due.

        The last seven days for a round's matches begin once three quarters of them have a winner
        (ruling 23).
        """
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
        """Delete the mail addresses of players who have withdrawn."""
        entrants = entrants_of(process)
        for player in await asyncio.to_thread(self._records.players, process.tournament):
            if player.person not in entrants:
                left = process.tournament, player.person
                await asyncio.to_thread(self._records.remove, *left)

    async def send_waiting(self) -> None:
        """Send the waiting mails to the relay. Does nothing if there is no relay."""
        relaying = self._handling.relaying
        if relaying is None:
            return
        for mail in await asyncio.to_thread(self._records.unsent, MOST_AT_ONCE):
            await self._send_one(mail, relaying)

    async def _send_one(self, mail: PbemMail, relaying: Relaying) -> None:
        players = await asyncio.to_thread(self._records.players, mail.tournament)
        address = next((each.address for each in players if each.person == mail.person), None)
        process = self._hall.tournaments.processes.get(mail.tournament)
        if address is None or process is None:
            await asyncio.to_thread(self._records.failed, mail.number, "no address")
            return
        message = composed(mail, f"{process.name}@{relaying.domain}", address)
        try:
            await asyncio.to_thread(relaying.send, message)
        except OSError as error:
            fault, final = _fault(error)
            log.warning("mail_not_sent", mail=mail.number, why=fault)
            await asyncio.to_thread(self._records.failed, mail.number, fault[:200], final=final)
        else:
            await asyncio.to_thread(self._records.sent, mail.tournament, mail.number)


def _fault(error: OSError) -> tuple[str, bool]:
    """Return why a mail was not sent, and True if the relay refuses this mail for good.

    An answer from 500 to 599 to the recipient or the text is final (RFC 5321 section 4.2.1). Other
    faults are those of the relay or of its settings, which the operator can mend.
    """
    if isinstance(error, smtplib.SMTPRecipientsRefused):
        code, said = next(iter(error.recipients.values()))
        return _answer(code, said), 500 <= code < 600
    if isinstance(error, smtplib.SMTPResponseException):
        final = isinstance(error, smtplib.SMTPDataError) and 500 <= error.smtp_code < 600
        return _answer(error.smtp_code, error.smtp_error), final
    return str(error), False


def _answer(code: int, said: bytes | str) -> str:
    text = said.decode(errors="replace") if isinstance(said, bytes) else said
    return " ".join(f"{code} {text}".split())


def composed(mail: PbemMail, sender: str, address: str) -> EmailMessage:
    """Return a mail ready to be sent, marked as not written by a person (RFC 3834)."""
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
async def messages_looked_after(hall: Hall, handling: MessageHandling) -> AsyncIterator[None]:
    """Create and send the mails that are due, until the block ends."""
    looking_after = asyncio.create_task(Outbox(hall, handling, hall.now).run())
    try:
        yield
    finally:
        looking_after.cancel()
        await asyncio.gather(looking_after, return_exceptions=True)
