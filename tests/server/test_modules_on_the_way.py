"""How many modules there are to read to follow a roll, and a correction, through the house.

Counted is what is entered: a module of which a function begins or goes on, in whatever thread, from
the board's bytes to the write of the frame that shows the dice, and from the posted form to its
answer. docs/architecture.md says of each module why it stands by itself; a new one is argued there.
"""

import asyncio
import threading
from collections.abc import Callable
from pathlib import Path
from types import FrameType

from board_drivers.link.board_link import BoardIdentity, BoardLink
from board_drivers.link.journal import MemoryJournal
from board_drivers.link.runner import pump
from board_drivers.transports.serial_port import SerialPort, open_port
from board_drivers.wire import messages as wire
from board_drivers.wire.codec import Decoder
from board_drivers.wire.table import CODES
from board_drivers.wire.values import Awaited, ThrowSource, WireSide
from rules.room import Room
from simulator.pseudo_terminal import PseudoTerminal
from tests.support.commands import assign_board
from tests.support.entered_modules import OUTSIDE, entered_modules
from tests.support.forms import form_of
from tests.support.plugged import PluggedBoard
from tests.support.served import opened_match

WRITTEN_DOWN = (
    "store.event_log.codec",
    "store.event_log.contract",
    "store.event_log.log_file",
    "store.event_log.log_rows",
    "store.event_log.sqlite_log",
    "store.event_log.value_forms",
    "store.event_log.watched_log",
    "store.storage_state",
)
DECIDED = (
    "command_answers",
    "matches.decide",
    "matches.deferred_work",
    "matches.match_process",
    "matches.match_record",
    "matches.stream_writer",
    "steady_clock",
)
ROLL = (
    "boards.connections",
    "boards.deliveries",
    "boards.link_alarms",
    "boards.table_board",
    "boards.translation.notices",
    "boards.translation.readings",
    "boards.translation.table_messages",
    "boards.translation.wire_terms",
    "hall",
    *DECIDED,
    *WRITTEN_DOWN,
)
"""Modules of `server`, as are all of these."""
WHO_ASKS = (
    "access",
    "accounts.sign_in",
    "hall",
    "matches.line_ups",
    "matches.match_players",
    "persons.book",
    "persons.naming",
    "store.accounts_db.accounts",
    "store.accounts_db.persons",
    "store.accounts_db.sessions",
    "store.accounts_db.tokens",
    "tournament.tournament_process",
    "web.edge.authorization",
)
EVERY_FORM = (
    "web.edge.body_limit",
    "web.edge.command_ids",
    "web.edge.cookieless",
    "web.edge.form_fields",
    "web.edge.held_matches",
    "web.edge.origin_check",
    "web.edge.route_index",
    "web.edge.services",
    "web.edge.typed_names",
    "web.pages.shell",
)
CORRECTION = (
    *EVERY_FORM,
    *WHO_ASKS,
    "web.console.director_pages",
    "web.console.order_forms",
    "web.console.order_pages",
    "web.requests.director",
    "web.requests.effects",
    "web.requests.results",
    "web.schemas.results",
    "commands.handlers",
    "tournament.tournaments",
    "matches.registry",
    "matches.made_from",
    *DECIDED,
    *WRITTEN_DOWN,
)
ASIDE = ("server.boards.ports", "server.store.storage_state", "server.matches.deferred_work")
"""What these begin runs by the clock, or is told to others later."""
BY_HAND = {
    "game": 1,
    "attempt": 1,
    "room": "open",
    "loser": "red",
    "ending": "bearoff",
    "left": 3,
    "cube": 1,
}
CORRECTED = {
    "room": "open",
    "loser": "white",
    "ending": "bearoff",
    "left": "4",
    "reason": "the wrong side was named",
}
OPEN, CLOSED = "BZ-1", "BZ-2"


