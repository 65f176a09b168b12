"""A phone that scans a table's code becomes its board, and nothing else does (ruling 28)."""

import asyncio
import contextlib
import re
from datetime import timedelta
from pathlib import Path

import pytest
from websockets.exceptions import InvalidStatus

from board_drivers.wire import messages as wire
from board_drivers.wire.values import CallReason, FaultCode, WireSide
from rules import commands as cmd
from rules.errors import MatchRefused
from rules.room import Room
from server.access import SERVER
from server.boards.board_alarm import ReportedTooLate
from server.store.accounts_db.links import Link, LinkKind
from tests.server.store.failing_store import log_stores_nothing
from tests.server.web.plain_forms import OPERATOR
from tests.support.account_commands import given_link
from tests.support.clock import Clock
from tests.support.commands import assign_board, remove_board, send
from tests.support.ids import match_id
from tests.support.phones import hall_with_phones, phone, received, shown_code
from tests.support.plugged import PluggedBoard, plugged
from tests.support.served import DIRECTOR, everybody, opened, throw_opening

REPLACED, NOT_ALLOWED = 4001, 4003


def set_for_the_opening(board: PluggedBoard) -> None:
    for side in (WireSide.WHITE, WireSide.RED):
        board.link.report(wire.Ready(1, 1, 1, side))


async def test_a_phone_that_takes_a_tables_code_is_its_board(tmp_path: Path) -> None:
    async with hall_with_phones(tmp_path) as hall, hall.seated(Room.CLOSED) as phone_there:
        page = await phone_there.client.get("/table")
        assert f'data-board="{hall.board(Room.CLOSED)}"' in page.text
        async with phone_there.at_table() as board:
            (info,) = board.infos
            assert (info["room"], info["white"], info["red"]) == ("closed", "Stonely", "Fields")
            board.link.report(wire.Call(1, 1, 1, WireSide.RED, CallReason.NONE))
            await board.until_info(lambda info: info["director"]["called"])
            set_for_the_opening(board)
            await throw_opening(hall.served.hall, 1, 1)
            await board.until(lambda it: it.dice == [(4, 3)])


async def test_a_code_works_once_and_whoever_only_looks_changes_nothing(tmp_path: Path) -> None:
    async with (
        hall_with_phones(tmp_path) as hall,
        phone(hall.port) as first,
        phone(hall.port) as other,
    ):
        code = await shown_code(hall.served, Room.OPEN)
        for looking in (first, other, first):
            assert (await looking.scans(code.upper())).status_code == 200
        assert not hall.board(Room.OPEN)
        assert (await first.takes(code)).status_code == 303
        board = hall.board(Room.OPEN)
        assert (await other.takes(code)).status_code == 410
        # The answer was lost on the way: the same browser asks again.
        assert (await first.client.post(f"/seat/{code}")).status_code == 303
        assert hall.board(Room.OPEN) == board


async def test_a_code_is_void_after_twelve_hours_and_once_another_is_shown(tmp_path: Path) -> None:
    clock = Clock()
    async with hall_with_phones(tmp_path, clock) as hall, phone(hall.port) as visitor:
        first = await shown_code(hall.served, Room.OPEN)
        second = await shown_code(hall.served, Room.OPEN)
        assert (await visitor.takes(first)).status_code == 410
        assert (await visitor.scans(second)).status_code == 200
        clock.now += timedelta(hours=12)
        assert (await visitor.takes(second)).status_code == 410
        assert not hall.board(Room.OPEN)


async def test_a_second_phone_waits_until_the_one_in_place_lets_it_in_and_nothing_is_lost(
    tmp_path: Path,
) -> None:
    async with (
        hall_with_phones(tmp_path) as hall,
        hall.seated(Room.CLOSED) as old,
        phone(hall.port) as new,
        old.at_table() as in_place,
    ):
        await in_place.until(received(wire.Wait))
        code = await shown_code(hall.served, Room.CLOSED)
        assert "<button>Make" in (await new.scans(code)).text
        assert (await new.takes(code)).headers["location"] == f"/seat/{code}"
        waiting = await new.scans(code)
        assert "http-equiv" in waiting.text
        assert (await new.info()).status_code == 401
        await in_place.until_info(lambda info: info["asks"])
        await in_place.says({"admit": True})
        await in_place.until_info(lambda info: not info["asks"])
        assert (await new.client.post(f"/seat/{code}")).headers["location"] == "/table"
        await in_place.until_closed(REPLACED)
        assert in_place.infos[-1] == {"board": in_place.infos[0]["board"], "replaced": True}
        async with new.at_table() as board:
            set_for_the_opening(board)
            await throw_opening(hall.served.hall, 1, 1)
            await board.until(lambda it: it.dice == [(4, 3)])
            in_place.link.report(wire.Ready(1, 1, 1, WireSide.WHITE))
            async with old.socket(in_place.infos[0]["board"]) as again:
                again.link.report(wire.Ready(1, 1, 1, WireSide.RED))
                await again.until(lambda it: it.connected and not it.unstored)
                assert again.infos == [in_place.infos[-1]]
                assert not again.commands
            assert [each.alarm for each in hall.served.hall.boards.alarms.all()] == [
                ReportedTooLate()
            ]
            assert board.closed is None


