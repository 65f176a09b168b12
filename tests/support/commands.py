"""Commands to a hall, sent as its operator; and events in a match's log that nobody decided."""

from typing import Any

from rules import commands as cmd
from rules import events as ev
from rules.position import Side
from rules.room import Ending, Room
from rules.tables import readings as rd
from server.access import Machine
from server.hall import Hall
from server.matches.decide import Command, Happened, RecordFacts
from server.matches.match_process import MatchProcess
from server.matches.stream_writer import Caused
from tests.support.ids import TOURNAMENT, match_id
from tests.support.persons import keep_persons

OPERATOR = Machine("operator")
NO_CONSENT = cmd.BoardConsent()


async def register_team(hall: Hall, name: str, players: tuple[str, ...]) -> None:
    """Enter a team; its players are kept as persons."""
    kept = await keep_persons(hall.persons, players)
    await hall.commands.to_tournament(
        TOURNAMENT, cmd.RegisterTeam(name=name, players=kept), OPERATOR
    )


async def schedule(hall: Hall, **fields: Any) -> MatchProcess:
    """Set up a match; the fields are those of ScheduleMatch."""
    scheduled = await hall.commands.schedule(TOURNAMENT, cmd.ScheduleMatch(**fields), OPERATOR)
    return hall.match(match_id(scheduled.number))


async def schedule_match_play(hall: Hall, **fields: Any) -> MatchProcess:
    """Set up a match to points; the fields are those of ScheduleMatchPlay."""
    names = {side: fields[side] for side in ("white", "red")}
    kept = await keep_persons(hall.persons, names.values())
    players = dict(zip(names, kept, strict=True))
    command = cmd.ScheduleMatchPlay(**{**fields, **players})
    scheduled = await hall.commands.schedule(TOURNAMENT, command, OPERATOR)
    return hall.match(match_id(scheduled.number))


async def send(hall: Hall, number: int, command: Command, actor: str) -> Happened:
    """Send a command to a match, as that board or machine."""
    return await hall.commands.to_match(match_id(number), command, Machine(actor))


async def happen(hall: Hall, number: int, *events: ev.Event, actor: str = "table") -> None:
    """Put events into a match's log."""
    await send(hall, number, RecordFacts(events), actor)


async def lost_by_red(hall: Hall, room: Room, left: int) -> None:
    """Enter a room's result of game 1 of match 1: Red lost it, with that many checkers left."""
    at: dict[str, Any] = {"game": 1, "attempt": 1, "room": room}
    result: dict[str, Any] = {"loser": Side.RED, "ending": Ending.BEAROFF, "left": left, "cube": 1}
    await send(hall, 1, rd.EnterResult(**at, **result), "operator")


async def happen_in_tournament(hall: Hall, *events: ev.Event) -> None:
    """Put events into the tournament's log."""
    process = hall.tournaments.processes[TOURNAMENT]
    process._take(await process._writer.write([Caused("director", events)]))


async def assign_board(
    hall: Hall, number: int, room: Room, board_id: str, consent: cmd.BoardConsent = NO_CONSENT
) -> None:
    """Put a board on a table, whatever stands there."""
    was = hall.match(match_id(number)).record.boards.get(room)
    command = cmd.AssignBoard(board_id, match_id(number), room, consent, was)
    await hall.commands.assign_board(command, OPERATOR)


async def remove_board(hall: Hall, number: int, room: Room) -> None:
    """Take the board from a table."""
    command = cmd.RemoveBoard(room, hall.match(match_id(number)).record.boards.get(room))
    await hall.commands.remove_board(match_id(number), command, OPERATOR)
