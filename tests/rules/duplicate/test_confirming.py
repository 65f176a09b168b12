"""Who confirms a result, and in which order it may be said (ruling 15)."""

from itertools import permutations
from typing import Any

import pytest

from rules import events as ev
from rules.dice import DiceSource, Roll
from rules.duplicate.state import fold
from rules.errors import MatchRefused
from rules.events import Confirmer, Refusal
from rules.games.backgammon import BACKGAMMON
from rules.position import Side
from rules.room import Ending, Room
from rules.tables import readings as rd
from rules.tables.entering import SecondAccountNeeded
from tests.support.endings import lost
from tests.support.rooms import Rooms, Temper, initial

Said = tuple[rd.AnyReading, rd.Sender]
"""What somebody says, and who does."""


def begun(games: int = 4) -> Rooms:
    """White has thrown 6:2 in the open room."""
    rooms = Rooms.seated(BACKGAMMON, 1, Temper(), games=games)
    throw(rooms)
    return rooms


def waiting(rooms: Rooms) -> list[tuple[int, Room]]:
    """Games and rooms with an entered result that nobody has confirmed."""
    return [*rooms.state.unconfirmed]


def throw(rooms: Rooms) -> None:
    source = DiceSource.READER
    rooms.say(rd.DiceThrown(**rooms.at, side=None, turn=1, dice=Roll(6, 2), source=source))


def result(room: Room, by: str = "Ann", game: int = 1, left: int = 9) -> Said:
    order = rd.CorrectResult(
        game=game, attempt=1, reason="seen on the film", room=room, **lost(left=left)
    )
    return order, rd.Sender(by)


def agreed(
    room: Room,
    by: str,
    confirmer: Confirmer = Confirmer.ACCOUNT,
    side: Side | None = None,
    result: int = 1,
) -> Said:
    reading = rd.ResultAgreed(game=1, attempt=1, room=room, side=side, result=result)
    return reading, rd.Sender(by, confirmer)


def why(events: tuple[ev.Event, ...]) -> Refusal:
    (refused,) = events
    assert isinstance(refused, ev.ReadingRefused)
    return refused.why


def resigned(rooms: Rooms) -> None:
    """White loses the open room's game by resigning; both players confirm it."""
    at: dict[str, Any] = {**rooms.at, "room": Room.OPEN}
    rooms.say(rd.ResignationMade(**at, turn=1, side=Side.WHITE, ending=Ending.RESIGNED))
    rooms.say(rd.ResignationAnswered(**at, turn=1, side=Side.RED, accepted=True))
    for side in Side:
        rooms.say(rd.ResultAgreed(**at, side=side))


def test_a_director_who_reverses_a_confirmed_result_leaves_it_unconfirmed() -> None:
    rooms = begun()
    resigned(rooms)
    rooms.say(*result(Room.OPEN))
    assert waiting(rooms) == [(1, Room.OPEN)]
    with pytest.raises(SecondAccountNeeded, match="'Ann' entered the open room's result of game 1"):
        rooms.say(*agreed(Room.OPEN, "Ann", result=2))
    rooms.say(*agreed(Room.OPEN, "Ben", result=2))
    assert waiting(rooms) == []


@pytest.mark.parametrize("confirmer", [Confirmer.PLAYER, Confirmer.CAPTAIN])
def test_both_players_or_both_captains_confirm_what_the_director_entered(
    confirmer: Confirmer,
) -> None:
    rooms = begun()
    rooms.say(*result(Room.OPEN))
    for side in Side:
        assert waiting(rooms)
        rooms.say(*agreed(Room.OPEN, side.value, confirmer, side))
    assert not waiting(rooms)
    assert why(rooms.say(*agreed(Room.OPEN, "Ben"))) is Refusal.ALREADY_CONFIRMED


def test_a_player_and_a_captain_do_not_make_two_of_either() -> None:
    rooms = begun()
    rooms.say(*result(Room.OPEN))
    rooms.say(*agreed(Room.OPEN, "Brook", Confirmer.PLAYER, Side.WHITE))
    rooms.say(*agreed(Room.OPEN, "Captain", Confirmer.CAPTAIN, Side.RED))
    assert waiting(rooms)
    again = agreed(Room.OPEN, "Brook", Confirmer.PLAYER, Side.WHITE)
    assert why(rooms.say(*again)) is Refusal.ALREADY_CONFIRMED


