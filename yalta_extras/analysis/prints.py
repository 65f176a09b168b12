"""Printed forms: the luck and forks of a match, a take-home sheet, and the ranking of decisions.

A take-home sheet has the forks of a match at which one player decided: there the player in the
other room had the same position and decided differently, which is worth another look at home. There
is no such sheet before the match is over for everybody.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from protocol_forms.grids import DrawnPosition, Grid, GridColumn, GridsForm, PositionsForm
from protocol_forms.labels import FULL_NAME, shortened
from rules.duplicate.forks import Fork, ForkKind, PlayedTurn
from rules.errors import MatchRefused
from rules.events import MatchScheduled
from rules.identities import PersonId
from rules.match_play.protocol import MatchPlayProtocol
from rules.room import Room
from rules.scoring.match_protocol import MatchProtocol
from rules.scoring.tallies import TallyProtocol, tally_of
from rules.scoring.teams import TeamPlace
from rules.text import N_
from server.matches.line_ups import PlayerSeat, player_of, seats_of
from server.matches.match_record import MatchRecord
from server.values.naming import Names
from server.values.scored_match import AnyProtocol
from server.views.match.prints import (
    called,
    current_id,
    not_in_two_rooms,
    players_of,
    protocol_made_at,
    scored_protocol,
    short_names,
)
from server.views.printable import AddedTables, FormContext, Printable, Scope, tournament_called
from server.words.game_words import ROOMS, SIDES
from server.words.translation import Words
from yalta_extras.analysis.fork_book import (
    LEVEL,
    DecisionRanking,
    DecisionRow,
    decision_notes,
    decision_ranking,
    who_decided,
)
from yalta_extras.analysis.judged import JudgedMatch
from yalta_extras.analysis.luck_sums import LuckKnown, fork_cost, player_lucks
from yalta_extras.analysis.luck_tables import (
    NONE,
    cost_words,
    decimal,
    decision_columns,
    decision_words,
    fork_notes,
    fork_place,
    luck_notes,
    luck_tables,
    place_note,
    signed_decimal,
)
from yalta_extras.analysis.match_luck import LuckFacts

TAKE_HOME = "take-home-sheet"
_ONCE_OVER = N_("Luck and forks are worked out by the server once the match is over.")


def _known(context: FormContext) -> LuckKnown | None:
    """Return what is known of the luck of the context's match.

    Return None if the match is not over, or is played at one table.
    """
    facts = context.known(LuckFacts)
    return None if facts is None else facts.lucks.get(context.match)


def luck(context: FormContext) -> GridsForm:
    """Return the form with a match's luck, its adjusted IMP, and its forks.

    Before the match is over the form has only a note. Raises MatchRefused for a match at one table.
    """
    scored, record = scored_protocol(context), context.hall.match(context.match).record
    scheduled = record.scheduled
    if not isinstance(scheduled, MatchScheduled):
        raise not_in_two_rooms(context)
    facts, say = context.known(LuckFacts), context.say
    made = None if facts is None else facts.tables(context, scored)
    made = made or AddedTables((), (say(_ONCE_OVER),))
    return GridsForm(
        title=say(N_("Luck and forks")),
        event=called(context, scheduled),
        tables=made.tables,
        facts=((say(N_("Teams")), " – ".join(short_names(scheduled))),),
        notes=made.notes,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnFork:
    """A fork at which a person decided in `room`, in game number `game` of the match of `record`.

    `judged` has the costs, None if the match was not judged. `page` is the address of the match's
    page, empty if no address is known.
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
        """Return the fork as a row of the sheet's overview; `number` is its number there."""
        dice = str(self.fork.open.dice) if self._is_play else ""
        where = str(number), self._place[1:], dice
        own, other = self._decision(self.room), self._decision(self._other)
        if self.judged is None:
            return *where, own, other
        return *where, own, self._cost_shown(self.room), other, self._cost_shown(self._other)

    def drawn(self, number: int) -> DrawnPosition:
        """Return a drawing of the fork's position, with both decisions.

        `number` is the fork's number in the overview.
        """
        turn, gettext = self.fork.open, self.words.gettext
        return DrawnPosition(
            heading=gettext(
                "Fork %(number)s: game %(game)s, %(side)s, turn %(turn)s",
                number=number,
                game=self.game,
                side=gettext(SIDES[turn.side]),
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


@dataclass(frozen=True, slots=True, kw_only=True)
class Taken:
    """The values that a take-home sheet is made from: the person who gets it, and their match.

    `record` is the match's record, `protocol` its results with scores, `known` what is known of its
    luck, and `event` the title of the event. `page` is the address of the match's page, empty if no
    address is known.
    """

    person: PersonId
    event: str
    page: str
    record: MatchRecord
    protocol: AnyProtocol
    known: LuckKnown


@dataclass(frozen=True, slots=True)
class _Sheet:
    taken: Taken
    names: Names
    words: Words

    @property
    def seats(self) -> list[PlayerSeat]:
        return [each for each in seats_of(self.taken.record) if self._is_own(each.player)]

    def _is_own(self, person: PersonId) -> bool:
        return current_id(person, self.names) == self.taken.person

    def facts(self) -> Iterator[tuple[str, str]]:
        gettext, record = self.words.gettext, self.taken.record
        own, home = self.seats[0].team, record.teams[0]
        yield gettext("Player"), shortened(self.names.of(self.taken.person), FULL_NAME)
        teams = own, next(each for each in record.teams if each != own)
        yield gettext("Teams"), " – ".join(shortened(each, FULL_NAME) for each in teams)
        yield gettext("Table"), "; ".join(map(self._table_of, self.seats))
        result = _result(self.taken.protocol, TeamPlace.HOME if own == home else TeamPlace.AWAY)
        if result:
            yield gettext("Result of the match"), result

    def _table_of(self, seat: PlayerSeat) -> str:
        gettext = self.words.gettext
        table = f"{gettext(ROOMS[seat.room])}, {gettext(SIDES[seat.side])}"
        if seat.since == 1:
            return table
        return gettext("%(table)s, from game %(game)s", table=table, game=seat.since)

    def tables(self) -> Iterator[Grid]:
        games = tuple(self._games())
        if games:
            rows, rooms = tuple(row for row, _ in games), tuple(room for _, room in games)
            yield Grid(self.words.gettext("Your games"), self._columns(), rows, rooms=rooms)
        luck = self._luck()
        if luck is not None:
            yield luck
        forks = [*self.forks()]
        if forks:
            yield self._overview(forks)

    def _columns(self) -> tuple[GridColumn, ...]:
        gettext = self.words.gettext
        units = [gettext("Trous")]
        if isinstance(self.taken.protocol, MatchProtocol):
            units = ["SMP", "IMP"]
        return (
            GridColumn(gettext("Game"), figure=True),
            GridColumn(gettext("Room")),
            GridColumn(gettext("Against")),
            *(GridColumn(each, figure=True, strong=each == units[-1]) for each in units),
        )

    def _games(self) -> Iterator[tuple[tuple[str, ...], Room]]:
        """Yield a row of the sheet, and its room, for each game that the person played.

        The person's own points come first in the row.
        """
        home, away = self.taken.record.teams
        for game, room, units in _results(self.taken.protocol):
            for team, other, turned in ((home, away, 1), (away, home, -1)):
                if self._is_own(player_of(self.taken.record, team, room, game)):
                    against = player_of(self.taken.record, other, room, game)
                    yield (
                        (
                            str(game),
                            self.words.gettext(ROOMS[room]),
                            shortened(self.names.of(against), FULL_NAME),
                            *("–".join(map(str, unit[::turned])) for unit in units),
                        ),
                        room,
                    )

    def _luck(self) -> Grid | None:
        gettext, judged = self.words.gettext, self.taken.known.judged
        if judged is None:
            return None
        own = [
            each for each in player_lucks(self.taken.record, judged) if self._is_own(each.player)
        ]
        columns = (
            GridColumn(gettext("Room")),
            GridColumn(gettext("Rolls"), figure=True),
            GridColumn(gettext("Luck in IMP"), figure=True, strong=True),
            GridColumn(gettext("Error rate"), figure=True),
        )
        rows = tuple(
            (
                gettext(ROOMS[each.room]),
                str(each.rolls),
                signed_decimal(each.imp, self.words),
                NONE if each.rate is None else decimal(each.rate, self.words),
            )
            for each in own
        )
        notes, rooms = luck_notes(judged, self.words), tuple(each.room for each in own)
        return Grid(gettext("Luck and play"), columns, rows, notes, rooms) if own else None

    def forks(self) -> Iterator[OwnFork]:
        """Yield each fork at which this person decided, in the order of the games."""
        shared = self.taken.known.compared.shared
        for game in sorted(shared):
            for fork in shared[game].forks:
                for room in Room:
                    if self._is_own(who_decided(self.taken.record, game, room, fork)):
                        yield OwnFork(
                            record=self.taken.record,
                            judged=self.taken.known.judged,
                            page=self.taken.page,
                            names=self.names,
                            words=self.words,
                            game=game,
                            fork=fork,
                            room=room,
                        )

    def _overview(self, forks: list[OwnFork]) -> Grid:
        gettext = self.words.gettext
        own, other = gettext("You"), gettext("The other room")
        judged = self.taken.known.judged is not None
        columns = (
            GridColumn(gettext("Fork"), figure=True),
            GridColumn(gettext("Position")),
            GridColumn(gettext("Dice")),
            *decision_columns(own, other, judged, self.words),
        )
        rows = tuple(each.row(number) for number, each in enumerate(forks, 1))
        notes = (*fork_notes(judged, self.words), place_note(self.words))
        return Grid(gettext("Your forks"), columns, rows, notes)

    def notes(self) -> Iterator[str]:
        taken = self.taken
        if not taken.known.has_positions:
            return
        yield from luck_tables(
            taken.known, taken.record, taken.protocol, self.names, self.words
        ).printed_notes
        if taken.known.compared.shared and not any(self.forks()):
            yield self.words.gettext(
                "You had no fork: wherever both rooms had the same position and roll, you both "
                "chose the same."
            )


def take_home_form(taken: Taken, names: Names, words: Words) -> PositionsForm:
    """Return the take-home sheet of a person who played in a match that is over in both rooms."""
    made = _Sheet(taken, names, words)
    return PositionsForm(
        title=words.gettext("Take-home sheet"),
        event=taken.event,
        tables=tuple(made.tables()),
        facts=tuple(made.facts()),
        notes=tuple(made.notes()),
        positions_heading=words.gettext("The forks, drawn"),
        positions=tuple(each.drawn(number) for number, each in enumerate(made.forks(), 1)),
    )


def _results(
    protocol: AnyProtocol,
) -> Iterator[tuple[int, Room, Sequence[tuple[int, int]]]]:
    """Yield the game, the room and the points of each result of the protocol.

    The points are pairs, home first; there is one pair for each unit, such as SMP and IMP.
    """
    if isinstance(protocol, MatchProtocol):
        for result in protocol.results:
            smp, imp = result.smp, result.imp
            yield result.game, result.room, [(smp.home, smp.away), (imp.home, imp.away)]
    elif isinstance(protocol, TallyProtocol):
        for counted in protocol.results:
            tally = tally_of(counted)
            yield counted.game, counted.room, [(tally.home, tally.away)]


def _result(protocol: AnyProtocol, own: TeamPlace) -> str:
    """Return the match's result as text, the points of team `own` first; empty without a result."""
    if isinstance(protocol, MatchPlayProtocol):
        return ""
    if not isinstance(protocol, MatchProtocol):
        return f"{protocol.tally.of(own)}–{protocol.tally.of(own.opponent)}"
    imp, vp = protocol.imp, protocol.vp
    sums = f"{imp.of(own)}–{imp.of(own.opponent)} IMP"
    return sums if vp is None else f"{vp.of(own)}–{vp.of(own.opponent)} VP, {sums}"


def take_home_sheet(context: FormContext) -> PositionsForm:
    """Return the take-home sheet of the person whose id `context` has.

    Raises MatchRefused if the match is not over in both rooms, is played at one table, or the
    person did not play in it.
    """
    if not context.part.player:
        raise _unknown("")
    record = context.hall.match(context.match).record
    if not isinstance(record.scheduled, MatchScheduled):
        raise not_in_two_rooms(context)
    known = _known(context)
    if known is None:
        raise MatchRefused("match", context.match, "a match that is over in both rooms")
    names = context.hall.names(context.words.code)
    taken = Taken(
        person=_person(context, record, names),
        event=called(context, record.scheduled),
        page=context.live_page,
        record=record,
        protocol=scored_protocol(context),
        known=known,
    )
    return take_home_form(taken, names, context.words)


def _person(context: FormContext, record: MatchRecord, names: Names) -> PersonId:
    """Return the current id of the person named in `context`.

    Raises MatchRefused if that person did not play in the match.
    """
    named, sat = context.part.player, players_of(record, names)
    try:
        person = PersonId(named)
    except ValueError:
        raise _unknown(named) from None
    person = current_id(person, names)
    if person not in sat:
        raise _unknown(named)
    return person


def _unknown(named: str) -> MatchRefused:
    return MatchRefused("player", named, "the id of somebody who sat in this match")


def decisions(context: FormContext) -> GridsForm:
    """Return the form that ranks a tournament's players by their decisions at forks."""
    hall, hub = context.hall, context.hub
    played = context.outcomes.played(hall, context.tournament.tournament)
    names = hall.names(context.words.code)
    facts = context.known(LuckFacts)
    forks = {} if facts is None else facts.forks
    ranking = decision_ranking(played, forks, hub.is_known_over, names)
    return decisions_form(tournament_called(context), ranking, context.words)


def decisions_form(event: str, ranking: DecisionRanking, words: Words) -> GridsForm:
    """Return a ranking as a form, with a note if no match has been judged.

    `event` is the tournament's title.
    """
    gettext = words.gettext
    columns = (
        GridColumn(gettext("Place"), figure=True),
        GridColumn(gettext("Player")),
        GridColumn(gettext("Matches"), figure=True),
        GridColumn(gettext("Forks"), figure=True),
        GridColumn(gettext("Better"), figure=True),
        GridColumn(gettext("Equal"), figure=True),
        GridColumn(gettext("Worse"), figure=True),
        GridColumn(gettext("Average cost"), figure=True, strong=True),
    )
    rows = tuple(_cells(each, words) for each in ranking.rows)
    table = Grid("", columns, rows, row_head=1)
    return GridsForm(
        title=gettext("Decisions at forks"),
        event=event,
        tables=(table,) if rows else (),
        notes=tuple(decision_notes(ranking, words)),
    )


def _cells(row: DecisionRow, words: Words) -> tuple[str, ...]:
    return (
        NONE if row.place is None else str(row.place),
        shortened(row.name, FULL_NAME),
        str(row.matches),
        str(row.tally.forks),
        str(row.tally.better),
        str(row.tally.equal),
        str(row.tally.worse),
        row.given_up(words),
    )


PRINTS: tuple[Printable, ...] = (
    Printable(
        kind="luck",
        title=N_("Luck and forks"),
        scope=Scope.MATCH,
        make=luck,
        public=True,
        waits=True,
        after="side-statistics",
        made_at=protocol_made_at,
    ),
    Printable(
        kind=TAKE_HOME,
        title=N_("Take-home sheet"),
        scope=Scope.SEAT,
        make=take_home_sheet,
        public=True,
        waits=True,
        after="luck",
        made_at=protocol_made_at,
    ),
    Printable(
        kind="decisions",
        title=N_("Decisions at forks"),
        scope=Scope.EVENT,
        make=decisions,
        public=True,
        after="bracket-tree",
    ),
)
