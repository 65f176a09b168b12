"""What the operator's API answers."""

from datetime import datetime

from pydantic import BaseModel

from rules.duplicate.awaited import awaited
from rules.duplicate.release import lead, tail_key
from rules.duplicate.state import MatchState
from rules.duplicate.throws import uncounted
from rules.errors import MatchRefused
from rules.room import Room
from rules.unseen_characters import all_visible
from server.console.alarm_words import alarm_words
from server.console.speech import Words
from server.hall import Hall
from server.matches.match_record import MatchRecord
from server.matches.table_form import standing_table_form


class TeamOut(BaseModel):
    """A registered team."""

    name: str
    players: list[str]


class MatchOut(BaseModel):
    """A match in the list of matches."""

    number: int
    event: str
    home: str
    away: str
    games: int
    status: str


class ScheduledOut(BaseModel):
    """The number a new match got."""

    number: int


class SealedOut(BaseModel):
    """Whether a line-up waits for the other team's."""

    sealed: bool


class BoardKeyOut(BaseModel):
    """A new board's key, shown this once."""

    board_id: str
    key: str


class LinkAlarmOut(BaseModel):
    """What is wrong at a port or address where no board is in session; `alarm` is in words.

    `boards` are the ids that the far ends gave themselves, unproven; it came `count` times.
    """

    number: int
    where: str
    cable: bool
    boards: list[str]
    alarm: str
    count: int
    since: datetime
    latest: datetime


class BoardOut(BaseModel):
    """A connected or registered board; `alarm` is for the technician, empty when all is well."""

    board_id: str
    label: str
    link: str
    where: str
    match: int | None
    room: str | None
    alarm: str


class EffectOut(BaseModel):
    """What an order did, by the names of its events."""

    events: list[str]


class ResultOut(BaseModel):
    """A finished game in one room; `tally`: what White and Red counted, if the game is counted.

    `adjusted` are the director's small match points of home and away in place of all that.
    """

    loser: str | None
    ending: str
    left: int
    cube: int
    owner: str | None
    proposer: str | None
    tally: tuple[int, int]
    adjusted: tuple[int, int] | None


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


class TableOut(BaseModel):
    """One room's table: what it waits for, and what lies there as the feed's `table` tells it.

    `dice` are those being played; `doubled` is the value of a double that waits for its answer;
    `score` is of a game that counts points.
    """

    board: str | None
    linked: bool
    phase: str
    turn: int | None
    awaited: str
    awaited_from: str
    confirmed: list[str]
    position: dict[str, list[int]]
    on_turn: str | None
    dice: DiceOut | None
    cube: CubeOut
    doubled: int | None
    score: dict[str, SideScoreOut] | None
    result: ResultOut | None


class StandingOut(BaseModel):
    """A result of a game in one room and how far it is confirmed (ruling 15).

    `result` counts the game's results there from 1 and is named by a confirmation; `entered_by` is
    the account that entered or corrected it, empty where it was played out.
    """

    game: int
    attempt: int
    room: str
    result: int
    entered_by: str
    confirmed: bool
    players: list[str]
    captains: list[str]


class MatchStateOut(MatchOut):
    """A match as its operator sees it: both rooms. Never for players or the public."""

    game: int
    attempt: int
    lead: int
    tail: bool
    unconfirmed_throw: bool
    tables: dict[str, TableOut]
    results: list[StandingOut]
    signed: dict[str, str]


def match_out(record: MatchRecord) -> MatchOut:
    """A match's line in the list."""
    scheduled = record.scheduled
    return MatchOut(
        number=scheduled.number,
        event=scheduled.event,
        home=scheduled.home,
        away=scheduled.away,
        games=scheduled.games,
        status=status_of(record),
    )


def status_of(record: MatchRecord) -> str:
    """Planned, playing, finished or signed."""
    if record.state is None:
        return "planned"
    if not record.state.over:
        return "playing"
    return "signed" if set(record.signed) == set(record.teams) else "finished"


def match_state_out(record: MatchRecord) -> MatchStateOut:
    """Everything the operator needs to see of a match."""
    state = record.state
    return MatchStateOut(
        **match_out(record).model_dump(),
        game=state.game if state else 0,
        attempt=state.attempt if state else 0,
        lead=lead(state) if state else 0,
        tail=state is not None and tail_key(state) is not None,
        unconfirmed_throw=state is not None and uncounted(state) is not None,
        tables={room.value: _table(record, state, room) for room in Room} if state else {},
        results=_standings(state) if state else [],
        signed=dict(record.signed),
    )


def _standings(state: MatchState) -> list[StandingOut]:
    return [
        StandingOut(
            game=game,
            attempt=state.attempts[game],
            room=room.value,
            result=standing.number,
            entered_by=standing.entered_by,
            confirmed=standing.confirmed,
            players=sorted(side.value for side in standing.players),
            captains=sorted(side.value for side in standing.captains),
        )
        for game in range(1, state.games + 1)
        for room in Room
        if (standing := state.standing(room, game)) is not None
    ]


def table_out(record: MatchRecord, room: Room) -> TableOut:
    """One room's table; raises MatchRefused before the match has started."""
    if record.state is None:
        raise MatchRefused("match", record.number, "a match that has started")
    return _table(record, record.state, room)


def _table(record: MatchRecord, state: MatchState, room: Room) -> TableOut:
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
        confirmed=sorted(side.value for side in standing.players) if standing else [],
    )


def boards_out(hall: Hall, labels: dict[str, str], words: Words) -> list[BoardOut]:
    """Every board that has a key, a table or a link, its alarm in that language."""
    places = {
        board_id: (process.record.number, room.value)
        for process in hall.matches.values()
        for room, board_id in process.record.boards.items()
    }
    found = []
    for board_id in sorted({*labels, *places, *hall.boards.seats}):
        seat, alarm = hall.boards.seats.get(board_id), hall.boards.alarm_of(board_id)
        match, room = places.get(board_id, (None, None))
        found.append(
            BoardOut(
                board_id=board_id,
                label=labels.get(board_id, ""),
                link=seat.link.state.value if seat else "down",
                where=seat.where if seat else "",
                match=match,
                room=room,
                alarm=alarm_words(alarm, words) if alarm else "",
            )
        )
    return found


def link_alarms_out(hall: Hall, words: Words) -> list[LinkAlarmOut]:
    """What is wrong with ports and with boards that are not in session, in that language."""
    return [
        LinkAlarmOut(
            number=each.number,
            where=all_visible(each.where),
            cable=each.cable,
            boards=[all_visible(board) for board in each.boards],
            alarm=alarm_words(each.alarm, words),
            count=each.count,
            since=each.since,
            latest=each.latest,
        )
        for each in hall.boards.alarms.all()
    ]
