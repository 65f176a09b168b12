"""A match and its tables as the API tells them: line-ups, what lies there, what it waits for."""

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
    """Who of a team sits in which room: a name as it is now, or the id of a person."""

    open_player: Name
    closed_player: Name


class LineUpIn(LineUpSeats):
    """Who of a team is to sit in which room; `was` is the line-up that this one replaces."""

    team: Name
    was: LineUpSeats | None


class WordIn(Body):
    """A team's word that the seed of drawn rolls is joined with."""

    team: Name
    word: Annotated[
        str, StringConstraints(strip_whitespace=True, min_length=1, max_length=WORD_LETTERS)
    ]


class WordOut(BaseModel):
    """Whether a word waits for the other team's."""

    sealed: bool


class LineUpOut(BaseModel):
    """Whether a line-up waits for the other team's."""

    sealed: bool


class OwnLineUpOut(BaseModel):
    """A team's line-up as it was handed in last; empty before."""

    line_up: LineUpSeats | None


def line_up_seats(record: MatchRecord, team: str, names: Names) -> LineUpSeats:
    """Return the line-up of a team that has handed one in."""
    entered = record.line_ups[team]
    return LineUpSeats(
        open_player=names.of(entered.open_player), closed_player=names.of(entered.closed_player)
    )


class ClocksOut(BaseModel):
    """How time is counted in a match."""

    clocks: Clocks
    minutes: int


class ClockOut(BaseModel):
    """A table's clock as it stands now, in milliseconds.

    `white_ms` and `red_ms` are left of the reserves, less than 0 once they are overdrawn; `runs` is
    the side whose time runs, null while it is nobody's, and `free_ms` what is left of its turn that
    is not taken from the reserve.
    """

    white_ms: int
    red_ms: int
    free_ms: int
    runs: str | None


def clocks_out(record: MatchRecord) -> ClocksOut:
    """How time is counted in a match now."""
    setting = record.clocks_in_force
    return ClocksOut(clocks=setting.clocks, minutes=setting.minutes)


def clock_out(clocks: MatchClocks | None, room: Room, now: datetime) -> ClockOut | None:
    """Return a table's clock at that moment, None if time is not counted."""
    if clocks is None or clocks.setting.clocks is Clocks.OFF:
        return None
    clock = clocks.tables[room].at(milliseconds(now))
    white, red = (clocks.reserve_ms - clock.used(side) for side in (Side.WHITE, Side.RED))
    runs = clock.acting.side.value if clock.running and clock.acting is not None else None
    return ClockOut(white_ms=white, red_ms=red, free_ms=FREE_MS - clock.free_ms, runs=runs)


class RoomIn(Body):
    """Which of a match's two tables."""

    room: RoomName


def room_of_form(fields: Mapping[str, str]) -> Room:
    """Return the room named by a form's field `room`; raises pydantic's ValidationError."""
    return Room(RoomIn.model_validate({"room": fields.get("room")}).room)


class RecordingOut(BaseModel):
    """Whether a table records positions; `settable` until it has begun the match."""

    positions: bool
    settable: bool


class CubeOut(BaseModel):
    """The cube in force and whose it is; of nobody while it is centred."""

    value: int
    owner: str | None


class DiceOut(BaseModel):
    """A throw with its game, side and turn; White's die first in an opening."""

    game: int
    side: str
    turn: int
    dice: tuple[int, int]
    opening: bool


class SideScoreOut(BaseModel):
    """A side's points and holes; how many tokens show the points, at which field."""

    points: int
    holes: int
    tokens: int
    triangle: int


class DirectorOut(BaseModel):
    """Whether the table has called the director, who comes, by id, and why it is held.

    `held` is null where it is not, and empty where the match or the hall is: why is of no room.
    """

    called: bool
    coming: str | None
    held: str | None


class TableOut(BaseModel):
    """One room's table: what it waits for, and what lies there as the feed's `table` tells it.

    `position` is null where positions are not recorded, `dice` are those being played; `doubled` is
    the value of a double that waits for its answer; `score` is of a game that counts points. `cube`
    is null in the Crawford game (ruling 17), `clock` where time is not counted.
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
    dice: DiceOut | None
    cube: CubeOut | None
    doubled: int | None
    score: dict[str, SideScoreOut] | None
    result: ResultValues | None
    director: DirectorOut
    clock: ClockOut | None


def recording_out(record: MatchRecord, room: Room) -> RecordingOut:
    """Return what the next setting replaces; raises MatchRefused for a table not there."""
    if room not in record.rooms:
        raise MatchRefused("room", room.value, ", ".join(each.value for each in record.rooms))
    recorded = room not in record.unrecorded
    return RecordingOut(positions=recorded, settable=still_settable(record, room))


def table_out(process: MatchProcess, room: Room, now: datetime) -> TableOut:
    """One room's table as it stands now.

    Raises MatchRefused before the match has started, and where it has none there.
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
    """One room's table of a match that has started."""
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
    """A match of two registered teams: home has White in the open room.

    `game`: backgammon, long-gammon or trictrac; `games`: how many a room (4, 5, 6, 7, 8, 10 or 12,
    and 1 to 12 of trictrac).
    `tail`: rolls the closed room needs after the open game ended are thrown at the open board, or
    drawn from a seed whose SHA-256 is published before the match (ruling 8). `embargo`: what
    spectators are told of the open room while a game is played (ruling 12). A `trial` counts in no
    standings. `clocks`: whether time is counted, and calls the director or is only shown;
    `clock_minutes` is each player's reserve for each game, 1 to 60 (ruling 30).
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
    """A match of two players at one table, to `length` points with the Crawford game (ruling 17).

    `game` is backgammon or long-gammon; `length` is 1 to 64. It begins at once. A `trial` counts
    in nobody's sums. `clock_minutes` is each player's reserve for each point, where time counts.
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
    """How a new match is named from now on."""

    tournament: str
    number: int


class MatchOut(BaseModel):
    """A match in the list of matches: of `games` games a room, or to `length` points.

    `home` has White in the open room; of a match at one table it is the player of White. A `trial`
    counts in no standings.
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
    """A match as its operator sees it: both rooms. Never for players or the public.

    `tail`: the closed room waits for rolls of its own; `last_rolls` is how it gets them. `latest`
    are the dice of this game that were thrown last. `score` is that of a match to points, White's
    first; `crawford`: this is its Crawford game.
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
    """Return the name of a match that has been set up."""
    return NewMatchOut(tournament=names.match(match_id).tournament, number=match_id.number)


def match_out(record: MatchRecord, names: Names) -> MatchOut:
    """Return a match's line in the list."""
    return _listed(record.scheduled, names, status_of(record))


def finished_match_out(finished: FinishedMatch, names: Names) -> MatchOut:
    """Return the line of a match of which a summary is kept."""
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
    """Planned, playing, finished or signed."""
    if record.state is None:
        return "planned"
    if not record.state.over:
        return "playing"
    return "signed" if set(record.signed) == set(record.teams) else "finished"


def match_state_out(process: MatchProcess, names: Names, now: datetime) -> MatchStateOut:
    """Everything the operator needs to see of a match, its clocks as they stand now."""
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
    """Who sits where now, substitutes included; nobody before the match starts."""
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
