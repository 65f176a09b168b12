"""The organiser's page of a PBeM knockout: messages, players, mails, and the 75 % rule."""

import asyncio
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from fastapi import APIRouter
from starlette.responses import Response

from rules import events as ev
from rules.events import PbemEvent
from rules.formats.knockout.deciding import KNOCKOUT
from rules.formats.knockout.draws import PRESETS
from rules.formats.knockout.state import Knockout
from rules.formats.pbem.deciding import PBEM
from rules.formats.pbem.state import PbemBoard, PbemMatch, PbemState
from rules.formats.pbem.subject_lines import LINES
from rules.formats.pbem.time_rule import by_points, is_over
from rules.games.backgammon import BACKGAMMON
from rules.identities import PersonId
from rules.text import N_
from server.messages.handling import MessageHandling
from server.store.accounts_db.pbem_records import MessageState, PbemMail, PbemMessage, PbemPlayer
from server.values.naming import Names
from server.views.log.words import LogLine, log_lines
from server.web.edge.format_pages import FormatPages, Preset, PublicFormat
from server.web.edge.services import MessagesDep
from server.web.orders.order_routes import ShowRefused, add_form_route
from server.web.orders.tournament_desk import SchedulingDesk, TournamentDesk
from server.web.pbem.orders import MESSAGE_ORDERS
from server.web.pbem.orders import router as orders_router
from server.web.shell.form_errors import NOTHING_REFUSED, Refused
from server.words.translation import Words

STATES = {
    MessageState.COUNTED: N_("counts"),
    MessageState.REFUSED: N_("refused"),
    MessageState.WAITING: N_("needs your decision"),
    MessageState.ACCEPTED: N_("accepted"),
    MessageState.REJECTED: N_("not accepted"),
}
_TONES = {
    MessageState.COUNTED: "well",
    MessageState.ACCEPTED: "well",
    MessageState.WAITING: "wait",
    MessageState.REFUSED: "alarm",
    MessageState.REJECTED: "alarm",
}


@dataclass(frozen=True, slots=True)
class EntrantShown:
    """A person who is entered. Without an `address` they get no mail and cannot report by mail."""

    person: str
    name: str
    handle: str
    address: str


@dataclass(frozen=True, slots=True)
class MessageShown:
    """A message in words; `tone` is the style in which its state is shown."""

    number: int
    when: str
    sender: str
    subject: str
    text: str
    answer: str
    state: str
    tone: str


@dataclass(frozen=True, slots=True)
class MatchShown:
    """A match: its players, points and boards, and the time until which it may be played.

    `late` is true if the match is unfinished at that time. Then the 75 % rule (ruling 23) decides
    which player wins. `points_decide` is true if one player has more points and so wins. If the
    points are equal, the player who used fewer minutes wins: `asks_last` is true if the form asks
    for the minutes of the game that ended last, `asks_current` if it asks for those of the present
    game. `boards_seen` has the present results of the boards, which the form sends back.
    """

    number: int
    round: int
    first: str
    second: str
    white: int
    red: int
    boards: Sequence[str]
    board_numbers: Sequence[int]
    boards_seen: str
    until: str
    late: bool
    winner: str
    points_decide: bool
    asks_last: bool
    asks_current: bool


@dataclass(frozen=True, slots=True)
class MailShown:
    """A mail that has not been sent; `fault` says why sending failed, if it was tried."""

    number: int
    to: str
    subject: str
    text: str
    made: str
    fault: str


@dataclass(frozen=True, slots=True)
class KnockoutByMessages:
    """A PBeM knockout that accepts messages, with its terms, entrants and matches."""

    number: int
    name: str
    terms: ev.PbemOpened
    length: int
    drawn: bool
    entrants: Sequence[EntrantShown]
    matches: Sequence[MatchShown]


@dataclass(frozen=True, slots=True, kw_only=True)
class MessagesPage:
    """Values of the organiser's page. `waiting` are messages that the organiser has to decide on.

    `messages` are the newest messages of all kinds. `refused_messages` is the number of messages
    beyond the limit. `address` is the address that receives mail, empty if there is none. `relayed`
    is true if the server sends mail. `lines` are the subject lines that the server understands.
    """

    tournament: str
    tournaments: Sequence[str]
    title: str
    knockouts: Sequence[KnockoutByMessages]
    waiting: Sequence[MessageShown]
    messages: Sequence[MessageShown]
    mails: Sequence[MailShown]
    refused_messages: int
    address: str
    relayed: bool
    lines: Sequence[str]
    may_direct: bool
    log: Sequence[LogLine]
    refused: Refused


