"""What the organiser's page shows of a knockout by messages."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from rules import events as ev
from rules.formats.knockout.state import Knockout
from rules.formats.pbem.state import PbemBoard, PbemMatch, PbemState
from rules.formats.pbem.time_rule import by_points, is_over
from rules.identities import PersonId
from rules.text import N_
from server.persons.naming import Names
from server.store.accounts_db.pbem_records import MessageState, PbemMail, PbemMessage, PbemPlayer
from server.words.translation import Words

STATES = {
    MessageState.COUNTED: N_("counts"),
    MessageState.REFUSED: N_("refused"),
    MessageState.WAITING: N_("waits for you"),
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
    """Somebody entered; without an address he gets no mail and cannot report by it."""

    person: str
    name: str
    handle: str
    address: str


@dataclass(frozen=True, slots=True)
class MessageShown:
    """A message in words: from whom, when, what, and what became of it; `tone` for its state."""

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
    """A match: who plays, the points, its boards in words, until when it may be played.

    `asked` says what the 75 % rule asks for once its time is over: of which games minutes, and
    whether points decide; empty before. `boards_seen` are the boards as a form sends them back.
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
    """A mail that is not sent: to whom, and what went wrong where it was tried."""

    number: int
    to: str
    subject: str
    text: str
    made: str
    fault: str


@dataclass(frozen=True, slots=True)
class KnockoutByMessages:
    """A knockout that takes messages, its terms and who is entered."""

    number: int
    name: str
    terms: ev.PbemOpened
    length: int
    drawn: bool
    entrants: Sequence[EntrantShown]
    matches: Sequence[MatchShown]


@dataclass(frozen=True, slots=True)
class PageSeen:
    """Everything is shown in these words, with these names, at that time."""

    words: Words
    names: Names
    now: datetime
    players: Mapping[PersonId, PbemPlayer]

    def knockout(self, knockout: Knockout, state: PbemState) -> KnockoutByMessages:
        """A knockout as it stands."""
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
        """A message with its answer."""
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
        """A mail to be sent."""
        player = self.players.get(mail.person)
        return MailShown(
            number=mail.number,
            to=player.address if player else "–",
            subject=mail.subject,
            text=mail.text,
            made=self.words.moment(mail.made_at),
            fault=mail.fault,
        )
