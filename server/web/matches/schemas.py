"""Bodies and answers of the API about a match, its line-ups, clocks and tables."""

from collections.abc import Mapping
from dataclasses import asdict
from datetime import datetime
from typing import Annotated, Literal

from pydantic import BaseModel, StringConstraints

from rules.any_match import AnyMatchState, DuplicateState, MatchPlayState, awaited
from rules.clocks import FREE_MS, MatchClocks, milliseconds
from rules.duplicate.release import lead, tail_key
from rules.errors import MatchRefused
from rules.events import MINUTES_A_GAME, AnyScheduled, Clocks, Embargo, MatchScheduled
from rules.games.backgammon import BACKGAMMON
from rules.identities import MatchId
from rules.position import Side
from rules.room import Room
from rules.tables.state import MatchInPlay
from rules.tables.throws import uncounted
from server.matches.hall_holds import director_at
from server.matches.line_ups import WORD_LETTERS, player_of
from server.matches.match_process import MatchProcess
from server.matches.match_record import MatchRecord
from server.matches.sheets import still_settable
from server.values.finished_match import FinishedMatch
from server.values.naming import NO_NAMES, Names
from server.values.table_form import standing_table_form
from server.web.orders.fields import Body, Name, NewName, Remark, RoomName
from server.web.orders.results import ResultValues, StandingOut, standings_out


class LineUpSeats(Body):
    """A team's players in the open and in the closed room, each by present name or person's id."""

    open_player: Name
    closed_player: Name


class LineUpIn(LineUpSeats):
    """A line-up to be handed in; `was` is the line-up that it replaces, or null."""

    team: Name
    was: LineUpSeats | None


class WordIn(Body):
    """A team's word, which becomes part of the seed of drawn rolls."""

    team: Name
    word: Annotated[
        str, StringConstraints(strip_whitespace=True, min_length=1, max_length=WORD_LETTERS)
    ]


class WordOut(BaseModel):
    """The answer to a word: `sealed` is true until the other team's word is in."""

    sealed: bool


class LineUpOut(BaseModel):
    """The answer to a line-up: `sealed` is true until the other team's line-up is in."""

    sealed: bool


class OwnLineUpOut(BaseModel):
    """The line-up that a team has handed in last, or null if it has handed in none."""

    line_up: LineUpSeats | None


def line_up_seats(record: MatchRecord, team: str, names: Names) -> LineUpSeats:
    """Return the line-up that a team has handed in last, by players' names.

    Call it only for a team that has handed one in.
    """
    entered = record.line_ups[team]
    return LineUpSeats(
        open_player=names.of(entered.open_player), closed_player=names.of(entered.closed_player)
    )


class ClocksOut(BaseModel):
    """The way in which time is counted in a match.

    `minutes` is each player's reserve for each game or, in a match at one table, for each point.
    """

    clocks: Clocks
    minutes: int


class ClockOut(BaseModel):
    """A table's clock at this moment, in milliseconds.

    `white_ms` and `red_ms` are what is left of the players' reserves; they are below 0 once a
    reserve is overdrawn. `runs` is the side whose time is running, or null. `free_ms` is what is
    left of that side's free time in this turn.
    """

    white_ms: int
    red_ms: int
    free_ms: int
    runs: str | None


def clocks_out(record: MatchRecord) -> ClocksOut:
    """Return the way in which time is counted in a match now."""
    setting = record.clocks_in_force
    return ClocksOut(clocks=setting.clocks, minutes=setting.minutes)


def clock_out(clocks: MatchClocks | None, room: Room, now: datetime) -> ClockOut | None:
    """Return a table's clock at the time `now`, None if time is not counted."""
    if clocks is None or clocks.setting.clocks is Clocks.OFF:
        return None
    clock = clocks.tables[room].at(milliseconds(now))
    white, red = (clocks.reserve_ms - clock.used(side) for side in (Side.WHITE, Side.RED))
    runs = clock.acting.side.value if clock.running and clock.acting is not None else None
    return ClockOut(white_ms=white, red_ms=red, free_ms=FREE_MS - clock.free_ms, runs=runs)


class RoomIn(Body):
    """One of a match's two rooms."""

    room: RoomName


def room_of_form(fields: Mapping[str, str]) -> Room:
    """Return the room named by a form's field `room`; raises pydantic's ValidationError."""
    return Room(RoomIn.model_validate({"room": fields.get("room")}).room)


class RecordingOut(BaseModel):
    """A table's recording of positions: `positions` is true if positions are recorded.

    `settable` is true while this can be changed, which is before the table has begun the match.
    """

    positions: bool
    settable: bool


class CubeOut(BaseModel):
    """The cube in force. `owner` is a side, or null while the cube is centred."""

    value: int
    owner: str | None


class DiceOut(BaseModel):
    """A throw with its game, side and turn. In an opening throw White's die comes first."""

    game: int
    side: str
    turn: int
    dice: tuple[int, int]
    opening: bool


