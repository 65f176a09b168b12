"""What a tile says, and what it asks somebody to do."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from rules import events as ev
from rules.dice import DiceSource
from rules.games.backgammon import BACKGAMMON
from rules.identities import MatchAddress
from rules.position import Side
from rules.room import Ending, Room
from rules.tables.awaited import Awaited
from rules.tables.state import Phase, TurnKey
from server.boards.board_alarm import OtherDice
from server.matches.match_record import MatchRecord
from server.views.hall.tiles import in_order
from server.views.match.needs import LONG_WAIT, Urgency
from server.views.match.words import Tone, waiting_words
from tests.server.views.hall.seen import (
    CLERKS,
    DIRECTOR,
    ENGLISH,
    NOON,
    Follower,
    at_tables,
    opening,
    tile,
    with_state,
)
from tests.support.ids import match_id
from tests.support.rooms import scheduled, started


def texts(record: MatchRecord, **around: Any) -> list[str]:
    return [need.text for need in tile(record, **around).needs]


def opened(record: MatchRecord) -> MatchRecord:
    """White has opened the current game with keyed dice that nobody has confirmed."""
    return record.after((opening(DiceSource.CONSOLE),))


def finished(record: MatchRecord, room: Room, *confirmed: Side) -> MatchRecord:
    """The game is over in that room, where these sides have confirmed it."""
    over = ev.GameFinished(
        game=1, attempt=1, room=room, loser=Side.WHITE, ending=Ending.BEAROFF, left=3, cube=2
    )
    confirmations = [
        ev.ResultConfirmed(game=1, attempt=1, room=room, side=side, by="board")
        for side in confirmed
    ]
    return opened(record).after((over, *confirmations))


def test_a_planned_match_asks_for_line_ups_and_boards() -> None:
    assert texts(Follower().record) == [
        "Ask the captain of Compass for the line-up",
        "Ask the captain of Rudder for the line-up",
        "Put a board on the table in the open room, or record its results by hand",
        "Put a board on the table in the closed room, or record its results by hand",
    ]


def test_a_tile_has_its_five_lines() -> None:
    shown = tile(opened(at_tables().record), since={Room.OPEN: NOON - timedelta(minutes=3)})
    assert (shown.address.number, shown.teams.home, shown.teams.away) == (1, "Compass", "Rudder")
    assert shown.state == "Game 1 of 4 is being played"
    assert [(line.text, line.since) for line in shown.waits] == [
        ("Brook (White) to play 4-2", "since 11:57, 3 min ago"),
        ("both sides to set up the checkers", ""),
    ]
    assert shown.pace == "The open room is 1 turn ahead"
    assert [line.text for line in shown.boards] == ["BZ-1 is connected", "BZ-2 is connected"]
    assert shown.needs == ()


@pytest.mark.parametrize("room", Room)
def test_a_lost_board_is_an_alarm_that_says_which_one_to_connect(room: Room) -> None:
    board = {Room.OPEN: "BZ-1", Room.CLOSED: "BZ-2"}[room]
    lost = ev.BoardLost(room=room, board_id=board, reason="silent")
    shown = tile(at_tables().record.after((lost,)))
    assert shown.needs[0].text == f"Connect board {board} in the {room.value} room"
    assert shown.boards[list(Room).index(room)].tone is Tone.ALARM


def test_a_boards_alarm_comes_before_everything_else() -> None:
    record = finished(at_tables().record, Room.OPEN, Side.RED)
    assert texts(record, alarms={Room.CLOSED: OtherDice()}) == [
        "Check board BZ-2 in the closed room: it shows different dice from those it was given, so "
        "the table is stopped",
        "Ask Brook (White) in the open room to confirm the result of game 1",
    ]


def test_a_result_is_to_be_confirmed_by_whoever_has_not() -> None:
    record = finished(at_tables().record, Room.OPEN)
    assert texts(record) == ["Ask both sides in the open room to confirm the result of game 1"]
    assert tile(record).state == "Game 1 of 4 is over in the open room only"


def test_a_questioned_play_asks_whether_it_stands() -> None:
    record = opened(at_tables().record)
    assert record.state is not None
    table = replace(record.state.open, phase=Phase.QUESTIONED)
    assert texts(with_state(record, open=table)) == [
        "Ask in the open room whether the play of Brook (White) stands: 4-2 does not allow it"
    ]


def test_keyed_dice_of_the_tail_are_to_be_confirmed_by_the_opponent() -> None:
    record = finished(at_tables().record, Room.OPEN, Side.WHITE, Side.RED)
    assert record.state is not None
    key = TurnKey(Side.WHITE, 1)
    rolls = {key: replace(record.state.rolls[key], tail=True)}
    assert texts(with_state(record, rolls=rolls)) == [
        "Ask Holloway (Red) in the open room to confirm 4-2"
    ]


def test_an_open_room_that_may_lead_by_so_many_turns_says_how_many() -> None:
    plan = Follower(MatchRecord(BACKGAMMON, scheduled(max_lead=3)))
    record = opened(plan.record.after((started(), ev.GameStarted(game=1, attempt=1))))
    assert tile(record).pace == "The open room is 1 turn ahead, at most 3"


def test_who_has_not_finished_his_play_is_asked_when_the_other_side_has_thrown() -> None:
    follower = at_tables()
    follower.record = opened(follower.record)
    room = replace(follower.view(DIRECTOR).rooms[Room.OPEN], early=True)
    assert waiting_words(ENGLISH, room) == (
        "Brook (White) has to say whether the play is finished: the other side has thrown"
    )


def test_a_match_that_is_over_waits_for_no_board() -> None:
    room = replace(at_tables().view(DIRECTOR).rooms[Room.OPEN], linked=False)
    assert waiting_words(ENGLISH, room) == "waiting for board BZ-1"
    over = replace(room, awaited=Awaited.MATCH_OVER)
    assert waiting_words(ENGLISH, over) == "the match is over"


def test_a_silent_table_is_worth_a_look() -> None:
    record = opened(at_tables().record)
    asked = {"since": {Room.OPEN: NOON - LONG_WAIT}}
    assert texts(record, **asked) == [
        "Check the open room: nothing has happened since 11:50, 10 min ago"
    ]
    assert texts(record, since={Room.OPEN: NOON - LONG_WAIT / 2}) == []


def test_a_table_that_rightly_waits_for_the_other_room_needs_nobody() -> None:
    record = at_tables().record
    assert record.state is not None
    ready = replace(record.state.table(Room.CLOSED), players_set=frozenset(Side))
    waiting = with_state(record, closed=ready)
    assert texts(waiting, since={Room.CLOSED: NOON - 2 * LONG_WAIT}) == []
    assert tile(waiting).waits[1].text == "waiting for dice from the open room"


def test_after_the_match_both_captains_sign_then_the_one_who_has_not() -> None:
    over = with_state(at_tables().record, over=True)
    assert texts(over) == ["Both captains still have to sign"]
    one = over.after((ev.MatchSigned(team="Compass", by="Brook"),))
    assert texts(one) == ["Ask the captain of Rudder to sign"]
    assert texts(one.after((ev.MatchSigned(team="Rudder", by="Holloway"),))) == []


def test_a_tile_keeps_its_place_whatever_happens_in_its_match() -> None:
    played = replace(tile(opened(at_tables().record)), address=MatchAddress("club", 1))
    over = with_state(at_tables().record, over=True)
    signed = [ev.MatchSigned(team=team, by="c") for team in ("Compass", "Rudder")]
    done = replace(tile(over.after(signed)), address=MatchAddress("club", 2))
    needy = replace(tile(Follower().record), address=MatchAddress("club", 3))
    assert [each.address.number for each in in_order([done, needy, played])] == [1, 2, 3]


def test_a_clerk_is_told_of_his_own_room_only() -> None:
    shown = tile(finished(at_tables().record, Room.OPEN), CLERKS[Room.CLOSED])
    assert [line.room for line in (*shown.waits, *shown.boards)] == [Room.CLOSED] * 2
    assert shown.state == "Game 1 of 4 is being played"
    assert shown.pace == "Set of rolls 1, this room's table"
    assert shown.needs == ()


def test_what_is_younger_than_a_minute_is_told_by_the_clock_alone() -> None:
    record = opened(at_tables().record)
    young = tile(record, since={Room.OPEN: NOON - timedelta(seconds=59)})
    assert young.waits[0].since == "since 11:59"


def test_a_tile_whose_board_was_taken_says_where_it_went_and_asks_for_another() -> None:
    follower = at_tables()
    follower.tell(
        ev.BoardMoved(
            room=Room.OPEN,
            board_id="BZ-1",
            to_match=match_id(2),
            to_room=Room.OPEN,
            reason="the final",
        )
    )
    robbed = tile(follower.record)
    assert [(need.urgency, need.text) for need in robbed.needs] == [
        (Urgency.ALARM, "Put another board on the table in the open room: its own went to match 2")
    ]
    assert (robbed.boards[0].tone, robbed.boards[0].text) == (
        Tone.ALARM,
        "its board is now at match 2",
    )
    follower.tell(ev.BoardAssigned(room=Room.OPEN, board_id="BZ-3"))
    follower.tell(ev.BoardAttached(room=Room.OPEN, board_id="BZ-3"))
    assert tile(follower.record).needs == ()