async def test_a_second_phone_that_is_not_let_in_sees_nothing_and_needs_another_code(
    tmp_path: Path,
) -> None:
    async with (
        hall_with_phones(tmp_path) as hall,
        hall.seated(Room.OPEN) as old,
        phone(hall.port) as new,
        phone(hall.port) as third,
        hall.served.client(OPERATOR) as operator,
    ):
        board = await old.board_id()
        answer = "/hall/t/club/matches/1/tables/open/phone"
        for admit in ("false", "true"):
            code = await shown_code(hall.served, Room.OPEN)
            await new.takes(code)
            assert (await third.takes(code)).status_code == 410
            page = await operator.get("/hall/t/club/matches/1")
            assert answer in page.text
            await operator.post(answer, data={"admit": admit})
            seated = await new.client.post(f"/seat/{code}")
            assert seated.status_code == (303 if admit == "true" else 410)
            assert (hall.board(Room.OPEN) == board) is (admit == "false")


async def test_a_browser_that_is_in_the_other_room_or_copied_a_session_is_no_tables_board(
    tmp_path: Path,
) -> None:
    async with (
        hall_with_phones(tmp_path) as hall,
        hall.seated(Room.OPEN) as in_open,
        hall.seated(Room.CLOSED) as in_closed,
        phone(hall.port) as thief,
    ):
        code = await shown_code(hall.served, Room.CLOSED)
        assert (await in_open.scans(code)).status_code == 409
        assert (await in_open.takes(code)).status_code == 409
        assert not hall.served.hall.seating.requests.rooms_asked(match_id(1))
        stolen = in_open.client.cookies["yalta_session"]
        for browser in (thief, in_closed):
            browser.client.cookies.set("yalta_session", stolen, domain="127.0.0.1")
            assert (await browser.info()).status_code == 401
            async with browser.socket("") as board:
                await board.until_closed(NOT_ALLOWED)
                assert not board.infos


async def test_a_socket_is_for_the_sessions_own_board_and_from_the_servers_own_page(
    tmp_path: Path,
) -> None:
    async with (
        hall_with_phones(tmp_path) as hall,
        hall.seated(Room.OPEN) as in_open,
        hall.seated(Room.CLOSED),
    ):
        for other in ("phone-00000000", hall.board(Room.CLOSED)):
            async with in_open.socket(other) as board:
                await board.until(lambda it: FaultCode.UNKNOWN_BOARD in it.refusals)
                assert not board.commands
        with pytest.raises(InvalidStatus):
            async with in_open.socket(origin="http://elsewhere.test"):
                pass


async def test_a_page_that_is_loaded_anew_goes_on_where_a_dead_connection_was(
    tmp_path: Path,
) -> None:
    """Nothing of the first is closed: a phone that sleeps does not say goodbye."""
    async with (
        hall_with_phones(tmp_path) as hall,
        hall.seated(Room.CLOSED) as there,
        there.at_table() as before,
        there.at_table() as after,
    ):
        await before.until_closed(REPLACED)
        set_for_the_opening(after)
        await after.until(lambda it: not it.unstored)
        assert list(hall.served.hall.boards.seats) == [hall.board(Room.CLOSED)]
        there.journals.clear()
        async with there.at_table() as wiped:
            await throw_opening(hall.served.hall, 1, 1)
            await wiped.until(lambda it: it.dice == [(4, 3)])


async def test_a_phone_that_is_cut_off_at_any_moment_is_heard_once(tmp_path: Path) -> None:
    """Each time it says a little more, and its connection is gone before anybody answers."""
    async with hall_with_phones(tmp_path) as hall, hall.seated(Room.CLOSED) as there:
        me, calls = hall.board(Room.CLOSED), 12
        for passes in range(calls):
            async with there.socket(me) as board:
                board.link.report(wire.Call(1, 1, 1, WireSide.RED, CallReason.NONE))
                for _ in range(passes * 6):
                    await asyncio.sleep(0)
                assert board.connection is not None
                board.connection.transport.abort()
        async with there.at_table() as board:
            await board.until(lambda it: not it.unstored)
            await board.until_info(lambda info: info["director"]["called"])
            assert there.journals[me].stored == calls
            assert list(hall.served.hall.boards.seats) == [me]