class SideScoreOut(BaseModel):
    """A side's points and trous in a game that counts them at the table.

    `holes` is the number of trous, `points` the number of points towards the next trou. `tokens` is
    the number of small discs on the board that show these points, and `triangle` the distance of
    these discs from the side's talon, in triangles of the board; both are 0 if `points` is 0.
    """

    points: int
    holes: int
    tokens: int
    triangle: int


class DirectorOut(BaseModel):
    """The table's call and hold: whether the director was called, and why the table is held.

    `coming` is the id of the person who comes. `held` is null while the table is not held. `held`
    is empty if the whole match or hall is held, because rooms are not told the reason.
    """

    called: bool
    coming: str | None
    held: str | None


class TableOut(BaseModel):
    """One room's table: the checkers, dice and cube on it, and the decision it waits for.

    `position` is null if positions are not recorded. `dice` is the roll that is being played.
    `doubled` is the value of a double that waits for an answer, `to_answer` the side that has to
    give it; `on_turn` is then the doubler. `score` is null unless points are
    counted at the table. `cube` is null in the Crawford game (ruling 17). `clock` is null if time
    is not counted.
    """

    board: str | None
    linked: bool
    phase: str
    turn: int | None
    awaited: str
    awaited_from: str
    confirmed: list[str]
    position: dict[str, list[int]] | None
    on_turn: str | None
    to_answer: str | None
    dice: DiceOut | None
    cube: CubeOut | None
    doubled: int | None
    score: dict[str, SideScoreOut] | None
    result: ResultValues | None
    director: DirectorOut
    clock: ClockOut | None


def recording_out(record: MatchRecord, room: Room) -> RecordingOut:
    """Return whether a room's table records positions, and whether that can still be changed.

    Raises MatchRefused if the match has no table in that room.
    """
    if room not in record.rooms:
        raise MatchRefused("room", room.value, ", ".join(each.value for each in record.rooms))
    recorded = room not in record.unrecorded
    return RecordingOut(positions=recorded, settable=still_settable(record, room))


def table_out(process: MatchProcess, room: Room, now: datetime) -> TableOut:
    """Return one room's table as it stands now.

    Raises MatchRefused before the match has started, or if the match has no table in that room.
    """
    record = process.record
    if room not in record.rooms:
        raise MatchRefused("room", room.value, ", ".join(each.value for each in record.rooms))
    if record.state is None:
        raise MatchRefused("match", record.match_id, "a match that has started")
    return table_of(record, record.state, room, clock_out(process.clocks, room, now))


def table_of(
    record: MatchRecord, state: AnyMatchState, room: Room, clock: ClockOut | None
) -> TableOut:
    """Return one room's table of a match that has started."""
    table, standing = state.table(room), state.standing(room)
    wait = awaited(state, room)
    return TableOut(
        **standing_table_form(record.game, state, room),
        board=record.boards.get(room),
        linked=room in record.linked,
        phase=table.phase.value,
        turn=table.current.turn if table.current else None,
        awaited=wait.what.value,
        awaited_from=wait.side.value if wait.side else "none",
        clock=clock,
        confirmed=sorted(side.value for side in standing.players) if standing else [],
        director=DirectorOut(**asdict(director_at(record, room, NO_NAMES))),
    )


class MatchIn(Body):
    """A match of two registered teams, to be set up. The team `home` has White in the open room.

    `game` is backgammon, long-gammon or trictrac; `games` is the number of games in each room (4,
    5, 6, 7, 8, 10 or 12; 1 to 12 of trictrac). `tail` is how the closed room gets the rolls that it
    needs after the open room's game has ended: thrown at the open board, or drawn from a seed whose
    SHA-256 is published before the match (ruling 8). `embargo` is what spectators may see of the
    open room during a game (ruling 12). A `trial` does not count in standings. `clocks` says
    whether time is counted, and whether the clock is only shown or calls the director too;
    `clock_minutes` is each player's reserve for each game, 1 to 60 minutes (ruling 30).
    """

    home: Name
    away: Name
    game: str = BACKGAMMON.name
    games: int = 6
    event: Remark = ""
    max_lead: int = 0
    tail: Literal["thrown", "drawn"] = "thrown"
    embargo: Embargo = Embargo.LOCKSTEP
    trial: bool = False
    clocks: Clocks = Clocks.OFF
    clock_minutes: int = MINUTES_A_GAME


class MatchPlayIn(Body):
    """A match of two players at one table, to be set up; the match begins at once.

    The match is played to `length` points, 1 to 64, with the Crawford game (ruling 17). `game` is
    backgammon or long-gammon. A `trial` does not count in the players' statistics. `clock_minutes`
    is each player's reserve for each point, in minutes, if time is counted.
    """

    white: NewName
    red: NewName
    length: int
    game: str = BACKGAMMON.name
    event: Remark = ""
    trial: bool = False
    clocks: Clocks = Clocks.OFF
    clock_minutes: int = MINUTES_A_GAME


class NewMatchOut(BaseModel):
    """A new match's tournament, by its short name, and the match's number there."""

    tournament: str
    number: int


