"""Calls, holds, "Finished?" and the drawn rest at two real boards, each on a pseudo-terminal.

Rulings 7, 8 and 31; what the other room's board is sent meanwhile is nothing.
"""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any, TypeVar

import httpx

from board_drivers.link.board_link import BoardIdentity, BoardLink
from board_drivers.link.journal import MemoryJournal
from board_drivers.link.runner import pump
from board_drivers.transports.serial_port import open_port
from board_drivers.wire import messages as wire
from board_drivers.wire.layout import PointCounts, WireMessage
from board_drivers.wire.values import (
    Awaited,
    CallReason,
    Capability,
    Confirmed,
    DirectorState,
    FaultCode,
    MoveJudgement,
    Question,
    ResignKind,
    RollJudgement,
    ThrowSource,
    WireSide,
    YesOrNo,
)
from rules.dice import Roll
from rules.games.backgammon import BACKGAMMON
from rules.position import Side
from rules.room import Room
from server.hall import Hall
from simulator.platform_support import PseudoTerminal
from tests.support.commands import assign_board
from tests.support.plugged import PluggedBoard
from tests.support.served import DIRECTOR, served_hall, started_match

WHITE, RED = WireSide.WHITE, WireSide.RED
ASKS = Capability.CONSOLE
DIRECT = "/api/t/club/matches/1"
Message = TypeVar("Message", bound=WireMessage)


class Boards:
    """Both rooms' boards, whose journals outlive the server; `say` numbers what is said there."""

    def __init__(self, folder: Path, can: Capability = ASKS) -> None:
        self._folder = folder
        self.open, self.closed = self._board("BZ-1", can), self._board("BZ-2", can)

    def _board(self, board_id: str, can: Capability) -> PluggedBoard:
        journal = MemoryJournal(board_id.encode().ljust(8))
        identity = BoardIdentity(board_id, "Test", "1", can)
        return PluggedBoard(BoardLink(identity, journal, None, 1, bytes(16)), journal=journal)

    @contextlib.asynccontextmanager
    async def plugged_in(self, hall: Hall) -> AsyncIterator[None]:
        """Each on a cable of its own until this is left."""
        tasks = []
        for board, board_id in ((self.open, "BZ-1"), (self.closed, "BZ-2")):
            board.welcomes = 0
            path = self._folder / board_id
            tasks.append(asyncio.create_task(pump(board.link, PseudoTerminal(path), board.hear)))
            port = await open_port(str(path))
            serving = hall.boards.serve(port, cable=True, where=board_id)
            tasks.append(asyncio.create_task(serving))
        try:
            for board in (self.open, self.closed):
                await board.until(lambda it: it.welcomes > 0)
            yield
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)


async def received(board: PluggedBoard, kind: type[Message], after: int = 0, **has: Any) -> Message:
    """The first command of that kind, with those fields, after so many others."""

    def there(it: PluggedBoard) -> list[Message]:
        return [
            each
            for each in it.commands[after:]
            if isinstance(each, kind)
            and all(getattr(each, name) == value for name, value in has.items())
        ]

    await board.until(lambda it: bool(there(it)))
    return there(board)[0]


async def opening(boards: Boards) -> None:
    """White throws 6-2 first, and both rooms have the dice."""
    await received(boards.open, wire.Wait, what=Awaited.ROLL)
    for side in (WHITE, RED):
        boards.closed.link.report(wire.Ready(1, 1, 1, side))
    reader = ThrowSource.DICE_READER
    boards.open.link.report(wire.Roll(1, 1, 1, WireSide.NONE, 6, 2, reader, 100, 0))
    await received(boards.closed, wire.DiceShow)
    for board in (boards.closed, boards.open):
        await received(board, wire.Wait, what=Awaited.MOVE)


def played() -> wire.TurnDone:
    start = BACKGAMMON.start()
    play = min(BACKGAMMON.legal_plays(start, Side.WHITE, Roll(6, 2), 1))
    after = BACKGAMMON.apply(start, Side.WHITE, play)
    return wire.TurnDone(1, 1, 1, WHITE, PointCounts(after.white, after.red), 0, 1)


async def set_up(client: httpx.AsyncClient, hall: Hall) -> None:
    await started_match(client)
    await assign_board(hall, 1, Room.OPEN, "BZ-1")
    await assign_board(hall, 1, Room.CLOSED, "BZ-2")


async def ordered(client: httpx.AsyncClient, path: str, **body: str) -> None:
    answer = await client.post(f"{DIRECT}/{path}", json=body)
    assert answer.status_code == 200, answer.text


