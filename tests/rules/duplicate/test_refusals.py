"""Single readings that must have no effect, or one effect only (rulings 7, 9, 11)."""

from typing import Any

import pytest

from rules import events as ev
from rules.dice import DiceSource, Roll
from rules.games.backgammon import BACKGAMMON
from rules.position import Side
from rules.room import BoardEvent, Ending, Room
from rules.scoring.scales import ScoreRefused
from rules.tables import readings as rd
from tests.support.endings import lost
from tests.support.rooms import Rooms, Temper

KEYED = BoardEvent("BZ-1", bytes(8), 7)
"""The event in which the open room's board told of the opening throw."""


def seated() -> Rooms:
    return Rooms.seated(BACKGAMMON, 1, Temper())


def keyed(rooms: Rooms) -> None:
    opening: dict[str, Any] = {"side": None, "turn": 1, "source": DiceSource.CONSOLE}
    rooms.say(rd.DiceThrown(**rooms.at, **opening, dice=Roll(6, 2), board_event=KEYED))


def result(rooms: Rooms, room: Room, left: int = 9) -> rd.CorrectResult:
    return rd.CorrectResult(
        **rooms.at,
        reason="the board was knocked over",
        room=room,
        **lost(left=left, cube=2),
    )


@pytest.mark.parametrize("side", list(Side))
@pytest.mark.parametrize("thrown", [False, True])
def test_the_closed_room_confirms_no_dice_and_learns_nothing_by_trying(
    side: Side, thrown: bool
) -> None:
    rooms = seated()
    if thrown:
        keyed(rooms)
    (answer,) = rooms.say(rd.DiceConfirmed(**rooms.at, room=Room.CLOSED, side=side, turn=1))
    assert isinstance(answer, ev.ReadingRefused)
    assert answer.why is ev.Refusal.WRONG_ROOM


def test_a_confirmation_of_another_turn_counts_nothing() -> None:
    rooms = seated()
    keyed(rooms)
    (answer,) = rooms.say(rd.DiceConfirmed(**rooms.at, room=Room.OPEN, side=Side.RED, turn=2))
    assert isinstance(answer, ev.ReadingRefused)


def test_an_opening_is_not_corrected_to_a_tie_once_the_game_is_over() -> None:
    rooms = seated()
    keyed(rooms)
    at = rooms.at
    offer = rd.ResignationMade(
        **at, room=Room.OPEN, side=Side.WHITE, turn=1, ending=Ending.RESIGNED
    )
    rooms.say(offer)
    rooms.say(rd.ResignationAnswered(**at, room=Room.OPEN, side=Side.RED, turn=1, accepted=True))
    tie = rd.DiceThrown(
        **at, side=None, turn=1, dice=Roll(3, 3), source=DiceSource.CONSOLE, corrects=KEYED
    )
    (answer,) = rooms.say(tie)
    assert isinstance(answer, ev.ThrowVoided)
    assert rooms.state.open.result is not None


def test_a_game_nobody_opened_has_no_result_to_correct() -> None:
    rooms = seated()
    (answer,) = rooms.say(result(rooms, Room.OPEN))
    assert isinstance(answer, ev.ReadingRefused)
    assert answer.why is ev.Refusal.NOT_NOW


def test_a_result_no_table_has_a_row_for_is_refused() -> None:
    rooms = seated()
    keyed(rooms)
    with pytest.raises(ScoreRefused, match="left: 15"):
        rooms.say(result(rooms, Room.OPEN, left=15))


def test_a_corrected_result_has_lost_the_confirmations_of_the_one_before() -> None:
    rooms = seated()
    keyed(rooms)
    white_resigns = rd.ResignationMade(
        **rooms.at, room=Room.OPEN, side=Side.WHITE, turn=1, ending=Ending.RESIGNED
    )
    rooms.say(white_resigns)
    accepted = rd.ResignationAnswered(
        **rooms.at, room=Room.OPEN, side=Side.RED, turn=1, accepted=True
    )
    rooms.say(accepted)
    rooms.say(rd.ResultAgreed(**rooms.at, room=Room.OPEN, side=Side.WHITE))
    rooms.say(result(rooms, Room.OPEN))
    standing = rooms.state.standing(Room.OPEN)
    assert standing is not None
    assert standing.unconfirmed
    assert standing.players == frozenset()
    assert rooms.state.results[1, Room.OPEN].left == 9