class Cables:
    """Both rooms' boards at the far ends of two cables, in a thread and a loop of their own."""

    def __init__(self, folder: Path, key: bytes) -> None:
        self.plugged, self.wait_for_dice, self._throw = (threading.Event() for _ in range(3))
        self._folder, self._key = folder, key
        self._thread = threading.Thread(target=lambda: asyncio.run(self._run()), name=OUTSIDE)
        self._thread.start()

    def throw(self) -> None:
        """Let the dice reader in the open room read the opening throw."""
        self._throw.set()

    def join(self) -> None:
        """Wait until the closed board shows the dice and both are gone."""
        self._thread.join()

    async def _run(self) -> None:
        open_board = PluggedBoard(_link(OPEN, None))
        closed_board = PluggedBoard(_link(CLOSED, self._key))
        pumps = [
            asyncio.create_task(pump(board.link, PseudoTerminal(self._folder / name), board.hear))
            for name, board in ((OPEN, open_board), (CLOSED, closed_board))
        ]
        self.plugged.set()
        for board in (open_board, closed_board):
            await board.until(lambda it: any(isinstance(m, wire.Wait) for m in it.commands))
        for side in (WireSide.WHITE, WireSide.RED):
            closed_board.link.report(wire.Ready(1, 1, 1, side))
        await closed_board.until(_waits_for_the_open_room)
        self.wait_for_dice.set()
        await asyncio.to_thread(self._throw.wait)
        reader = ThrowSource.DICE_READER
        open_board.link.report(wire.Roll(1, 1, 1, WireSide.NONE, 4, 3, reader, 100, 0))
        await closed_board.until(lambda it: it.dice == [(4, 3)])
        for task in pumps:
            task.cancel()
        await asyncio.gather(*pumps, return_exceptions=True)


def _waits_for_the_open_room(board: PluggedBoard) -> bool:
    waits = [m for m in board.commands if isinstance(m, wire.Wait)]
    return waits[-1].what is Awaited.OTHER_ROOM


def _link(board_id: str, key: bytes | None) -> BoardLink:
    identity = BoardIdentity(board_id, "Test", "1")
    return BoardLink(identity, MemoryJournal(bytes(8)), key, 1, bytes(16))


def _shows_dice(port: list[SerialPort]) -> Callable[[FrameType], bool]:
    """Tells the call that gives the dice to the port, once it is in the list."""

    def is_it(frame: FrameType) -> bool:
        if frame.f_code is not SerialPort.send.__code__ or frame.f_locals["self"] not in port:
            return False
        frames = Decoder().feed(frame.f_locals["chunk"]).frames
        return any(each.kind == CODES[wire.DiceShow] for each in frames)

    return is_it


async def test_a_roll_goes_from_the_serial_byte_to_the_closed_display_by_these_modules(
    tmp_path: Path,
) -> None:
    closed_port = list[SerialPort]()
    with entered_modules(_shows_dice(closed_port), ASIDE) as entered:
        async with opened_match(tmp_path) as (served, director):
            given = await director.post("/api/boards", json={"board_id": CLOSED})
            await assign_board(served.hall, 1, Room.OPEN, OPEN)
            await assign_board(served.hall, 1, Room.CLOSED, CLOSED)
            cables = Cables(tmp_path, bytes.fromhex(given.json()["key"]))
            await asyncio.to_thread(cables.plugged.wait)
            thrower = await open_port(str(tmp_path / OPEN))
            closed_port.append(await open_port(str(tmp_path / CLOSED)))
            serving = [
                asyncio.create_task(served.hall.boards.serve(port, cable=True, where="a port"))
                for port in (thrower, *closed_port)
            ]
            await asyncio.to_thread(cables.wait_for_dice.wait)
            entered.begin()
            cables.throw()
            await asyncio.to_thread(cables.join)
            for task in serving:
                task.cancel()
            await asyncio.gather(*serving, return_exceptions=True)
    assert entered.ended.is_set()
    assert entered.of("server") == sorted(ROLL)
    assert len(ROLL) == 24
    # Whether an acknowledgement of something earlier comes in between is chance.
    assert len(entered.of("board_drivers")) <= 16
    assert len(entered.of("rules")) <= 25


async def test_a_correction_goes_from_the_form_to_its_answer_by_these_modules(
    tmp_path: Path,
) -> None:
    order = "/hall/t/club/matches/1/orders/correct-result"
    with entered_modules(lambda _: False, ASIDE) as entered:
        async with opened_match(tmp_path) as (_, director):
            answer = await director.post("/api/t/club/matches/1/results/by-hand", json=BY_HAND)
            assert answer.status_code == 200, answer.text
            form = form_of(await director.get(order), order)
            entered.begin()
            answer = await director.post(order, data={**form, **CORRECTED})
            entered.end()
    assert answer.status_code == 303, answer.text
    assert entered.of("server") == sorted(CORRECTION)
    assert len(CORRECTION) == 49
    assert len(entered.of("rules")) <= 25
