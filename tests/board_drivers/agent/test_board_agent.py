"""An agent beside a board: what is said there comes to the server once, whatever fails between."""

from dataclasses import replace
from pathlib import Path

import pytest

from board_drivers.agent import reports
from board_drivers.agent.store import BoardStore
from board_drivers.errors import JournalDamaged
from board_drivers.link.journal import MemoryJournal
from board_drivers.wire.layout import PointCounts
from board_drivers.wire.messages import BoardMessage, Fault, Ready, Roll, Snapshot, Wait
from board_drivers.wire.table import pack
from board_drivers.wire.values import Awaited, FaultCode, ThrowSource, WireRoom, WireSide
from tests.board_drivers.agent.rig import KEY, Board, Rig, rig
from tests.board_drivers.wire.examples import HELLO

JOURNAL = b"journal1"
SNAPSHOT = Snapshot(
    1, 1, 1, WireSide.WHITE, PointCounts((0,) * 26, (0,) * 26), 0, 1, 0, 0, 0, WireSide.NONE
)


def roll(turn: int) -> BoardMessage:
    """A throw that can be told from every other."""
    return Roll(1, 1, turn, WireSide.WHITE, 4, 3, ThrowSource.CONSOLE, 100, 0)


def wait(turn: int) -> Wait:
    return Wait(1, 1, turn, WireSide.WHITE, Awaited.ROLL)


def rolls(rig: Rig) -> list[bytes]:
    """The throws that the server has, in order."""
    return [raw for _, _, raw in rig.server.stored if raw[0] == 0x11]


def all_stored(rig: Rig) -> bool:
    return rig.server.numbers(rig.board.journal.journal_id) == [
        *range(1, rig.board.journal.last + 1)
    ]


def board_has_stored_all(rig: Rig) -> bool:
    return rig.board.journal.stored == rig.board.journal.last


def is_served(rig: Rig) -> bool:
    return rig.server.link is not None


async def left_behind(rig: Rig) -> None:
    """A board says a throw while the server is away, and is unplugged."""
    rig.network.is_in = False
    rig.plug_in()
    rig.start_agent()
    rig.board.say(roll(1))
    await rig.until(board_has_stored_all)
    await rig.unplug()


async def test_what_either_end_says_comes_to_the_other(tmp_path: Path) -> None:
    async with rig(tmp_path) as it:
        it.start()
        it.board.say(roll(1))
        await it.until(lambda it: bool(it.server.stored) and is_served(it))
        assert it.server.stored == [(JOURNAL, 1, pack(roll(1)))]
        assert it.server.link is not None
        it.server.link.send(wait(2))
        await it.until(lambda it: bool(it.board.commands))
        assert [each.message for each in it.board.commands] == [wait(2)]
        hello = it.server.hellos[-1]
        assert (hello.board_id, hello.model, hello.firmware) == ("BZ-7", "Sensor 5", "1.4")


async def test_what_is_said_while_the_server_is_away_is_kept_and_sent_later(tmp_path: Path) -> None:
    async with rig(tmp_path) as it:
        it.network.is_in = False
        it.plug_in()
        it.start_agent()
        for turn in (1, 2, 3):
            it.board.say(roll(turn))
        await it.until(board_has_stored_all)
        await it.until(lambda it: any(isinstance(r, reports.ServerAway) for r in it.reports))
        await it.until(lambda it: bool(it.board.commands))
        assert it.board.commands[0].message == Fault(FaultCode.SERVER_AWAY)
        it.network.is_in = True
        it.start_server()
        await it.until(all_stored)
        await it.until(lambda it: reports.AllStored() in it.reports)
        assert rolls(it) == [pack(roll(turn)) for turn in (1, 2, 3)]


async def test_a_roll_is_kept_where_the_servers_answer_never_comes(tmp_path: Path) -> None:
    async with rig(tmp_path) as it:
        it.start()
        await it.until(is_served)
        assert it.server.link is not None
        it.server.link.send(wait(1))
        await it.until(lambda it: bool(it.board.commands))
        it.server.silent = True
        it.board.say(roll(1))
        await it.until(lambda it: bool(it.server.stored))
        await it.stop_agent()
        it.server.silent = False
        it.start_agent()
        await it.until(lambda it: it.server.ups == 2)
        it.board.say(roll(2))
        await it.until(lambda it: len(it.server.stored) == it.board.journal.last)
        assert rolls(it) == [pack(roll(1)), pack(roll(2))]