async def test_the_first_phone_of_a_table_that_has_not_begun_does_without_positions(
    tmp_path: Path,
) -> None:
    async with hall_with_phones(tmp_path) as hall, phone(hall.port) as second:
        process = hall.served.hall.match(match_id(1))
        async with hall.seated(Room.OPEN):
            assert process.record.unrecorded == {Room.OPEN}
            await send(
                hall.served.hall, 1, cmd.SetRecording(room=Room.OPEN, positions=True), "server"
            )
            code = await shown_code(hall.served, Room.OPEN)
            await second.takes(code)
            await hall.served.hall.seating.answer(match_id(1), Room.OPEN, admit=True, actor=SERVER)
            assert (await second.takes(code)).headers["location"] == "/table"
        assert not process.record.unrecorded


async def test_a_seat_outlives_the_server(tmp_path: Path) -> None:
    async with contextlib.AsyncExitStack() as stack:
        async with hall_with_phones(tmp_path) as hall:
            there = await stack.enter_async_context(hall.seated(Room.CLOSED))
            async with there.at_table() as board:
                set_for_the_opening(board)
                await board.until(lambda it: not it.unstored)
        async with hall_with_phones(tmp_path, again=True) as hall:
            there.moves_to(hall.port)
            async with there.at_table() as board:
                await throw_opening(hall.served.hall, 1, 1)
                await board.until(lambda it: it.dice == [(4, 3)])


@pytest.mark.parametrize(
    "how",
    [
        "signed out",
        pytest.param("taken off", marks=pytest.mark.long),
        pytest.param("another board", marks=pytest.mark.long),
        "match over",
    ],
)
async def test_a_phone_is_hung_up_on_at_once_when_it_is_the_board_no_more(
    tmp_path: Path, how: str
) -> None:
    async with hall_with_phones(tmp_path) as hall, hall.seated(Room.OPEN) as there:
        async with there.at_table() as board:
            match how:
                case "signed out":
                    await there.client.post("/sign-out")
                case "taken off":
                    await remove_board(hall.served.hall, 1, Room.OPEN)
                case "another board":
                    async with plugged(hall.served.hall, "BZ-1"):
                        await assign_board(hall.served.hall, 1, Room.OPEN, "BZ-1")
                case "match over":
                    await hall.cancel_all_games()
            await board.until_closed(REPLACED)
            why = "replaced" if how == "another board" else "ended"
            assert board.infos[-1] == {"board": board.infos[0]["board"], why: True}
        seated = (await there.info()).status_code == 200
        assert seated is (how == "another board")


async def test_a_phone_takes_the_place_of_the_board_that_its_code_names_and_gives_it_back(
    tmp_path: Path,
) -> None:
    """In mid-game, the dice on the table: whoever comes is shown them."""
    async with (
        hall_with_phones(tmp_path) as hall,
        phone(hall.port) as new,
        plugged(hall.served.hall, "BZ-1") as first,
        plugged(hall.served.hall, "BZ-2") as second,
    ):
        await assign_board(hall.served.hall, 1, Room.CLOSED, "BZ-1")
        code = await shown_code(hall.served, Room.CLOSED)
        await assign_board(hall.served.hall, 1, Room.CLOSED, "BZ-2")
        assert "http-equiv" in (await new.takes_and_looks(code)).text
        set_for_the_opening(second)
        await throw_opening(hall.served.hall, 1, 1)
        await second.until(lambda it: it.dice == [(4, 3)])
        code = await shown_code(hall.served, Room.CLOSED)
        assert (await new.takes(code)).headers["location"] == "/table"
        with pytest.raises(MatchRefused):
            await assign_board(hall.served.hall, 1, Room.OPEN, hall.board(Room.CLOSED))
        async with new.at_table() as board:
            await board.until(lambda it: it.dice == [(4, 3)])
            await assign_board(hall.served.hall, 1, Room.CLOSED, "BZ-1")
            await board.until_closed(REPLACED)
        await first.until(lambda it: it.dice == [(4, 3)])


async def test_a_seated_phone_is_shown_its_table_and_nothing_else(tmp_path: Path) -> None:
    async with hall_with_phones(tmp_path) as hall:
        for room in Room:
            async with hall.seated(room) as there:
                for path in ("/", "/screen", "/t/club/matches/1", "/tournaments", "/hall", "/seat"):
                    page = await there.client.get(path, headers={"accept": "text/html"})
                    assert page.status_code == 403, (room, path)
                captain = Link(kind=LinkKind.CAPTAIN, match=match_id(1), team="Compass")
                _, token = given_link(hall.served.authenticator, captain)
                assert (await there.client.get(f"/l/{token}")).status_code == 200
                assert (await there.info()).status_code == 200


