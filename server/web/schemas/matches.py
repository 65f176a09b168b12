"""A match, as it is set up, listed, and seen by its operator."""

from typing import Literal

from pydantic import BaseModel

from rules.duplicate.release import lead, tail_key
from rules.duplicate.state import MatchState
from rules.events import Embargo
from rules.room import Room
from rules.tables.throws import uncounted
from server.matches.line_ups import player_of
from server.matches.match_record import MatchRecord
from server.web.schemas.fields import Body, Name, Remark
from server.web.schemas.line_ups import LineUpSeats, line_up_seats
from server.web.schemas.results import StandingOut, standings_out
from server.web.schemas.tables import DiceOut, TableOut, table_of


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


class MatchStateOut(MatchOut):
    """A match as its operator sees it: both rooms. Never for players or the public.

    `tail`: the closed room waits for rolls of its own; `last_rolls` is how it gets them. `latest`
    are the dice of this game that were thrown last.
    """

    game: int
    attempt: int
    lead: int
    tail: bool
    last_rolls: Literal["thrown", "drawn"]
    embargo: Embargo
    line_ups: dict[str, LineUpSeats]
    seats: dict[str, LineUpSeats]
    latest: DiceOut | None
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
        last_rolls="drawn" if _drawn(record) else "thrown",
        embargo=record.embargo_in_force,
        line_ups={team: line_up_seats(record, team) for team in record.line_ups},
        seats=_seats(record),
        latest=_latest(state) if state else None,
        unconfirmed_throw=state is not None and uncounted(state) is not None,
        tables={room.value: table_of(record, state, room) for room in Room} if state else {},
        results=standings_out(state) if state else [],
        signed=dict(record.signed),
    )


def _drawn(record: MatchRecord) -> bool:
    return record.state.tail_drawn if record.state else record.scheduled.tail_drawn


def _seats(record: MatchRecord) -> dict[str, LineUpSeats]:
    """Who sits where now, substitutes included; nobody before the match starts."""
    if record.started is None:
        return {}
    return {
        team: LineUpSeats(
            open_player=player_of(record, team, Room.OPEN),
            closed_player=player_of(record, team, Room.CLOSED),
        )
        for team in record.teams
    }


def _latest(state: MatchState) -> DiceOut | None:
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
