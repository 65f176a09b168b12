"""A match, as it is set up, listed, and seen by its operator."""

from datetime import datetime
from typing import Literal

from pydantic import BaseModel

from rules.any_match import DuplicateState, MatchPlayState
from rules.duplicate.release import lead, tail_key
from rules.events import MINUTES_A_GAME, AnyScheduled, Clocks, Embargo, MatchScheduled
from rules.games.backgammon import BACKGAMMON
from rules.identities import MatchId
from rules.room import Room
from rules.tables.state import MatchInPlay
from rules.tables.throws import uncounted
from server.matches.finished_match import FinishedMatch
from server.matches.line_ups import player_of
from server.matches.match_process import MatchProcess
from server.matches.match_record import MatchRecord
from server.persons.naming import Names
from server.web.schemas.fields import Body, Name, NewName, Remark
from server.web.schemas.line_ups import LineUpSeats, line_up_seats
from server.web.schemas.results import StandingOut, standings_out
from server.web.schemas.tables import ClocksOut, DiceOut, TableOut, clock_out, clocks_out, table_of


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
    """The name of a match that has been set up."""
    return NewMatchOut(tournament=names.match(match_id).tournament, number=match_id.number)


def match_out(record: MatchRecord, names: Names) -> MatchOut:
    """A match's line in the list."""
    return _listed(record.scheduled, names, status_of(record))


def finished_match_out(finished: FinishedMatch, names: Names) -> MatchOut:
    """The same of a match of which a summary is kept."""
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