async def test_a_started_agent_sends_what_a_board_has_left_behind(tmp_path: Path) -> None:
    async with rig(tmp_path) as it:
        await left_behind(it)
        await it.stop_agent()
        it.network.is_in = True
        it.start_server()
        it.start_agent()
        await it.until(all_stored)
        await it.until(lambda it: not is_served(it))
        assert rolls(it) == [pack(roll(1))]


async def test_the_server_hears_that_the_board_is_gone(tmp_path: Path) -> None:
    async with rig(tmp_path) as it:
        it.start()
        await it.until(is_served)
        await it.unplug()
        await it.until(lambda it: not is_served(it))
        assert reports.BoardGone() in it.reports
        it.plug_in()
        await it.until(is_served)


async def test_a_board_greets_anew_for_each_session_with_the_server(tmp_path: Path) -> None:
    async with rig(tmp_path) as it:
        it.start()
        await it.until(is_served)
        assert it.server.link is not None
        it.server.link.send(wait(1))
        await it.until(lambda it: bool(it.board.commands))
        assert it.board.welcomes == 1
        await it.network.pull()
        it.network.is_in = True
        await it.until(lambda it: it.server.ups == 2)
        assert it.board.welcomes == 2
        it.board.say(SNAPSHOT)
        await it.until(all_stored)
        assert len([r for r in it.reports if isinstance(r, reports.BoardHere)]) == 1


async def test_an_agent_without_memory_repeats_nothing_to_the_server(tmp_path: Path) -> None:
    async with rig(tmp_path / "first") as it:
        it.start()
        for turn in (1, 2, 3):
            it.board.say(roll(turn))
        await it.until(all_stored)
        await it.stop_agent()
        it.folder = tmp_path / "second"
        it.start_agent()
        it.board.say(roll(4))
        await it.until(all_stored)
        assert rolls(it) == [pack(roll(turn)) for turn in (1, 2, 3, 4)]


async def test_an_agent_goes_on_after_a_board_that_was_served_elsewhere(tmp_path: Path) -> None:
    async with rig(tmp_path) as it:
        it.start()
        it.board.say(roll(1))
        await it.until(all_stored)
        await it.stop_agent()
        for number in range(2, 6):
            it.board.journal.append(pack(roll(number)))
            it.server.stored.append((JOURNAL, number, pack(roll(number))))
        it.board.journal.acknowledged(5)
        it.start_agent()
        it.board.say(roll(6))
        await it.until(all_stored)
        assert len(rolls(it)) == 6


async def test_a_board_with_a_new_journal_is_taken_and_its_old_one_delivered(
    tmp_path: Path,
) -> None:
    async with rig(tmp_path) as it:
        await left_behind(it)
        it.board = Board(it._happened.set, MemoryJournal(b"journal2"))
        it.plug_in()
        it.board.say(roll(2))
        await it.until(board_has_stored_all)
        it.network.is_in = True
        it.start_server()
        await it.until(all_stored)
        assert rolls(it) == [pack(roll(1)), pack(roll(2))]
        assert it.server.numbers(JOURNAL) == [1]


async def test_what_the_server_refuses_of_a_board_that_is_gone_keeps_no_other_board_waiting(
    tmp_path: Path,
) -> None:
    async with rig(tmp_path) as it:
        await left_behind(it)
        it.server.refused.add(JOURNAL)
        it.start_server()
        it.network.is_in = True
        refused = reports.ServerRefused(FaultCode.UNKNOWN_BOARD, 1)
        await it.until(lambda it: refused in it.reports)
        it.board = Board(it._happened.set, MemoryJournal(b"journal2"))
        it.plug_in()
        it.board.say(roll(2))
        await it.until(all_stored)
        await it.unplug()
        it.server.refused.clear()
        await it.until(lambda it: it.server.numbers(JOURNAL) == [1])


