"""A knockout by messages on a served hall: its players write, its organiser draws."""

from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from pathlib import Path

from rules import commands as knockout_cmd
from rules import events as ev
from rules.commands import pbem_commands as cmd
from rules.formats.knockout.deciding import KNOCKOUT
from rules.formats.pbem.deciding import PBEM
from rules.formats.pbem.state import PbemMatch, PbemState
from rules.identities import PersonId
from server.access import SERVER
from server.hall import Hall
from server.messages.handling import Answered, MessageHandling, Relaying
from server.messages.outbox import Outbox
from server.messages.received import Received, message_digest, without_token
from server.tournaments.tournament_process import TournamentProcess
from server.words.translation import words_for
from tests.support.as_read import knockouts_read
from tests.support.served import Served, opened

BEGIN = datetime(2008, 10, 3, 10, tzinfo=UTC)
DOMAIN = "pbem.test"


@dataclass
class Clock:
    """A time that goes on when it is told to."""

    now: datetime = BEGIN

    def __call__(self) -> datetime:
        """The time now."""
        return self.now

    def later(self, **span: float) -> None:
        """Let time go by."""
        self.now += timedelta(**span)


@dataclass
class Pbem:
    """The knockout of tournament `club`; `tokens` are those that its players have been sent."""

    served: Served
    clock: Clock
    handling: MessageHandling
    outbox: Outbox
    sent: list[EmailMessage]
    tokens: dict[str, str] = field(default_factory=dict)
    written: int = 0

    @property
    def hall(self) -> Hall:
        """The hall it is in."""
        return self.served.hall

    @property
    def process(self) -> TournamentProcess:
        """Its tournament."""
        return self.hall.tournaments.named("club")

    @property
    def state(self) -> PbemState:
        """How its matches stand."""
        return self.process.state.of(PBEM)

    async def open(self, length: int = 10) -> None:
        """Plan it and take messages."""
        plan = knockout_cmd.PlanKnockout(
            name="PBeM", length=length, draw=ev.KnockoutDraw.EACH_ROUND, elsewhere=True
        )
        await self.order(plan)
        await self.process.handle(cmd.OpenPbem(knockout=1), SERVER)

    async def order(self, command: knockout_cmd.KnockoutCommand) -> None:
        """Give an order about the knockout, as somebody who has read how it stands."""
        read = knockouts_read(command, self.process.state.of(KNOCKOUT), self.state.reported)
        await self.hall.commands.to_stages(self.process.tournament, read, SERVER)

    async def draw(self, round_: int = 1) -> None:
        """Draw a round and announce its matches."""
        await self.order(knockout_cmd.DrawKnockoutRound(knockout=1, round=round_))
        await self.order(knockout_cmd.PublishKnockoutMatches(knockout=1, round=round_))
        await self.deliver()

    def message(self, subject: str, handle: str = "", **other: object) -> Received:
        """A message of whoever goes by that id, from his address and with his token."""
        self.written += 1
        address = str(other.get("address", f"{handle}@players.test"))
        token = str(other.get("token", self.tokens.get(handle, "")))
        parts = (address, token, subject, str(other.get("message_id", self.written)))
        return Received(
            tournament=self.process.tournament,
            address=address,
            subject=subject,
            text=without_token(str(other.get("text", ""))),
            token=token,
            digest=message_digest(*parts),
            at=self.clock(),
            by_mail=bool(other.get("by_mail", True)),
        )

    async def write(self, subject: str, handle: str = "", **other: object) -> Answered:
        """Send a message; how it was taken."""
        return await self.handling.take(self.message(subject, handle, **other))

    async def enter(self, *handles: str) -> None:
        """Have some enter, each from an address of his own."""
        for handle in handles:
            await self.write(f"enter {handle}", handle)
            self.clock.later(minutes=1)
        await self.deliver()

    async def deliver(self) -> None:
        """Send what is due; tokens get to their players."""
        await self.outbox.make_due()
        before = -1
        while before < len(self.sent):
            before = len(self.sent)
            await self.outbox.send_waiting()
        for mail in self.sent:
            lines = mail.get_content().splitlines()
            token = next((each for each in lines if each.startswith("token: ")), "")
            if token:
                self.tokens[str(mail["To"]).partition("@")[0]] = token.removeprefix("token: ")

    def mails_to(self, handle: str) -> list[EmailMessage]:
        """What was sent to somebody, the last one last."""
        return [each for each in self.sent if each["To"] == f"{handle}@players.test"]

    def handles_of(self, match: PbemMatch) -> tuple[str, str]:
        """The ids of the two who play a match."""
        first, second = map(self.handle_of, match.players)
        return first, second

    def handle_of(self, person: PersonId) -> str:
        """The id by which somebody goes."""
        return self.hall.names().of(person)

    async def win(self, number: int, handle: str, board: int, points: int = 4) -> int:
        """Have somebody win a match, a few points a board; the next free board."""
        while not self.state.matches[number].over:
            self.clock.later(hours=1)
            crawford = self.state.matches[number].score.crawford
            worth = 1 if crawford else points
            for line in (
                f"match {number}: board {board} started",
                f"match {number}: board {board} won by {handle} by {worth} points",
            ):
                await self.write(line, handle)
            board += 1
        return board


@asynccontextmanager
async def pbem_hall(
    folder: Path, relay: Callable[[EmailMessage], None] | None = None
) -> AsyncIterator[Pbem]:
    """A served hall whose mail is kept in `sent`, or goes to a relay as well."""
    clock, sent = Clock(), list[EmailMessage]()

    def send(mail: EmailMessage) -> None:
        if relay is not None:
            relay(mail)
        sent.append(mail)

    async with opened(folder, clock) as served:
        handling = MessageHandling(served.hall, words_for("en"))
        handling.relaying = Relaying(send, DOMAIN)
        outbox = Outbox(served.hall, handling, clock)
        yield Pbem(served, clock, handling, outbox, sent)


def names(count: int) -> Sequence[str]:
    """Ids of so many players."""
    return [f"p{number:02}" for number in range(1, count + 1)]