class MatchOut(BaseModel):
    """A match in a list. It has `games` in each room, or is played to `length` points.

    `home` is the team with White in the open room; in a match at one table it is the player of
    White. A `trial` does not count in standings.
    """

    tournament: str
    number: int
    event: str
    home: str
    away: str
    game_name: str
    games: int | None
    length: int | None
    status: str
    trial: bool


class MatchStateOut(MatchOut):
    """A match as its operator sees it, with both rooms. It is never shown to players or the public.

    `tail` is true while the closed room waits for rolls of its own, after the open room's game is
    over; `last_rolls` is how the closed room gets these rolls. `latest` is the throw made last in
    the current game. `score` is the score of a match at one table, White's points first. `crawford`
    is true in the Crawford game.
    """

    game: int
    attempt: int
    lead: int
    tail: bool
    last_rolls: Literal["thrown", "drawn"]
    embargo: Embargo
    clocks: ClocksOut
    line_ups: dict[str, LineUpSeats]
    seats: dict[str, LineUpSeats]
    latest: DiceOut | None
    unconfirmed_throw: bool
    tables: dict[str, TableOut]
    results: list[StandingOut]
    signed: dict[str, str]
    score: tuple[int, int] | None
    crawford: bool


def new_match_out(match_id: MatchId, names: Names) -> NewMatchOut:
    """Return the tournament and number of a match that has been set up."""
    return NewMatchOut(tournament=names.match(match_id).tournament, number=match_id.number)


def match_out(record: MatchRecord, names: Names) -> MatchOut:
    """Return a match as it appears in a list."""
    return _listed(record.scheduled, names, status_of(record))


def finished_match_out(finished: FinishedMatch, names: Names) -> MatchOut:
    """Return a finished match, of which only a summary is in memory, as it appears in a list."""
    signed = set(finished.signed) == set(finished.teams)
    return _listed(finished.scheduled, names, "signed" if signed else "finished")


def _listed(scheduled: AnyScheduled, names: Names, status: str) -> MatchOut:
    home, away = map(names.by, scheduled.opponents)
    return MatchOut(
        tournament=names.match(scheduled.match_id).tournament,
        number=scheduled.number,
        event=scheduled.event,
        home=home,
        away=away,
        game_name=scheduled.game_name,
        games=scheduled.games if isinstance(scheduled, MatchScheduled) else None,
        length=None if isinstance(scheduled, MatchScheduled) else scheduled.length,
        status=status,
        trial=scheduled.trial,
    )


def status_of(record: MatchRecord) -> str:
    """Return how far a match has got: "planned", "playing", "finished" or "signed"."""
    if record.state is None:
        return "planned"
    if not record.state.over:
        return "playing"
    return "signed" if set(record.signed) == set(record.teams) else "finished"


def match_state_out(process: MatchProcess, names: Names, now: datetime) -> MatchStateOut:
    """Return a match as its operator sees it, with its clocks at the time `now`."""
    record, state = process.record, process.record.state
    return MatchStateOut(
        **match_out(record, names).model_dump(),
        game=state.game if state else 0,
        attempt=state.attempt if state else 0,
        lead=lead(state) if isinstance(state, DuplicateState) else 0,
        tail=isinstance(state, DuplicateState) and tail_key(state) is not None,
        last_rolls="drawn" if _drawn(record) else "thrown",
        embargo=record.embargo_in_force,
        clocks=clocks_out(record),
        line_ups={team: line_up_seats(record, team, names) for team in record.line_ups},
        seats=_seats(record, names),
        latest=_latest(state) if state else None,
        unconfirmed_throw=state is not None and uncounted(state) is not None,
        tables=(
            {
                room.value: table_of(record, state, room, clock_out(process.clocks, room, now))
                for room in record.rooms
            }
            if state
            else {}
        ),
        results=standings_out(state, names) if state else [],
        signed={names.by(team): names.by(by) for team, by in record.signed.items()},
        score=(state.score.white, state.score.red) if isinstance(state, MatchPlayState) else None,
        crawford=isinstance(state, MatchPlayState) and state.score.crawford,
    )


def _drawn(record: MatchRecord) -> bool:
    if isinstance(record.state, DuplicateState):
        return record.state.tail_drawn
    return isinstance(record.scheduled, MatchScheduled) and record.scheduled.tail_drawn


def _seats(record: MatchRecord, names: Names) -> dict[str, LineUpSeats]:
    """Return each team's players in their rooms now, substitutes included.

    Return an empty dict before the match has started.
    """
    if record.started is None:
        return {}
    return {
        team: LineUpSeats(
            open_player=names.of(player_of(record, team, Room.OPEN)),
            closed_player=names.of(player_of(record, team, Room.CLOSED)),
        )
        for team in record.teams
    }


def _latest(state: MatchInPlay) -> DiceOut | None:
    key = state.last_thrown
    if key is None:
        return None
    roll = state.rolls[key]
    return DiceOut(
        game=state.game,
        side=key.side.value,
        turn=key.turn,
        dice=(roll.dice.first, roll.dice.second),
        opening=roll.opening,
    )