@pytest.mark.long
async def test_codes_of_all_tables_without_a_board_are_on_one_sheet(tmp_path: Path) -> None:
    async with (
        hall_with_phones(tmp_path) as hall,
        hall.seated(Room.OPEN),
        phone(hall.port) as new,
        hall.served.client(OPERATOR) as operator,
    ):
        assert (await operator.post("/hall/t/club/matches/1/tables/codes")).text.count("<svg") == 2
        sheet = (await operator.post("/hall/codes")).text
        (code,) = re.findall(r"/seat/([a-z0-9-]+)", sheet)
        assert "Table 1, closed room" in sheet
        assert (await new.takes(code)).headers["location"] == "/table"
        assert "<svg" not in (await operator.post("/hall/codes")).text


async def test_a_phone_is_not_taken_off_from_an_older_page(tmp_path: Path) -> None:
    async with (
        hall_with_phones(tmp_path) as hall,
        hall.served.client(OPERATOR) as operator,
        hall.seated(Room.OPEN),
    ):
        off = "/hall/t/club/matches/1/tables/open/phone/off"
        stale = await operator.post(off, data={"was": ""})
        assert "On the page it was: none yet." in stale.text
        assert Room.OPEN in hall.served.hall.match(match_id(1)).record.boards


async def test_a_table_that_there_is_not_has_no_code(tmp_path: Path) -> None:
    async with opened(tmp_path) as served, served.client(DIRECTOR) as director:
        match = {"white": "Robin Brook", "red": "Kim Holloway", "length": 3}
        await director.post("/api/t/club/matches/match-play", json=match)
        refused = await director.get("/hall/t/club/matches/1/tables/closed/code")
        assert refused.status_code == 404
        assert "open" in refused.text


@pytest.mark.long
async def test_a_phone_whose_match_is_over_is_led_to_another_table(tmp_path: Path) -> None:
    async with (
        hall_with_phones(tmp_path) as hall,
        hall.seated(Room.OPEN) as there,
        hall.served.client(DIRECTOR) as director,
    ):
        was = hall.board(Room.OPEN)
        async with there.at_table() as board:
            await hall.cancel_all_games()
            await board.until_closed(REPLACED)
        again = {"home": "Compass", "away": "Rudder", "games": 4}
        await director.post("/api/t/club/matches", json=again)
        page = "/hall/t/club/matches/2/tables/open/code"
        assert was in (await director.get(page)).text
        assert "/seat/" not in (await director.post(page, data={"phone": was})).text
        way = re.findall(r"/seat/(\w+)", (await there.client.get("/table")).text)
        assert (await there.takes(*way)).headers["location"] == "/table"
        assert (await there.info()).json()["info"]["table"] == "2"


async def test_whoever_is_signed_in_for_the_other_room_or_has_watched_takes_no_closed_table(
    tmp_path: Path,
) -> None:
    people = everybody(1)
    async with hall_with_phones(tmp_path) as hall:
        address = f"/seat/{await shown_code(hall.served, Room.CLOSED)}"
        for who, status in (
            ("player in open", 409),
            ("clerk of open", 409),
            ("player in closed", 200),
            ("captain of Compass", 200),
        ):
            async with hall.served.client(people[who]) as browser:
                assert (await browser.get(address)).status_code == status, who
        await throw_opening(hall.served.hall, 1, 1)
        captain = people["captain of Compass"]
        assert captain.person is not None
        watched = cmd.LogWatching(game=1, attempt=1, player=captain.person)
        await send(hall.served.hall, 1, watched, "server")
        async with hall.served.client(captain) as browser:
            assert (await browser.get(address)).status_code == 409
            assert (await browser.post(address)).status_code == 409
        assert not hall.board(Room.CLOSED)


async def test_a_code_is_good_until_the_match_and_the_accounts_have_stored_what_it_gave(
    tmp_path: Path,
) -> None:
    async with hall_with_phones(tmp_path) as hall, phone(hall.port) as new:
        code = await shown_code(hall.served, Room.OPEN)
        seats = hall.served.authenticator.process.stores.seats
        with log_stores_nothing():
            assert (await new.takes(code)).status_code == 503
            assert not hall.board(Room.OPEN)
        for _ in range(2):
            assert (await new.takes(code)).headers["location"] == "/table"
        assert [each.board_id for each in seats.known()] == [hall.board(Room.OPEN)]