@dataclass(frozen=True, slots=True)
class PageSeen:
    """Makes the values of the page, for one language and one time."""

    words: Words
    names: Names
    now: datetime
    players: Mapping[PersonId, PbemPlayer]

    def knockout(self, knockout: Knockout, state: PbemState) -> KnockoutByMessages:
        """Return a knockout as the page shows it now."""
        number = knockout.number
        matches = [each for each in state.matches.values() if each.knockout == number]
        return KnockoutByMessages(
            number=number,
            name=knockout.plan.name,
            terms=state.opened[number],
            length=knockout.plan.length,
            drawn=bool(knockout.drawn),
            entrants=[self._entrant(each) for each in knockout.entrants],
            matches=[self._match(each, state) for each in reversed(matches)],
        )

    def _entrant(self, person: PersonId) -> EntrantShown:
        player = self.players.get(person)
        handle, address = (player.handle, player.address) if player else ("", "")
        return EntrantShown(person.text, self.names.of(person), handle, address)

    def _match(self, match: PbemMatch, state: PbemState) -> MatchShown:
        first, second = map(self.names.of, match.players)
        until = state.time_of(match)
        late = not match.over and is_over(state, match, self.now)
        level = by_points(match) is None
        return MatchShown(
            number=match.number,
            round=match.round,
            first=first,
            second=second,
            white=match.points[0],
            red=match.points[1],
            boards=[self._board(each) for each in match.boards.values()],
            board_numbers=[*match.boards],
            boards_seen=json.dumps({at: each.known_as for at, each in match.boards.items()}),
            until="" if until is None else self.words.moment(until),
            late=late,
            winner=self.names.of(match.winner) if match.winner else "",
            points_decide=late and not level,
            asks_last=late and level and match.last_finished is not None,
            asks_current=late and level and match.running is not None,
        )

    def _board(self, board: PbemBoard) -> str:
        named = {"board": board.number}
        if board.void:
            return self.words.gettext("board %(board)s: does not count", **named)
        if board.winner is None:
            since = self.words.moment(board.started_at)
            return self.words.gettext("board %(board)s: since %(since)s", since=since, **named)
        winner = self.names.of(board.winner)
        return self.words.ngettext(
            "board %(board)s: %(winner)s, %(num)s point",
            "board %(board)s: %(winner)s, %(num)s points",
            board.points,
            winner=winner,
            **named,
        )

    def message(self, message: PbemMessage) -> MessageShown:
        """Return a message and its answer as the page shows them."""
        player = self.players.get(message.person) if message.person else None
        senders = [player.handle if player else "", message.address]
        return MessageShown(
            number=message.number,
            when=self.words.moment(message.at),
            sender=", ".join(filter(None, senders)) or "–",
            subject=message.subject,
            text=message.text,
            answer=message.answer,
            state=self.words.gettext(STATES[message.state]),
            tone=_TONES[message.state],
        )

    def mail(self, mail: PbemMail) -> MailShown:
        """Return an unsent mail as the page shows it."""
        player = self.players.get(mail.person)
        return MailShown(
            number=mail.number,
            to=player.address if player else "–",
            subject=mail.subject,
            text=mail.text,
            made=self.words.moment(mail.made_at),
            fault=mail.fault,
        )


router = APIRouter(prefix="/hall/t/{tournament}/tournament/messages", include_in_schema=False)
NEWEST = 60
"""Number of messages and of mails on the page; the API lists more."""


@router.get("")
async def messages_page(desk: SchedulingDesk, messages: MessagesDep) -> Response:
    """Show the waiting messages, the players, the matches as they are now, and the unsent mails."""
    return await _page(desk, messages)


async def _refused(desk: SchedulingDesk, messages: MessagesDep) -> ShowRefused:
    return lambda _, why: _page(desk, messages, why)


add_form_route(router, MESSAGE_ORDERS, _refused)


async def _page(
    desk: TournamentDesk, messages: MessageHandling, why: Refused = NOTHING_REFUSED
) -> Response:
    words, names, tournament = desk.words, desk.names, desk.tournament
    which, state, records = tournament.tournament, tournament.state, desk.hall.pbem_records
    players = await asyncio.to_thread(records.players, which)
    waiting = await asyncio.to_thread(records.waiting, which)
    newest = await asyncio.to_thread(records.messages, which, NEWEST)
    mails = await asyncio.to_thread(records.mails, which, NEWEST)
    seen = PageSeen(words, names, desk.hall.now(), {each.person: each for each in players})
    opened = [n for n in state.of(PBEM).opened if n in state.of(KNOCKOUT).by_number]
    entries = [each for each in tournament.entries if isinstance(each.event, PbemEvent)]
    values = MessagesPage(
        tournament=desk.name,
        tournaments=desk.tournaments,
        title=tournament.title,
        knockouts=[seen.knockout(state.of(KNOCKOUT).by_number[n], state.of(PBEM)) for n in opened],
        waiting=[seen.message(each) for each in waiting],
        messages=[seen.message(each) for each in newest],
        mails=[seen.mail(each) for each in mails if each.sent_at is None],
        refused_messages=messages.rates.refused,
        address=f"{tournament.name}@{messages.mail_domain}" if messages.mail_domain else "",
        relayed=messages.relaying is not None,
        lines=LINES,
        may_direct=desk.may_direct,
        log=log_lines(entries, words, BACKGAMMON, names)[::-1],
        refused=why,
    )
    return desk.shell.page(desk.request, "pbem/organiser.html", values, status=why.page_status)


PBEM_PAGES = FormatPages(
    PublicFormat(PBEM, lambda _: None),
    (orders_router, router),
    presets=tuple(
        Preset(each.name, each.label, "/messages#start")
        for each in PRESETS.values()
        if each.by_messages
    ),
)
"""The pages of PBeM knockouts. Their brackets are shown on the page of all knockouts."""
