"""What becomes of a message: whose it is, what it asks for, what is stored and answered (ADR 48).

One at a time. Events are durable before a message is kept with its answer, and that is before it is
answered; a message that comes again gets its first answer.

What a player's line makes happen: a report becomes a command, a protest opens a case.

How many messages are taken in a time: pure, the times are handed in (ours).

Whoever has a token has a measure of his own, so that no flood keeps him out; all who have none, or
a wrong one, share one. What is beyond a measure is not even kept.
"""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from email.message import EmailMessage
from enum import Enum

from rules.commands import OpenCase
from rules.commands import pbem_commands as cmd
from rules.errors import FieldRefused
from rules.events import PbemBoardWon
from rules.formats.pbem.deciding import PBEM, ReportDoubtful
from rules.formats.pbem.subject_lines import (
    EnterLine,
    Line,
    LineRefused,
    ProtestLine,
    StartedLine,
    WonLine,
    read_line,
)
from rules.identities import PersonId
from rules.text import N_
from server.access import SERVER, Actor, Machine, Visitor
from server.hall import Hall
from server.messages.answers import Telling
from server.messages.entrants import Entrants, MessageRefused, listed
from server.messages.received import Received
from server.store.accounts_db.pbem_records import MessageState, NewMail, PbemMessage, PbemPlayer
from server.tournaments.tournament_process import TournamentProcess
from server.words.translation import Words

_ID = 40
"""Hexadecimal figures of a message's digest that stand for its commands."""
PlayersLine = StartedLine | WonLine | ProtestLine
"""What players of a match write."""


@dataclass(frozen=True, slots=True)
class Sent:
    """A message of a player; `accepted_by` is the organiser who takes it though it is doubtful."""

    player: PbemPlayer
    received: Received
    accepted_by: Actor | None = None

    @property
    def actor(self) -> Actor:
        """In whose name it is done."""
        return self.accepted_by or Machine(f"message {self.player.person}")

    @property
    def command_id(self) -> str:
        """Under which it is done once, however often it comes."""
        return command_id(self.received)


def command_id(received: Received) -> str:
    """The id of what a message makes happen."""
    return received.digest.hex()[:_ID]


async def carry_out(
    hall: Hall, entrants: Entrants, process: TournamentProcess, line: PlayersLine, sent: Sent
) -> str:
    """What is answered once it is stored; raises what refuses it, or ReportDoubtful."""
    telling = await entrants.telling(process)
    if isinstance(line, ProtestLine):
        _check_own(process, line.match, sent.player)
        facts = entrants.words.gettext(
            "Protest about match %(match)s: see the message received on %(time)s",
            match=line.match,
            time=entrants.words.moment(sent.received.at),
        )
        await process.handle(OpenCase(teams=(), facts=facts), sent.actor, sent.command_id)
        return telling.protest(line.match)
    command = await _report(entrants, process, line, sent)
    happened = await process.handle(command, sent.actor, sent.command_id)
    await hall.commands.settle(process.tournament)
    match = process.state.of(PBEM).matches[command.number]
    won = next((each for each in happened if isinstance(each, PbemBoardWon)), None)
    if won is None:
        return telling.started(match, command.board)
    return telling.won(match, won.board, won.points, won.reported)


async def _report(
    entrants: Entrants, process: TournamentProcess, line: StartedLine | WonLine, sent: Sent
) -> cmd.PbemReport:
    at, player = sent.received.at.replace(microsecond=0), sent.player.person
    if isinstance(line, StartedLine):
        return cmd.ReportPbemStart(number=line.match, board=line.board, player=player, at=at)
    players = await entrants.of(process)
    winner = next((each for each in players if each.handle == line.handle), None)
    if winner is None:
        match = process.state.of(PBEM).matches.get(line.match)
        playing = [p for p in players if match is not None and p.person in match.players]
        raise MessageRefused("id", line.handle, N_("one of: %(ids)s"), ids=listed(playing))
    return cmd.ReportPbemWin(
        number=line.match,
        board=line.board,
        player=player,
        winner=winner.person,
        points=line.points,
        at=at,
        resigned=line.resigned,
        cube=line.cube,
        accepted=sent.accepted_by is not None,
    )


def _check_own(process: TournamentProcess, number: int, player: PbemPlayer) -> None:
    own = [each.number for each in process.state.of(PBEM).of_player(player.person)]
    if number not in own:
        matches = ", ".join(map(str, own)) or "–"
        raise MessageRefused("match", number, N_("a match of yours: %(matches)s"), matches=matches)


@dataclass(frozen=True, slots=True)
class Measure:
    """So many messages at once, and one more each `every`."""

    most: int
    every: timedelta


OF_A_PLAYER = Measure(most=20, every=timedelta(minutes=3))
OF_STRANGERS = Measure(most=40, every=timedelta(minutes=1))
"""For entries and whatever has no good token, of all tournaments together."""
REFUSALS = Measure(most=3, every=timedelta(minutes=20))
"""Refusals that are mailed to a player: a program that answers them is answered no longer."""


