"""What stands in the strip above the tiles, and in which order."""

from datetime import timedelta

from rules import events as ev
from rules.identities import MatchAddress
from rules.room import Room
from server.views.hall.tiles import Tile, strip_of
from server.views.match.needs import Need, Urgency
from tests.server.views.hall.seen import CLERKS, ENGLISH, NOON, Follower, at_tables, tile


def needing(number: int, *needs: Need) -> Tile:
    """A match under way in which these are needed."""
    return Tile(
        address=MatchAddress("club", number),
        event="",
        teams=tile(at_tables().record).teams,
        state="",
        waits=(),
        pace="",
        boards=(),
        needs=needs,
        begun=True,
        over=False,
    )


def waiting(text: str, minutes: int, *, called: bool = False) -> Need:
    """Something needed since so many minutes before noon."""
    since = NOON - timedelta(minutes=minutes)
    return Need(Urgency.WAIT, Room.OPEN, text, called=since if called else None, since=since)


def test_calls_come_first_then_whoever_has_waited_longest() -> None:
    tiles = [
        needing(1, waiting("Connect", 3), waiting("Check", 12)),
        needing(2, waiting("Go to the table", 1, called=True)),
        needing(3, waiting("Ask Red", 8), waiting("Go to the other table", 2, called=True)),
    ]
    lines = [(line.address.number, line.need.text) for line in strip_of(tiles, ENGLISH, NOON)]
    assert lines == [
        (3, "Go to the other table"),
        (2, "Go to the table"),
        (1, "Check"),
        (3, "Ask Red"),
        (1, "Connect"),
    ]


def test_a_line_says_since_when_and_a_planned_match_has_one_line() -> None:
    lines = strip_of([tile(Follower().record), needing(2, waiting("Ask", 3))], ENGLISH, NOON)
    assert [(line.address.number, line.since, line.more) for line in lines] == [
        (2, "since 11:57, 3 min ago", 0),
        (1, "", 3),
    ]


def test_the_strip_of_one_room_has_no_need_of_the_other() -> None:
    lost = ev.BoardLost(room=Room.OPEN, board_id="BZ-1", reason="silent")
    record = at_tables().record.after((lost,))
    for room in Room:
        lines = strip_of([tile(record, CLERKS[room])], ENGLISH, NOON)
        assert [line.need.room for line in lines] == [Room.OPEN] * (room is Room.OPEN)