def test_a_confirmation_of_the_result_before_is_refused() -> None:
    """Such as one a board kept while its line was down."""
    rooms = begun()
    resigned(rooms)
    rooms.say(*result(Room.OPEN))
    rooms.say(*result(Room.OPEN, by="Cid", left=8))
    late = agreed(Room.OPEN, "board BZ-1", Confirmer.PLAYER, Side.WHITE)
    assert why(rooms.say(*late)) is Refusal.STALE
    assert why(rooms.say(*agreed(Room.OPEN, "Ann", result=2))) is Refusal.STALE
    rooms.say(*agreed(Room.OPEN, "Ann", result=3))
    assert waiting(rooms) == []


def test_the_next_game_does_not_wait_for_an_entered_result_and_the_match_ends_with_one() -> None:
    rooms = begun(games=1)
    resigned(rooms)
    rooms.say(*result(Room.OPEN))
    closed = rooms.say(*result(Room.CLOSED))
    assert isinstance(closed[-1], ev.MatchClosed)
    assert waiting(rooms) == [(1, Room.OPEN), (1, Room.CLOSED)]
    for room, number in ((Room.OPEN, 2), (Room.CLOSED, 1)):
        rooms.say(*agreed(room, "Ben", result=number))
    assert waiting(rooms) == []


def test_a_result_of_a_game_before_is_confirmed_while_the_next_is_played() -> None:
    rooms = begun()
    for room in Room:
        rooms.say(*result(room))
    assert rooms.state.game == 2
    throw(rooms)
    for side in Side:
        rooms.say(*agreed(Room.CLOSED, side.value, Confirmer.PLAYER, side))
    assert waiting(rooms) == [(1, Room.OPEN)]
    assert fold(BACKGAMMON, initial(BACKGAMMON), rooms.history) == rooms.state


def test_a_cancelled_game_is_the_directors_word_in_both_rooms() -> None:
    rooms = begun()
    resigned(rooms)
    rooms.say(rd.CancelGame(**rooms.at, reason="lights out"))
    assert rooms.state.game == 2
    assert waiting(rooms) == [(1, Room.OPEN), (1, Room.CLOSED)]
    with pytest.raises(SecondAccountNeeded):
        rooms.say(*agreed(Room.CLOSED, "Ann"))


def test_nothing_of_a_voided_attempt_confirms_the_next() -> None:
    rooms = begun()
    rooms.say(*result(Room.OPEN))
    rooms.say(rd.VoidGame(**rooms.at, reason="wrong dice"))
    assert waiting(rooms) == []
    throw(rooms)
    rooms.say(rd.AdjustScore(**rooms.at, reason="late", room=Room.OPEN, home=0, away=0))
    assert why(rooms.say(*agreed(Room.OPEN, "Ben"))) is Refusal.STALE
    assert waiting(rooms) == [(1, Room.OPEN)]


def test_a_result_that_was_played_out_is_its_players_to_confirm() -> None:
    rooms = begun()
    at: dict[str, Any] = {**rooms.at, "room": Room.OPEN}
    rooms.say(rd.ResignationMade(**at, turn=1, side=Side.WHITE, ending=Ending.RESIGNED))
    rooms.say(rd.ResignationAnswered(**at, turn=1, side=Side.RED, accepted=True))
    captain = agreed(Room.OPEN, "Captain", Confirmer.CAPTAIN, Side.RED)
    assert why(rooms.say(*captain)) is Refusal.NOTHING_TO_CONFIRM
    with pytest.raises(MatchRefused, match="side: 'none' is not possible; allowed: white or red"):
        rooms.say(*agreed(Room.OPEN, "Ben"))
    for side in Side:
        rooms.say(*agreed(Room.OPEN, "Ben", side=side))
    assert rooms.state.settled(Room.OPEN)


SAID: tuple[Said, ...] = (
    result(Room.OPEN, by="Ann"),
    result(Room.OPEN, by="Ben", left=8),
    *(agreed(Room.OPEN, by, result=number) for by in ("Ann", "Ben") for number in (1, 2, 3)),
)


def test_in_whatever_order_it_is_said_nobody_confirms_what_he_himself_entered() -> None:
    confirmed = 0
    for order in permutations(SAID, 4):
        rooms = begun()
        entered_by = ""
        for reading, sender in order:
            try:
                happened = rooms.say(reading, sender)
            except SecondAccountNeeded:
                continue
            for event in happened:
                if isinstance(event, ev.ResultCorrected):
                    entered_by = event.by
                if isinstance(event, ev.ResultConfirmed):
                    assert event.by != entered_by
                    confirmed += 1
    assert confirmed