class Rates:
    """What is left of each measure, by whose it is; `refused` counts messages beyond them."""

    def __init__(self) -> None:
        self._left: dict[str, tuple[float, datetime]] = {}
        self.refused = 0

    def take(self, whose: str, measure: Measure, now: datetime) -> bool:
        """Whether one more message is within the measure; then it is taken off."""
        left, since = self._left.get(whose, (float(measure.most), now))
        grown = max((now - since) / measure.every, 0.0)
        left = min(left + grown, float(measure.most))
        if left < 1:
            self._left[whose] = left, now
            self.refused += 1
            return False
        self._left[whose] = left - 1, now
        return True


OTHER_ADDRESS = N_("it came from another address than the one you entered with")
_KEPT_LINE = 200


class Status(Enum):
    """How a message was taken, for whoever hands it over."""

    COUNTED = "counted"
    WAITING = "waiting"
    REFUSED = "refused"
    NOT_PROVEN = "not proven"
    TOO_MANY = "too many"


@dataclass(frozen=True, slots=True)
class Answered:
    """How a message was taken: `text` in the server's language, `english` for machines."""

    status: Status
    text: str
    english: str


class _NotProven(MessageRefused):
    """A message without a good token."""


@dataclass(frozen=True, slots=True)
class Relaying:
    """How mail is sent by itself, from tournaments' addresses at `domain`.

    `send` hands a mail over, in a thread; raises OSError.
    """

    send: Callable[[EmailMessage], None]
    domain: str


class MessageHandling:
    """Takes messages of every knockout of a hall; `words` is the language of its answers.

    `entrants` are those who play. `kept` is called whenever there may be something new to send.
    `mail_domain` is where mail is received, empty where it is not; `relaying` is None where mail is
    not sent by itself.
    """

    def __init__(self, hall: Hall, words: Words) -> None:
        self.rates, self.entrants = Rates(), Entrants(hall, words)
        self._mailed_refusals = Rates()
        self.mail_domain = ""
        self.relaying: Relaying | None = None
        self.kept: Callable[[], None] = lambda: None
        self._hall, self._records = hall, hall.pbem_records
        self._one_message = asyncio.Lock()

    async def take(self, received: Received) -> Answered:
        """Decide a message, and keep it with its answer.

        Raises LogUnavailable or AccountsUnavailable: then it is to be sent again.
        """
        async with self._one_message:
            known = await asyncio.to_thread(self._records.answered, received.digest)
            if known is not None:
                return _answered(known)
            try:
                return await self._take_new(received)
            finally:
                self.kept()

    async def _take_new(self, received: Received) -> Answered:
        process = self._hall.tournaments.processes[received.tournament]
        player = await self.entrants.with_token(process, received.token)
        if not self._in_measure(received, player):
            many = MessageRefused("messages", "", N_("fewer messages: send it again later"))
            text = (await self.entrants.telling(process)).refused(many)
            return Answered(Status.TOO_MANY, text, str(many))
        try:
            line = _line(received, player)
            if isinstance(line, EnterLine):
                player = await self.entrants.enter(
                    process, line.handle, received.address, SERVER, command_id(received)
                )
                text = (await self.entrants.telling(process)).entered(player.handle)
            else:
                text = await self._reported(process, line, received, player)
        except ReportDoubtful as doubtful:
            waits = (await self.entrants.telling(process)).waits(doubtful)
            return await self._keep(received, player, MessageState.WAITING, waits, str(doubtful))
        except FieldRefused as error:
            why = (await self.entrants.telling(process)).refused(error)
            refused = await self._keep(received, player, MessageState.REFUSED, why, str(error))
            unproven = isinstance(error, _NotProven)
            return replace(refused, status=Status.NOT_PROVEN) if unproven else refused
        return await self._keep(received, player, MessageState.COUNTED, text)

    def _in_measure(self, received: Received, player: PbemPlayer | None) -> bool:
        whose, measure = "", OF_STRANGERS
        if player is not None:
            whose, measure = f"{player.tournament}/{player.person}", OF_A_PLAYER
        return self.rates.take(whose, measure, received.at)

    async def _reported(
        self,
        process: TournamentProcess,
        line: PlayersLine,
        received: Received,
        player: PbemPlayer | None,
    ) -> str:
        assert player is not None
        if received.by_mail and received.address != player.address:
            raise ReportDoubtful(OTHER_ADDRESS)
        return await carry_out(self._hall, self.entrants, process, line, Sent(player, received))

    async def enter(
        self,
        process: TournamentProcess,
        handle: str,
        address: str,
        visitor: Visitor,
        person: PersonId | None = None,
    ) -> None:
        """Enter somebody as a message would, or give that entrant an id and an address.

        Raises what refuses it.
        """
        async with self._one_message:
            line = read_line(f"enter {handle}")
            assert isinstance(line, EnterLine)
            if person is None:
                await self.entrants.enter(process, line.handle, address, visitor)
            else:
                await self.entrants.register(process, person, line.handle, address)
        self.kept()

    async def new_token(self, process: TournamentProcess, person: PersonId) -> None:
        """Have another token stand for a player, which goes to his address."""
        await self.entrants.new_token(process, person)
        self.kept()

    async def settle(
        self, process: TournamentProcess, number: int, visitor: Visitor, reason: str = ""
    ) -> None:
        """Accept a message that waits, or with a `reason` not; raises what refuses it."""
        async with self._one_message:
            message = await asyncio.to_thread(self._records.message, number)
            waiting = message is not None and message.state is MessageState.WAITING
            if message is None or not waiting or message.tournament != process.tournament:
                raise MessageRefused("message", number, N_("a message that waits"))
            players = await self.entrants.of(process)
            player = next((each for each in players if each.person == message.person), None)
            telling = await self.entrants.telling(process)
            if player is None or reason:
                state, text = MessageState.REJECTED, telling.rejected(reason or "–")
            else:
                state = MessageState.ACCEPTED
                done = await self._accept(process, message, visitor, player)
                text = f"{telling.accepted()} {done}"
            mails = [] if player is None else [_mail(telling, player, message.subject, text)]
            await asyncio.to_thread(self._records.settle, number, state, text, visitor.by, mails)
        self.kept()

    async def _accept(
        self,
        process: TournamentProcess,
        message: PbemMessage,
        visitor: Visitor,
        player: PbemPlayer,
    ) -> str:
        line = read_line(message.subject)
        assert not isinstance(line, EnterLine)
        sent = Sent(player, _as_it_came(message), visitor)
        return await carry_out(self._hall, self.entrants, process, line, sent)

    def _is_mailed(self, received: Received, player: PbemPlayer, state: MessageState) -> bool:
        if received.automatic:
            return False
        whose = f"{player.tournament}/{player.person}"
        refused = state is MessageState.REFUSED
        return not refused or self._mailed_refusals.take(whose, REFUSALS, received.at)

    async def _keep(
        self,
        received: Received,
        player: PbemPlayer | None,
        state: MessageState,
        answer: str,
        english: str = "",
    ) -> Answered:
        """Keep a message with its answer, which goes by mail to whoever's token it had.

        Not what a program has written, nor more than a few refusals: that might be answered, too.
        """
        message = PbemMessage(
            tournament=received.tournament,
            digest=received.digest,
            at=received.at,
            by_mail=received.by_mail,
            address=received.address,
            person=player.person if player else None,
            subject=_without(received.subject, received.token)[:_KEPT_LINE],
            text=_without(received.text, received.token),
            state=state,
            answer=answer,
        )
        mails = list[NewMail]()
        if player is not None and received.token and self._is_mailed(received, player, state):
            process = self._hall.tournaments.processes[received.tournament]
            telling = await self.entrants.telling(process)
            mails.append(_mail(telling, player, message.subject, answer))
        await asyncio.to_thread(self._records.keep, message, mails)
        return replace(_answered(message), english=english or _ENGLISH[state])


