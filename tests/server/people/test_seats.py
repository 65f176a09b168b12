"""Which browser may become which table's board (rulings 28 and 34)."""

from datetime import UTC, datetime
from functools import partial
from pathlib import Path

import pytest

from rules.errors import MatchRefused
from rules.room import Room
from server.access import SERVER, MatchPlayers
from server.people import changes as ch
from server.people import commands as acmd
from server.people.decide_seats import SeatRefusal, SeatRefused, TableFacts, decide_seat
from server.store.accounts_db.links import Link, LinkKind, LinkSpent
from server.store.accounts_db.seats import PhoneSeat, SeatEnding
from tests.support.accounts import DIRECTOR, opened
from tests.support.ids import match_id

MINE, ANOTHERS = b"mine", b"another's"
NOW = datetime(2026, 5, 1, tzinfo=UTC)


def seat(
    number: int, room: Room, *, device: bytes = MINE, ended: SeatEnding | None = None
) -> PhoneSeat:
    return PhoneSeat(
        seat_id=number,
        match=match_id(number),
        room=room,
        board_id=f"phone-{number}",
        device=device,
        link_id=number,
        taken_at=NOW,
        ended=ended,
    )


def decided(
    room: Room, *seats: PhoneSeat, under_way: tuple[int, ...] = (), over: bool = False
) -> ch.SeatChange:
    """What comes of my taking the table of match 1 in that room."""
    code = Link(kind=LinkKind.TABLE, link_id=7, match=match_id(1), room=room)
    playing = frozenset(map(match_id, under_way))
    table = TableFacts(match_id(1), tuple(Room), over, MatchPlayers(match_id(1)), playing)
    command = acmd.TakeSeat(link_id=7, board_id="phone-new", device=MINE)
    return decide_seat(seats, {7: code}, command, table)


def let_in(room: Room, *seats: PhoneSeat, under_way: tuple[int, ...] = ()) -> bool:
    return isinstance(decided(room, *seats, under_way=under_way), ch.SeatTaken)


def refused(room: Room, *seats: PhoneSeat, under_way: tuple[int, ...] = ()) -> SeatRefusal:
    with pytest.raises(SeatRefused) as refusal:
        decided(room, *seats, under_way=under_way)
    return refusal.value.why


@pytest.mark.parametrize("ended", [None, *SeatEnding])
@pytest.mark.parametrize("room", Room)
def test_a_browser_that_was_in_a_room_of_a_match_is_not_let_into_its_other_room(
    room: Room, ended: SeatEnding | None
) -> None:
    other = Room.OPEN if room is Room.CLOSED else Room.CLOSED
    assert refused(room, seat(1, other, ended=ended)) is SeatRefusal.OTHER_ROOM
    assert let_in(room, seat(1, other, ended=ended, device=ANOTHERS))


def test_the_board_of_a_table_in_mid_game_is_not_taken_to_another() -> None:
    assert refused(Room.OPEN, seat(2, Room.OPEN), under_way=(2,)) is SeatRefusal.AT_ANOTHER_TABLE
    assert let_in(Room.OPEN, seat(2, Room.OPEN), under_way=(1,))
    taken_off = seat(2, Room.OPEN, ended=SeatEnding.TAKEN_OFF)
    assert let_in(Room.OPEN, taken_off, under_way=(2,))


@pytest.mark.parametrize("playing", [1, 2])
def test_from_a_closed_room_to_an_open_one_no_phone_goes_while_a_game_of_either_is_played(
    playing: int,
) -> None:
    was_closed = seat(2, Room.CLOSED, ended=SeatEnding.SIGNED_OUT)
    assert refused(Room.OPEN, was_closed, under_way=(playing,)) is SeatRefusal.FROM_CLOSED_ROOM
    assert let_in(Room.CLOSED, was_closed, under_way=(playing,))
    assert let_in(Room.OPEN, was_closed)
    since = seat(3, Room.OPEN, ended=SeatEnding.SIGNED_OUT)
    assert let_in(Room.OPEN, was_closed, since, under_way=(playing,))


def test_a_code_that_is_void_or_of_a_finished_match_takes_no_table() -> None:
    with pytest.raises(MatchRefused):
        decided(Room.OPEN, over=True)
    command = acmd.TakeSeat(link_id=7, board_id="phone-new", device=MINE)
    captains = Link(kind=LinkKind.CAPTAIN, link_id=7, match=match_id(1))
    for links in ({}, {7: captains}):
        table = TableFacts(match_id(1), tuple(Room), False, MatchPlayers(match_id(1)))
        with pytest.raises(LinkSpent):
            decide_seat((), links, command, table)


def test_a_table_that_the_match_has_not_is_refused_with_those_it_has() -> None:
    table = TableFacts(match_id(1), (Room.OPEN,), False, MatchPlayers(match_id(1)))
    command = acmd.GiveTableCode(match=match_id(1), room=Room.CLOSED)
    with pytest.raises(MatchRefused, match="'closed' is not possible; allowed: open"):
        decide_seat((), {}, command, table)


async def test_a_phone_that_takes_a_table_is_the_board_of_its_earlier_one_no_more(
    tmp_path: Path,
) -> None:
    with opened(tmp_path) as served:
        seats = served.process.stores.seats
        for number in (1, 2):
            at = MatchPlayers(match_id(number))
            table = partial(TableFacts, match_id(number), tuple(Room), False, at)
            code = acmd.GiveTableCode(match=match_id(number), room=Room.OPEN)
            given = await served.process.handle(code, DIRECTOR, table=table)
            assert isinstance(given.change, ch.TableCodeGiven)
            taken = acmd.TakeSeat(
                link_id=given.change.link_id, board_id=f"phone-{number}", device=MINE
            )
            await served.process.handle(taken, SERVER, table=table)
        assert seats.at_table(match_id(1), Room.OPEN) is None
        left, now = seats.of_device(MINE)
        assert (left.board_id, left.ended) == ("phone-1", SeatEnding.SIGNED_OUT)
        assert now == seats.at_table(match_id(2), Room.OPEN)


def test_a_seat_that_was_replaced_ends_once_more_and_any_other_does_not() -> None:
    for ended in (None, SeatEnding.REPLACED):
        known = seat(1, Room.OPEN, ended=ended)
        command = acmd.EndSeat(seat_id=1, how=SeatEnding.MATCH_OVER)
        assert isinstance(decide_seat((known,), {}, command, None), ch.SeatEnded)
    gone = seat(1, Room.OPEN, ended=SeatEnding.TAKEN_OFF)
    with pytest.raises(LinkSpent):
        decide_seat((gone,), {}, acmd.EndSeat(seat_id=1, how=SeatEnding.MATCH_OVER), None)
