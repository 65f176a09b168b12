"""A fork as the person who decided it in one of the rooms sees it: a line, and a drawn position."""

from collections.abc import Iterator
from dataclasses import dataclass

from protocol_forms.labels import FULL_NAME, shortened
from protocol_forms.table_form import DrawnPosition
from rules.duplicate.forks import Fork, ForkKind, PlayedTurn
from rules.position import Side
from rules.room import Room
from server.luck.figures import decimal
from server.luck.fork_table import cost_words, decision_words, fork_place
from server.luck.fork_tallies import LEVEL, who_decided
from server.luck.judged import JudgedMatch
from server.luck.luck_sums import fork_cost
from server.matches.match_record import MatchRecord
from server.persons.naming import Names
from server.translation import N_, Words

_SIDES = {Side.WHITE: N_("White"), Side.RED: N_("Red")}


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnFork:
    """A fork that somebody decided in `room`, in a game of that record.

    `page` is the address of the match's page, empty where none is known.
    """

    record: MatchRecord
    judged: JudgedMatch | None
    page: str
    names: Names
    words: Words
    game: int
    fork: Fork
    room: Room

    @property
    def _other(self) -> Room:
        return Room.CLOSED if self.room is Room.OPEN else Room.OPEN

    def _turn(self, room: Room) -> PlayedTurn:
        return self.fork.open if room is Room.OPEN else self.fork.closed

    def _cost(self, room: Room) -> float | None:
        judged = self.judged
        return None if judged is None else fork_cost(judged, self.game, room, self.fork)

    def _cost_shown(self, room: Room) -> str:
        return cost_words(self._cost(room), self.words)

    def _decision(self, room: Room) -> str:
        return decision_words(self.fork, self._turn(room), self.words)

    @property
    def _is_play(self) -> bool:
        return self.fork.kind is ForkKind.PLAY

    @property
    def _place(self) -> str:
        return fork_place(self.game, self.fork)

    def row(self, number: int) -> tuple[str, ...]:
        """The fork in a line of the overview."""
        dice = str(self.fork.open.dice) if self._is_play else ""
        where = str(number), self._place[1:], dice
        own, other = self._decision(self.room), self._decision(self._other)
        if self.judged is None:
            return *where, own, other
        return *where, own, self._cost_shown(self.room), other, self._cost_shown(self._other)

    def drawn(self, number: int) -> DrawnPosition:
        """The fork's position with what both decided."""
        turn, gettext = self.fork.open, self.words.gettext
        return DrawnPosition(
            heading=gettext(
                "Fork %(number)s: game %(game)s, %(side)s, turn %(turn)s",
                number=number,
                game=self.game,
                side=gettext(_SIDES[turn.side]),
                turn=turn.turn,
            ),
            facts=tuple(self._facts()),
            position=turn.before,
            cube=turn.cube,
            on_turn=turn.side,
            dice=turn.dice if self._is_play else None,
            link=f"{self.page}{self._place}" if self.page else "",
        )

    def _facts(self) -> Iterator[tuple[str, str]]:
        gettext, turn = self.words.gettext, self.fork.open
        match self.fork.kind:
            case ForkKind.PLAY:
                yield gettext("To play"), str(turn.dice)
            case ForkKind.DOUBLE:
                yield gettext("To decide"), gettext("a double, or none")
            case ForkKind.ANSWER:
                yield gettext("To decide"), gettext("to take a double, or to pass")
        has_costs = self._is_play and self.judged is not None
        yield gettext("You"), self._decision(self.room)
        if has_costs:
            yield gettext("Cost"), self._cost_shown(self.room)
        person = who_decided(self.record, self.game, self._other, self.fork)
        other = shortened(self.names.of(person), FULL_NAME)
        yield gettext("The other room"), f"{self._decision(self._other)} ({other})"
        if has_costs:
            yield gettext("Cost"), self._cost_shown(self._other)
        verdict = self._verdict()
        if verdict:
            yield gettext("Better play"), verdict

    def _verdict(self) -> str:
        gettext = self.words.gettext
        own, other = self._cost(self.room), self._cost(self._other)
        if own is None or other is None:
            return ""
        if abs(own - other) < LEVEL:
            return gettext("neither, as far as the engine sees")
        by = decimal(abs(own - other), self.words, 3)
        if own < other:
            return gettext("your play, by %(points)s points", points=by)
        return gettext("the other room's play, by %(points)s points", points=by)