_ENGLISH = {
    MessageState.COUNTED: "it counts",
    MessageState.WAITING: "it waits for the organiser",
    MessageState.REFUSED: "refused",
    MessageState.ACCEPTED: "it counts",
    MessageState.REJECTED: "the organiser has not accepted it",
}
_STATUS = {
    MessageState.COUNTED: Status.COUNTED,
    MessageState.WAITING: Status.WAITING,
    MessageState.REFUSED: Status.REFUSED,
    MessageState.ACCEPTED: Status.COUNTED,
    MessageState.REJECTED: Status.REFUSED,
}


def _line(received: Received, player: PbemPlayer | None) -> Line:
    """What a message asks for; raises LineRefused, or MessageRefused for another's business."""
    if received.automatic:
        raise _NotProven("message", "", N_("a message that a person has written"))
    try:
        line = read_line(received.subject)
    except LineRefused:
        if player is None:
            raise _no_token() from None
        raise
    if isinstance(line, EnterLine) and player is not None:
        allowed = N_("nothing: you are entered as %(id)s")
        raise MessageRefused("id", line.handle, allowed, id=player.handle)
    if not isinstance(line, EnterLine) and player is None:
        raise _no_token()
    return line


def _no_token() -> _NotProven:
    return _NotProven("token", "", N_("your token, in a line of its own: token: …"))


def _answered(message: PbemMessage) -> Answered:
    return Answered(_STATUS[message.state], message.answer, _ENGLISH[message.state])


def _without(text: str, token: str) -> str:
    return text.replace(token, "…") if token else text


def _as_it_came(message: PbemMessage) -> Received:
    """A message that waited."""
    return Received(
        tournament=message.tournament,
        address=message.address,
        subject=message.subject,
        text=message.text,
        token="",
        digest=message.digest,
        at=message.at,
        by_mail=message.by_mail,
    )


def _mail(telling: Telling, player: PbemPlayer, line: str, answer: str) -> NewMail:
    subject, text = telling.answer_mail(line, answer)
    return NewMail(tournament=player.tournament, person=player.person, subject=subject, text=text)
