"""A match as one visitor may see it; the console shows matches only through this module.

What is left out here appears nowhere on the pages of those who run matches. People who work or play
in one room are shown that room's table and nothing of the other room: not its dice, turn, phase,
lead or board, nor a result before the game is over in both rooms (rulings 7 and 12). Players of the
match are shown no table but their own, and only by their own link (ruling 34).

A view has what each player's clock showed at its last change, and which clock has run since. So
nothing need be sent while nothing happens: the page counts down by itself.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from rules import events as ev
from rules.any_match import AnyMatchState, DuplicateState, MatchPlayState, awaited
from rules.clocks import FREE_MS, MatchClocks
from rules.dice import Roll
from rules.duplicate.release import lead, tail_key
from rules.events import Clocks
from rules.formats.team_event.timetable import MINUTES_A_GAME
from rules.games.backgammon import BACKGAMMON
from rules.identities import MatchAddress, MatchId, PersonId
from rules.match_play.protocol import GameScore, game_score
from rules.match_play.state import results as scored_games
from rules.position import Side
from rules.room import Room, RoomResult
from rules.scoring.teams import PerTeam, team_of
from rules.tables.awaited import Awaited
from rules.tables.calls_and_holds import Call
from rules.tables.entering import may_be_kept_by_hand
from rules.tables.state import MatchInPlay, Phase, ResultStanding, RollRecord, TableState, TurnKey
from rules.tables.throws import uncounted
from server.access import Role, Sight, Visitor
from server.boards.board_alarm import BoardAlarm
from server.matches.line_ups import has_begun, player_of
from server.matches.match_record import MatchRecord
from server.matches.protocols import match_protocol
from server.tournaments.finished_matches import protocol_of, score_so_far
from server.values.naming import NO_NAMES, Names
from server.values.scored_match import AnyProtocol, final_score, sums
from server.values.table_form import standing_table_form
from server.words.translation import named


@dataclass(frozen=True, slots=True)
class SideClock:
    """A side's clock: `left_ms` milliseconds of its reserve are left, below 0 if it is overdrawn.

    `since_ms` is when the clock started to run, in milliseconds since 1970 UTC, or None while it is
    stopped. The first `free_ms` milliseconds from then are not taken from the reserve.
    """

    left_ms: int
    free_ms: int = FREE_MS
    since_ms: int | None = None

    @property
    def text(self) -> str:
        """The minutes and seconds of `left_ms`, such as 8:05, or 0:00 if none are left."""
        minutes, seconds = divmod(max(self.left_ms, 0) // 1000, 60)
        return f"{minutes}:{seconds:02}"


@dataclass(frozen=True, slots=True)
class TableClocks:
    """Both sides' clocks at a table. `out` are the sides whose time ran out in the current game."""

    white: SideClock
    red: SideClock
    out: tuple[Side, ...] = ()

    def of(self, side: Side) -> SideClock:
        """Return the clock of a side."""
        return self.white if side is Side.WHITE else self.red


def table_clocks(
    clocks: MatchClocks | None, state: AnyMatchState | None, room: Room
) -> TableClocks | None:
    """Return the clocks of a room's table.

    Return None if time is not counted or the match has not started.
    """
    if clocks is None or state is None or clocks.setting.clocks is Clocks.OFF:
        return None
    white, red = (_side_clock(clocks, room, side) for side in (Side.WHITE, Side.RED))
    in_play = state.table(room).result is None and not state.over
    out = tuple(side for side in Side if in_play and (state.game, room, side) in clocks.ran_out)
    return TableClocks(white, red, out)


def _side_clock(clocks: MatchClocks, room: Room, side: Side) -> SideClock:
    clock, left = clocks.tables[room], clocks.left(room, side)
    if clock.acting is None or clock.acting.side is not side or not clock.running:
        return SideClock(left)
    return SideClock(left, FREE_MS - clock.free_ms, clock.at_ms)


