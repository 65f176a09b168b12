"""A match, as it is set up, listed, and seen by its operator."""

from typing import Literal

from pydantic import BaseModel

from rules.duplicate.release import lead, tail_key
from rules.duplicate.state import MatchState
from rules.events import Embargo
from rules.room import Room
from rules.tables.throws import uncounted
from server.matches.match_record import MatchRecord
from server.web.schemas.fields import Body, Name, Remark
from server.web.schemas.tables import TableOut, table_of


class MatchIn(Body):
    """A match of two registered teams: home has White in the open room.

    `game`: backgammon, long-gammon or trictrac; `games`: how many a room (4, 5, 6, 7, 8, 10 or 12,
    and 1 to 12 of trictrac).
    `tail`: rolls the closed room needs after the open game ended are thrown at the open board, or
    drawn from a seed whose SHA-256 is published before the match (ruling 8). `embargo`: what
    spectators are told of the open room while a game is played (ruling 12).
    """

    home: Name
    away: Name
    game: str = "backgammon"
    games: int = 6
    event: Remark = ""
    max_lead: int = 0
    tail: Literal["thrown", "drawn"] = "thrown"
    embargo: Embargo = Embargo.LOCKSTEP


class NewMatchOut(BaseModel):
    """The number a new match got."""

    number: int


class MatchOut(BaseModel):
    """A match in the list of matches."""

    number: int
    event: str
    home: str
    away: str
    games: int
    status: str


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
        tables={room.value: table_of(record, state, room) for room in Room} if state else {},
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
