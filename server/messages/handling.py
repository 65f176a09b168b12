"""The handling of a message: its sender, its meaning, what is stored and answered (ADR 48).

Messages are handled one at a time. First the events of a message are stored, then the message with
its answer, and then the answer is sent. A message that arrives again gets its first answer.

Also here: the effect of a player's line. A report becomes a command, a protest opens a case.

Also here: the limits on the number of messages in a time, as pure functions of times (our choice).
Each owner of a token has their own limit, so that no flood shuts them out. All senders without a
valid token share one limit. A message beyond a limit is not even stored.
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
"""The number of hexadecimal figures of a message's digest that make its command id."""
PlayersLine = StartedLine | WonLine | ProtestLine
"""The kinds of line that a player may write in a message: start, win or protest of a game."""


@dataclass(frozen=True, slots=True)
class Sent:
    """A player's message; `accepted_by` is the organiser if they accepted a doubtful message."""

    player: PbemPlayer
    received: Received
    accepted_by: Actor | None = None

    @property
    def actor(self) -> Actor:
        """The actor of the message's commands.

        This is the organiser if they accepted the message, and otherwise a Machine named after the
        message's player.
        """
        return self.accepted_by or Machine(f"message {self.player.person}")

    @property
    def command_id(self) -> str:
        """The command id of the message, by which it is carried out only once."""
        return command_id(self.received)


def command_id(received: Received) -> str:
    """Return the command id of a message."""
    return received.digest.hex()[:_ID]


async def carry_out(
    hall: Hall, entrants: Entrants, process: TournamentProcess, line: PlayersLine, sent: Sent
) -> str:
    """Carry out a line of a message, and return the text that answers it.

    Raises the error of the refused command, or ReportDoubtful if the organiser has to decide.
    """
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
    """A limit: `most` messages at once, and one more each time that the span `every` has passed."""

    most: int
    every: timedelta


OF_A_PLAYER = Measure(most=20, every=timedelta(minutes=3))
OF_STRANGERS = Measure(most=40, every=timedelta(minutes=1))
"""The limit for all messages without a valid token, including entries, of all tournaments."""
REFUSALS = Measure(most=3, every=timedelta(minutes=20))
"""The limit for refusals mailed to a player.

A program that answers each of these mails, and is refused again, soon gets no more of them.
"""


class Rates:
    """The numbers of messages that senders may still send.

    Each owner of a token has a number; all senders without a valid token share one. `refused`
    counts the messages beyond the limits.
    """

    def __init__(self) -> None:
        self._left: dict[str, tuple[float, datetime]] = {}
        self.refused = 0

    def take(self, whose: str, measure: Measure, now: datetime) -> bool:
        """Count one more message at the time `now`; return True if the limit `measure` allows it.

        `whose` names the owner of the token, or is empty for all senders without a valid token.
        """
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
    """What became of a player's message, as the player is told."""

    COUNTED = "counted"
    WAITING = "waiting"
    REFUSED = "refused"
    NOT_PROVEN = "not proven"
    TOO_MANY = "too many"


@dataclass(frozen=True, slots=True)
class Answered:
    """The result of a message: `text` is in the server's language, `english` is for programs."""

    status: Status
    text: str
    english: str


class _NotProven(MessageRefused):
    """A message without a valid token."""


@dataclass(frozen=True, slots=True)
class Relaying:
    """The sending of mail, with sender addresses at `domain`.

    `send` sends one mail; it is called in a thread and raises OSError.
    """

    send: Callable[[EmailMessage], None]
    domain: str


class MessageHandling:
    """The handler of messages to all PBeM knockouts of a hall; `words` has the answers' language.

    `entrants` are the players. `kept` is called whenever a mail that waits to be sent may have been
    stored. `mail_domain` is the domain at which mail is received, empty if none is received.
    `relaying` sends mail; it is None if no mail is sent.
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
        """Decide a message, store it with its answer, and return the answer.

        Raises LogUnavailable or AccountsUnavailable; the sender then has to send the message again.
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
        """Enter a new player as a message would, or register the entrant `person`.

        `handle` is the player's id in messages. To register is to store this id and the mail
        address for an entrant who is entered already. Raises MessageRefused or another
        FieldRefused.
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
        """Replace a player's token, and send the new one to the player's address."""
        await self.entrants.new_token(process, person)
        self.kept()

    async def settle(
        self, process: TournamentProcess, number: int, visitor: Visitor, reason: str = ""
    ) -> None:
        """Accept the waiting message with this number, or reject it if a `reason` is given.

        Raises the FieldRefused that says why this is impossible.
        """
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
        """Store a message with its answer, and mail the answer to the owner of the token.

        Mail that a program wrote is not answered. Only a few refusals are mailed, since a program
        might answer them.
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
    """Return what the subject of a message orders; raises LineRefused if it orders nothing valid.

    Raises MessageRefused if a program wrote the message, if the token is missing or wrong, or if
    the sender asks to enter the tournament again.
    """
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
    """Return a waiting message in the form in which it was received."""
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