async def test_a_board_calls_is_held_over_a_restart_and_goes_on_where_it_was(
    tmp_path: Path,
) -> None:
    boards = Boards(tmp_path)
    closed, hold = boards.closed, {"scope": "table", "room": "closed"}
    async with served_hall(tmp_path) as (client, hall):
        await set_up(client, hall)
        async with boards.plugged_in(hall):
            await opening(boards)
            other = list(boards.open.commands)
            closed.link.report(wire.Call(1, 1, 1, RED, CallReason.DICE_OR_PLAY))
            await received(closed, wire.Director, state=DirectorState.CALLED)
            await ordered(client, "tables/closed/call/taken")
            coming = DirectorState.CALLED | DirectorState.COMING
            await received(closed, wire.Director, state=coming)
            await ordered(client, "director/hold", **hold, reason="a protest")
            await received(closed, wire.Director, state=coming | DirectorState.HELD)
            await received(closed, wire.Wait, what=Awaited.HELD)
            number = closed.link.report(played())
            await received(closed, wire.Fault, code=FaultCode.HELD, detail=number)
            await closed.until(lambda it: not it.unstored)
            assert boards.open.commands == other
    closed.commands.clear()
    async with served_hall(tmp_path) as (client, hall), boards.plugged_in(hall):
        assert (await received(closed, wire.Wait)).what is Awaited.HELD
        await received(closed, wire.Director, state=coming | DirectorState.HELD)
        await ordered(client, "director/lift-hold", **hold, was="a protest")
        await ordered(client, "tables/closed/call/ended", coming=DIRECTOR.by)
        await received(closed, wire.Director, state=DirectorState.NONE)
        await received(closed, wire.Wait, what=Awaited.MOVE)
        number = closed.link.report(played())
        await received(closed, wire.MoveVerdict, judgement=MoveJudgement.OK, event=number)


async def test_an_early_throw_is_asked_about_and_counts_once_the_play_is_finished(
    tmp_path: Path,
) -> None:
    boards = Boards(tmp_path)
    table = boards.open
    async with served_hall(tmp_path) as (client, hall):
        await set_up(client, hall)
        async with boards.plugged_in(hall):
            await opening(boards)
            other = list(boards.closed.commands)
            early = wire.Roll(1, 1, 1, RED, 5, 3, ThrowSource.DICE_READER, 100, 0)
            about = {"question": Question.FINISHED, "side": WHITE, "turn": 1}
            for says_no in (True, False):
                after = len(table.commands)
                number = table.link.report(early)
                verdict = await received(table, wire.RollVerdict, after, event=number)
                assert verdict.judgement is RollJudgement.UNCONFIRMED
                assert verdict.reason is FaultCode.PLAY_UNFINISHED
                await received(table, wire.Ask, after, **about)
                if says_no:
                    at = (1, 1, 1, WHITE)
                    table.link.report(wire.Answer(*at, Question.FINISHED, YesOrNo.NO))
                    void = {"event": number, "judgement": RollJudgement.VOID}
                    await received(table, wire.RollVerdict, after, **void)
            table.link.report(played())
            await received(table, wire.DiceShow, after, side=RED, die1=5, die2=3)
            await received(table, wire.Wait, after, what=Awaited.MOVE, side=RED)
            assert boards.closed.commands == other


async def test_at_a_board_that_cannot_ask_an_early_throw_is_void(tmp_path: Path) -> None:
    boards = Boards(tmp_path, Capability.BUTTONS)
    async with served_hall(tmp_path) as (client, hall):
        await set_up(client, hall)
        async with boards.plugged_in(hall):
            await opening(boards)
            early = wire.Roll(1, 1, 1, RED, 5, 3, ThrowSource.DICE_READER, 100, 0)
            number = boards.open.link.report(early)
            verdict = await received(boards.open, wire.RollVerdict, event=number)
            assert verdict.judgement is RollJudgement.VOID
            assert verdict.reason is FaultCode.PLAY_UNFINISHED


async def test_both_open_players_have_the_rest_drawn_and_the_closed_board_is_given_dice(
    tmp_path: Path,
) -> None:
    boards = Boards(tmp_path)
    table, closed = boards.open, boards.closed
    async with served_hall(tmp_path) as (client, hall):
        await set_up(client, hall)
        async with boards.plugged_in(hall):
            await opening(boards)
            table.link.report(wire.Resign(1, 1, 1, RED, ResignKind.SINGLE))
            table.link.report(wire.Accept(1, 1, 1, WHITE))
            for side in (WHITE, RED):
                table.link.report(wire.Confirm(1, 1, 1, side, Confirmed.RESULT))
            number = closed.link.report(played())
            closed.link.report(wire.Ready(1, 1, 1, RED))
            await received(closed, wire.MoveVerdict, judgement=MoveJudgement.OK, event=number)
            await received(closed, wire.Wait, what=Awaited.OTHER_ROOM)
            await received(table, wire.RollRequest, side=RED, turn=1)
            other = list(closed.commands)
            table.link.report(wire.Confirm(1, 1, 1, WHITE, Confirmed.DRAW_REST))
            await received(table, wire.Ask, about=Question.DRAW_REST, side=RED)
            await received(table, wire.Wait, what=Awaited.CHOICE, side=RED)
            assert not any(isinstance(each, wire.Ask) for each in closed.commands)
            assert closed.commands == other
            table.link.report(wire.Answer(1, 1, 1, RED, Question.DRAW_REST, YesOrNo.YES))
            await received(closed, wire.DiceShow, len(other), side=RED, turn=1)
            await received(table, wire.Wait, what=Awaited.NEXT_GAME)