async def test_messages_the_agent_does_not_know_pass_as_they_are(tmp_path: Path) -> None:
    grown = pack(Ready(1, 1, 2, WireSide.WHITE)) + b"grown"
    unknown = bytes((0x2F,)) + b"of a later version"
    command = bytes((0x7E,)) + b"of a later version"
    async with rig(tmp_path) as it:
        it.start()
        it.board.link.forward(grown)
        it.board.link.forward(unknown)
        await it.until(lambda it: len(it.server.stored) == 2 and is_served(it))
        assert [raw for _, _, raw in it.server.stored] == [grown, unknown]
        assert it.server.link is not None
        it.server.link.forward(command)
        await it.until(lambda it: bool(it.board.commands))
        assert it.board.commands[0].raw == command


async def test_the_agents_label_is_the_boards_at_the_server(tmp_path: Path) -> None:
    async with rig(tmp_path) as it:
        it.start(WireRoom.CLOSED)
        await it.until(is_served)
        assert it.server.hellos[-1].room is WireRoom.CLOSED


async def test_a_board_labelled_for_another_room_than_the_agents_is_not_taken(
    tmp_path: Path,
) -> None:
    async with rig(tmp_path) as it:
        it.board = Board(it._happened.set, room=WireRoom.OPEN)
        it.plug_in()
        it.start_agent(WireRoom.CLOSED)
        await it.until(lambda it: bool(it.board.refusals))
        assert it.board.refusals == [FaultCode.ROOM_SWAPPED]
        assert reports.BoardTurnedAway(FaultCode.ROOM_SWAPPED) in it.reports


async def test_a_board_with_the_agents_key_is_taken(tmp_path: Path) -> None:
    async with rig(tmp_path) as it:
        it.board = Board(it._happened.set, key=KEY)
        it.start()
        it.board.say(roll(1))
        await it.until(all_stored)


async def test_a_board_with_another_key_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("board_drivers.link.board_link.HELLO_AFTER_REFUSAL", 0.05)
    async with rig(tmp_path) as it:
        it.board = Board(it._happened.set, key=bytes(32))
        it.plug_in()
        it.start_agent()
        refused = reports.BoardTurnedAway(FaultCode.BAD_PROOF)
        await it.until(lambda it: refused in it.reports)


async def test_a_disk_that_fails_acknowledges_nothing_and_goes_on_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with rig(tmp_path) as it:
        it.start()
        it.board.say(roll(1))
        await it.until(all_stored)
        with monkeypatch.context() as broken:

            def full(*_: object) -> int:
                raise OSError(28, "No space left on device")

            broken.setattr("board_drivers.link.journal.os.write", full)
            it.board.say(roll(2))
            await it.until(lambda it: any(isinstance(r, reports.PortFailed) for r in it.reports))
            assert it.board.journal.stored == 1
        await it.until(all_stored)
        assert rolls(it) == [pack(roll(1)), pack(roll(2))]


def test_a_file_that_is_no_greeting_is_named(tmp_path: Path) -> None:
    (tmp_path / "00.hello").write_bytes(b"no greeting")
    with pytest.raises(JournalDamaged, match=r"00\.hello"):
        BoardStore(tmp_path)


def test_a_journal_that_went_on_elsewhere_begins_anew_with_what_the_board_still_has(
    tmp_path: Path,
) -> None:
    came = replace(HELLO, first_event=1, last_event=2)
    later = replace(HELLO, first_event=10, last_event=12)
    store = BoardStore(tmp_path)
    kept = store.begin(came)
    for turn in (1, 2):
        kept.append(pack(roll(turn)))
    assert (store.received(later), [each.waiting for each in store.waiting]) == (2, [2])
    assert store.begin(later) is kept
    kept.acknowledged(2)
    assert store.received(later) == 9
    assert store.begin(later).append(pack(roll(10))) == 10
    store.close()
    again = BoardStore(tmp_path)
    (waiting,) = again.waiting
    assert waiting.since(0) == [(10, pack(roll(10)))]
    again.close()


def test_a_greeting_beside_the_journal_of_another_board_is_named(tmp_path: Path) -> None:
    store = BoardStore(tmp_path)
    store.begin(HELLO)
    store.close()
    (greeting,) = tmp_path.glob("*.hello")
    greeting.write_bytes(pack(replace(HELLO, journal_id=b"another1")))
    (journal,) = tmp_path.glob("*.journal")
    journal.rename(tmp_path / journal.name.replace(HELLO.journal_id.hex(), b"another1".hex()))
    with pytest.raises(JournalDamaged, match="is the journal of another board"):
        BoardStore(tmp_path)