HALL_ROLES = (Role.DIRECTOR, Role.OPERATOR)
"""The roles that see both rooms of a match while it is played."""


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What a view of a match shows that is not in the match's record, mostly keyed by room.

    `alarms` are the boards' alarms for the technician. `since` is the time of the last event at the
    table, `called` the time of the table's open call for the director. `names` has people's names.
    `asks` has the rooms where a phone asks to become the table's board. `clocks` is None if time is
    not counted. `first_dice` is the time of the first dice of the table's current game. `minutes`
    is the estimated length of a game, in minutes.
    """

    alarms: Mapping[Room, BoardAlarm]
    since: Mapping[Room, datetime]
    names: Names = NO_NAMES
    asks: frozenset[Room] = frozenset()
    called: Mapping[Room, datetime] = field(default_factory=dict)
    clocks: MatchClocks | None = None
    first_dice: Mapping[Room, datetime] = field(default_factory=dict)
    minutes: int = MINUTES_A_GAME


@dataclass(frozen=True, slots=True)
class RoomView:
    """One room's table: its players and board, what it waits for, and which side has to act.

    `players` are the players' names and `persons` their ids, both keyed by side. `board` is the id
    of the table's board, and `linked` is True if it is connected. `moved_to` is the label of the
    match to which this table's board was taken, or empty. `awaited` is what the table waits for,
    `side` the side that has to act, None for both sides or nobody. `table` is None until the match
    starts. `unconfirmed` are the open room's dice that nobody has confirmed, `dice` those being
    played; `turn` is counted for each side. `form` is the table as `<bg-board>` draws it.
    `standing` says if the current game's result is confirmed, None before there is one. `by_hand`
    is True if a result recorded by hand can be entered. `away` are the sides whose player has left
    the table for a while. `asks` is True if a phone asks to become the table's board. `clocks` is
    None if time is not counted.

    `early` is True if the player on turn is asked if their play is finished, because the other
    player has thrown. `call` is the table's call for the director, `called` its time, and `coming`
    the name of the person who answers it. `holds` are the holds that apply to the table; the
    reasons for holding the match or the hall are left empty for people of one room (ruling 31).
    `first_dice` is the time of the table's first dice in the current game, None before that.
    """

    room: Room
    players: Mapping[Side, str]
    board: str
    moved_to: str
    linked: bool
    alarm: BoardAlarm | None
    since: datetime | None
    table: TableState | None = None
    awaited: Awaited | None = None
    side: Side | None = None
    turn: int = 0
    unconfirmed: Roll | None = None
    dice: Roll | None = None
    form: Mapping[str, Any] | None = None
    standing: ResultStanding | None = None
    by_hand: bool = False
    persons: Mapping[Side, PersonId] = field(default_factory=dict)
    away: frozenset[Side] = frozenset()
    asks: bool = False
    early: bool = False
    call: Call | None = None
    called: datetime | None = None
    coming: str = ""
    holds: tuple[ev.HoldSet, ...] = ()
    clocks: TableClocks | None = None
    first_dice: datetime | None = None

    @property
    def questioned(self) -> bool:
        """True if the players are asked if they accept a play against the roll (ruling 9)."""
        return self.table is not None and self.table.phase is Phase.QUESTIONED

    @property
    def unconfirming(self) -> tuple[Side, ...]:
        """The sides that still have to confirm the result of a game played to its end here."""
        if self.standing is None or self.standing.settled:
            return ()
        return tuple(side for side in Side if side not in self.standing.players)


@dataclass(frozen=True, slots=True)
class DifferingTurn:
    """A turn of a game in which the two rooms had different dice."""

    game: int
    key: TurnKey
    open: Roll
    closed: Roll


@dataclass(frozen=True, slots=True)
class MatchView:
    """A match for one visitor; `rooms` has the tables that they may see, the open room first.

    `game` is 0 until the match starts. `lead` is how many turns the open room is ahead, None for
    visitors who may not know; `max_lead` is the most turns that it may be ahead. `tail` is the turn
    to be thrown for the closed room only, else None. `rest_drawn` is True if the closed room's
    rolls are drawn for the rest of this game. `line_ups` are the teams that have handed in their
    line-up. `players` are the players' names by room and side, once both line-ups are in
    (ruling 13), and `seated` the players in each game that has a result. `results` are those that
    the visitor may see; `standings` says for each of these results if it is confirmed.
    `final_score`, once the match is over, are both teams' victory points, or the sums of their
    counted games. `names` has the names of the people who entered results, and of two players
    without teams.

    `trial` is True if the match counts in no standings. `differing` are turns in which the rooms
    had different dice, only for visitors who see both rooms (ruling 9). `hidden` is True if the
    visitor plays in the match; they are shown only what everybody in the match knows.

    `sums` are the figures beside both names, in IMP if the match is scored in IMP, None before the
    match starts. They count all results for visitors who see both rooms, the results of one room
    for people of that room, and games over in both rooms for players of the match. `minutes` is the
    estimated length of a game, in minutes. `protocol` is made from `results`; it is None before the
    match starts and for a match that is only listed.

    A match at one table is played to `length` points and has no number of games; `length` is 0 for
    other matches. `score` are both players' points so far, `scored` the games that made them.
    `crawford` is True in the Crawford game, `cube` if this game has a cube.
    """

    match_id: MatchId
    event: str
    teams: PerTeam[str]
    line_ups: frozenset[str]
    rooms: Mapping[Room, RoomView]
    players: Mapping[Room, Mapping[Side, str]]
    trial: bool = False
    games: int = 0
    roll_set: int = 0
    length: int = 0
    score: PerTeam[int] | None = None
    scored: tuple[GameScore, ...] = ()
    crawford: bool = False
    cube: bool = True
    game_name: str = BACKGAMMON.name
    game: int = 0
    attempt: int = 0
    over: bool = False
    signed: frozenset[str] = frozenset()
    lead: int | None = None
    max_lead: int = 0
    tail: TurnKey | None = None
    rest_drawn: bool = False
    results: Mapping[tuple[int, Room], RoomResult] = field(default_factory=dict)
    seated: Mapping[tuple[int, Room], Mapping[Side, str]] = field(default_factory=dict)
    standings: Mapping[tuple[int, Room], ResultStanding] = field(default_factory=dict)
    attempts: Mapping[int, int] = field(default_factory=dict)
    final_score: PerTeam[int] | None = None
    sums: PerTeam[int] | None = None
    minutes: int = MINUTES_A_GAME
    names: Names = NO_NAMES
    hidden: bool = False
    protocol: AnyProtocol | None = None
    differing: tuple[DifferingTurn, ...] = ()

    @property
    def address(self) -> MatchAddress:
        """The name of the match for people, by which its pages are addressed."""
        return self.names.match(self.match_id)

    @property
    def opponents(self) -> PerTeam[str]:
        """The names of the teams, or of two players without teams."""
        return PerTeam(self.names.by(self.teams.home), self.names.by(self.teams.away))

    @property
    def one_table(self) -> bool:
        """True if two players play at a single table, to a number of points (ruling 17)."""
        return self.length > 0

    @property
    def unconfirmed(self) -> tuple[tuple[int, Room], ...]:
        """The results that were entered and that somebody else still has to confirm (ruling 15)."""
        return tuple(place for place, known in self.standings.items() if known.unconfirmed)

    @property
    def kept_by_hand(self) -> bool:
        """True if one of the results that the visitor sees was recorded by hand."""
        return any(standing.by_hand for standing in self.standings.values())

    @property
    def unsigned(self) -> tuple[str, ...]:
        """The teams or players that still have to sign the match protocol.

        It is empty until all results are confirmed, because nobody can sign before.
        """
        if not self.over or self.unconfirmed:
            return ()
        return tuple(team for team in (self.teams.home, self.teams.away) if team not in self.signed)


def rooms_of(visitor: Visitor) -> tuple[Room, ...]:
    """Return the rooms that a visitor may see while a match is played."""
    if visitor.role in HALL_ROLES:
        return tuple(Room)
    if visitor.role in (Role.CLERK, Role.PLAYER) and visitor.room is not None:
        return (visitor.room,)
    return ()


def match_view(
    record: MatchRecord, visitor: Visitor, around: Surroundings, shown: Sight = Sight.BY_ROLE
) -> MatchView:
    """Return the match as far as the visitor may see it.

    `around` has what is not in the match's record. `shown` is what ruling 34 lets the visitor see:
    a visitor who plays in the match sees less than their role allows.
    """
    hidden = shown is Sight.NOTHING
    rooms = () if hidden else rooms_of(visitor)
    seen = tuple(room for room in rooms if room in record.rooms)
    state = record.state
    basis: dict[str, Any] = {
        "match_id": record.match_id,
        "event": record.scheduled.event,
        "trial": record.scheduled.trial,
        "teams": PerTeam(*record.teams),
        "game_name": record.game.name,
        "line_ups": frozenset(record.line_ups),
        "players": {room: players_in(record, room, around.names) for room in record.rooms},
        "names": around.names,
        "hidden": hidden,
        "minutes": around.minutes,
        "rooms": {
            room: _room_view(record, room, around, both=visitor.role in HALL_ROLES) for room in seen
        },
        **_of_its_kind(record, state, seen),
    }
    if state is None:
        return MatchView(**basis)
    results = _results(state, seen)
    protocol = protocol_of(record, results)
    return MatchView(
        **basis,
        game=state.game,
        attempt=state.attempt,
        over=state.over,
        signed=frozenset(record.signed),
        cube=state.cube_limit(record.game, state.game) > 0,
        results=results,
        standings={place: state.standings[place] for place in results},
        attempts=state.attempts,
        seated={
            (game, room): players_in(record, room, around.names, game) for game, room in results
        },
        final_score=_final_score(record) if state.over else None,
        sums=_sums(record, results, seen, protocol),
        protocol=protocol,
    )


def _of_its_kind(
    record: MatchRecord, state: AnyMatchState | None, seen: tuple[Room, ...]
) -> dict[str, Any]:
    """Return the fields of MatchView that only matches of this match's kind have.

    The kinds are matches in two rooms and matches at one table. `seen` are the rooms that the
    visitor sees.
    """
    scheduled = record.scheduled
    if isinstance(scheduled, ev.MatchPlayScheduled):
        assert isinstance(state, MatchPlayState)
        score = PerTeam(state.score.white, state.score.red)
        return {
            "length": scheduled.length,
            "score": score,
            "scored": tuple(map(game_score, scored_games(state))),
            "crawford": state.score.crawford,
        }
    rolls: dict[str, Any] = {}
    if isinstance(state, DuplicateState) and len(seen) == len(Room):
        drawn = state.rest_drawn and state.closed.result is None
        rolls = {
            "lead": lead(state),
            "tail": tail_key(state),
            "rest_drawn": drawn,
            "differing": tuple(_differing(state)),
        }
    return {
        "games": scheduled.games,
        "roll_set": roll_set_shown(record, state.game if state else 1),
        "max_lead": scheduled.max_lead,
        **rolls,
    }


def roll_set_shown(record: MatchRecord, game: int) -> int:
    """Return the number of a game's roll set, counted through the event.

    The roll sets of a match that counts in no standings have no such numbers; for such a match the
    number of the game is returned.
    """
    return record.roll_set_of(game) or game


def _differing(state: DuplicateState) -> Iterator[DifferingTurn]:
    for game in state.attempts:
        for key, record in state.rolls_of(game).items():
            if record.differs:
                lay = record.in_room(Room.OPEN), record.in_room(Room.CLOSED)
                yield DifferingTurn(game, key, *lay)


def _results(state: MatchInPlay, seen: tuple[Room, ...]) -> Mapping[tuple[int, Room], RoomResult]:
    """Return the results that a visitor may see, keyed by game and room.

    These are all results of the rooms in `seen`, and those of games that are over in both rooms.
    """
    return {
        (game, room): result
        for (game, room), result in sorted(state.results.items(), key=_by_game_and_room)
        if room in seen or game < state.game or state.over
    }


def _sums(
    record: MatchRecord,
    results: Mapping[tuple[int, Room], RoomResult],
    seen: tuple[Room, ...],
    protocol: AnyProtocol,
) -> PerTeam[int]:
    """Return the sums of the results that a visitor may see, home first.

    `results` are these results, and `protocol` is made from them. While the match is played, people
    of one room see the sums of that room only; afterwards they see the sums of both rooms. `seen`
    are the rooms that the visitor sees.
    """
    whole = not seen or record.is_over
    own = {place: result for place, result in results.items() if whole or place[1] in seen}
    return PerTeam(*(sums(protocol) if own == results else score_so_far(record, own)))


def _by_game_and_room(item: tuple[tuple[int, Room], RoomResult]) -> tuple[int, bool]:
    (game, room), _ = item
    return game, room is Room.CLOSED


def _final_score(record: MatchRecord) -> PerTeam[int] | None:
    score = final_score(match_protocol(record))
    return None if score is None else PerTeam(*score)


def _room_view(record: MatchRecord, room: Room, around: Surroundings, *, both: bool) -> RoomView:
    persons = persons_in(record, room)
    basis: dict[str, Any] = {
        "room": room,
        "players": players_in(record, room, around.names),
        "board": record.boards.get(room, ""),
        "moved_to": (
            around.names.match(record.moved[room].to_match).label if room in record.moved else ""
        ),
        "linked": room in record.linked,
        "alarm": around.alarms.get(room),
        "asks": room in around.asks,
        "since": around.since.get(room),
        "persons": persons,
        "away": frozenset(side for side, person in persons.items() if person in record.away),
        **_called_and_held(record, room, around, both=both),
        "clocks": table_clocks(around.clocks, record.state, room),
        "first_dice": around.first_dice.get(room),
    }
    state = record.state
    if state is None:
        return RoomView(**basis)
    wait = awaited(state, room)
    rolled = _played(state, state.table(room))
    return RoomView(
        **basis,
        table=state.table(room),
        awaited=wait.what,
        side=wait.side,
        turn=wait.turn,
        unconfirmed=_unconfirmed(state) if room is Room.OPEN else None,
        dice=rolled.dice if rolled else None,
        form=standing_table_form(record.game, state, room),
        standing=state.standing(room),
        early=room is Room.OPEN and state.early is not None,
        by_hand=not state.over and may_be_kept_by_hand(state, room),
    )


def _called_and_held(
    record: MatchRecord, room: Room, around: Surroundings, *, both: bool
) -> dict[str, Any]:
    """Return the fields of RoomView about the table's call for the director and its holds.

    `both` is True if the visitor sees both rooms and so may know all reasons (ruling 31).
    """
    call = record.director.calls.get(room)
    of_a_room = (ev.HoldScope.TABLE, ev.HoldScope.ROOM)
    holds = record.director.holds_of(room)
    return {
        "call": call,
        "called": around.called.get(room) if call is not None else None,
        "coming": named(around.names.by(call.coming)) if call is not None and call.coming else "",
        "holds": tuple(
            each if both or each.scope in of_a_room else replace(each, by="", reason="")
            for each in holds
        ),
    }


def players_in(
    record: MatchRecord, room: Room, names: Names, game: int | None = None
) -> Mapping[Side, str]:
    """Return the names of a room's players now or in game `game`, by side; long names are cut.

    If the match has line-ups, the result is empty until both are in (ruling 13).
    """
    return {
        side: named(names.of(person)) for side, person in persons_in(record, room, game).items()
    }


def persons_in(record: MatchRecord, room: Room, game: int | None = None) -> Mapping[Side, PersonId]:
    """Return the ids of a room's players now or in game `game`, keyed by side.

    If the match has line-ups, the result is empty until both are in.
    """
    if not has_begun(record):
        return {}
    teams = teams_in(record, room)
    return {side: player_of(record, team, room, game) for side, team in teams.items()}


def teams_in(record: MatchRecord, room: Room) -> Mapping[Side, str]:
    """Return each side's team in that room (ruling 5).

    In a match at one table, the first opponent is White.
    """
    teams = PerTeam(*record.teams)
    return {side: teams.of(team_of(side, room)) for side in Side}


def _unconfirmed(state: MatchInPlay) -> Roll | None:
    key = uncounted(state)
    return state.rolls[key].dice if key is not None else None


def _played(state: MatchInPlay, table: TableState) -> RollRecord | None:
    """Return the roll that is being played at this table, or None if there is none."""
    if table.phase not in (Phase.MOVE, Phase.QUESTIONED) or table.current is None:
        return None
    return state.rolls[table.current]
