"""Results that are kept by hand (ruling 15)."""

from typing import Any

import pytest

from rules import events as ev
from rules.dice import DiceSource, Roll
from rules.duplicate.state import fold
from rules.games.backgammon import BACKGAMMON
from rules.games.trictrac.as_game import TRICTRAC
from rules.position import Side
from rules.room import Ending, Room
from rules.scoring.scales import ScoreRefused
from rules.tables import readings as rd
from rules.tables.state import Phase
from tests.support.endings import lost
from tests.support.rooms import Rooms, Temper, initial


def seated(games: int = 4) -> Rooms:
    return Rooms.seated(BACKGAMMON, 1, Temper(), games=games)


def kept(rooms: Rooms, room: Room, **changes: Any) -> rd.EnterResult:
    fields: dict[str, Any] = {
        "loser": Side.RED,
        "ending": Ending.PASS,
        "left": 15,
        "cube": 2,
        "proposer": Side.WHITE,
        "opening": Roll(4, 3),
    }
    return rd.EnterResult(**rooms.at, room=room, **{**fields, **changes})


def test_a_match_without_boards_is_kept_by_hand_from_its_first_game_to_its_end() -> None:
    rooms = seated()
    for game in range(1, 5):
        assert rooms.state.game == game
        rooms.say(kept(rooms, Room.CLOSED))
        rooms.say(kept(rooms, Room.OPEN, opening=None))
    assert rooms.state.over
    assert len(rooms.state.unconfirmed) == 8
    assert fold(BACKGAMMON, initial(BACKGAMMON), rooms.history) == rooms.state


def test_a_result_kept_by_hand_needs_no_reason_and_no_opening_throw() -> None:
    rooms = seated()
    (entered,) = rooms.say(kept(rooms, Room.OPEN, opening=None), rd.Sender("Olena"))
    assert entered == ev.ResultEntered(
        game=1,
        attempt=1,
        room=Room.OPEN,
        owner=None,
        proposer=Side.WHITE,
        opening=None,
        by="Olena",
        **lost(ending=Ending.PASS, left=15, cube=2),
    )
    assert rooms.state.open.phase is Phase.FINISHED


def test_nothing_is_thrown_for_a_game_that_is_kept_by_hand() -> None:
    rooms = seated()
    rooms.say(kept(rooms, Room.OPEN))
    thrown = rd.DiceThrown(**rooms.at, side=None, turn=1, dice=Roll(6, 2), source=DiceSource.READER)
    (void,) = rooms.say(thrown)
    assert isinstance(void, ev.ThrowVoided)


@pytest.mark.parametrize(
    ("changes", "refusal"),
    [
        ({"game": 2}, None),
        ({"opening": Roll(3, 3)}, "opening: '3:3' is not possible; allowed: two different dice"),
        ({"ending": Ending.BEAROFF}, "left: 15"),
        ({"ending": Ending.TROUS}, "ending: 'trous'"),
        ({"ending": Ending.GAMMON, "cube": 1, "owner": Side.RED}, "owner: 'red'"),
        ({"proposer": Side.RED}, "owner: 'red'.*the winner, who proposed the double"),
    ],
)
def test_what_no_game_ends_with_is_refused(changes: dict[str, Any], refusal: str | None) -> None:
    rooms = seated()
    if refusal is None:
        entry = rd.EnterResult(**{**fields_of(kept(rooms, Room.OPEN)), **changes})
        (refused,) = rooms.say(entry)
        assert isinstance(refused, ev.ReadingRefused)
        assert refused.why is ev.Refusal.STALE
        return
    with pytest.raises(ScoreRefused, match=refusal):
        rooms.say(kept(rooms, Room.OPEN, **changes))


def fields_of(entry: rd.EnterResult) -> dict[str, Any]:
    return {name: getattr(entry, name) for name in rd.EnterResult.__dataclass_fields__}


def test_both_rooms_have_one_opening_throw() -> None:
    rooms = seated()
    rooms.say(kept(rooms, Room.OPEN))
    with pytest.raises(ScoreRefused, match=r"opening: '3:4'.*4:3, as in the other room of game 1"):
        rooms.say(kept(rooms, Room.CLOSED, opening=Roll(3, 4)))


def test_a_second_result_of_a_room_is_a_correction() -> None:
    rooms = seated()
    rooms.say(kept(rooms, Room.OPEN))
    with pytest.raises(ScoreRefused, match=r"game: 1.*the director corrects an existing one"):
        rooms.say(kept(rooms, Room.OPEN), rd.Sender("Petro"))


@pytest.mark.parametrize("room", list(Room))
def test_a_game_that_its_own_table_has_begun_is_not_kept_by_hand(room: Room) -> None:
    rooms = seated()
    source = DiceSource.READER
    rooms.say(rd.DiceThrown(**rooms.at, side=None, turn=1, dice=Roll(6, 2), source=source))
    for side in Side:
        rooms.say(rd.ReadyDeclared(**rooms.at, room=Room.CLOSED, side=side, turn=1))
    with pytest.raises(ScoreRefused, match=r"game: 1.*a game not yet begun at this table"):
        rooms.say(kept(rooms, room))


def test_what_the_closed_room_may_enter_does_not_tell_how_far_the_open_room_is() -> None:
    rooms = seated()
    source = DiceSource.READER
    rooms.say(rd.DiceThrown(**rooms.at, side=None, turn=1, dice=Roll(6, 2), source=source))
    before = seated()
    entry = kept(rooms, Room.CLOSED)
    assert rooms.say(entry) == before.say(entry)


def correction(rooms: Rooms, room: Room, opening: Roll) -> rd.CorrectResult:
    return rd.CorrectResult(
        game=1, attempt=1, reason="misread", room=room, opening=opening, **lost()
    )


def test_the_director_puts_the_opening_throw_of_a_game_kept_by_hand_right() -> None:
    rooms = seated()
    for room in Room:
        rooms.say(kept(rooms, room))
    rooms.say(correction(rooms, Room.OPEN, Roll(5, 3)))
    assert rooms.state.hand_openings[1] == Roll(5, 3)
    with pytest.raises(ScoreRefused, match=r"^opening: "):
        rooms.say(correction(rooms, Room.OPEN, Roll(4, 4)))


def test_the_opening_throw_of_a_game_at_boards_is_no_part_of_its_result() -> None:
    rooms = seated()
    source = DiceSource.READER
    rooms.say(rd.DiceThrown(**rooms.at, side=None, turn=1, dice=Roll(6, 2), source=source))
    with pytest.raises(ScoreRefused, match=r"opening: '5:3'.*is among its rolls"):
        rooms.say(correction(rooms, Room.OPEN, Roll(5, 3)))


def test_a_voided_game_that_was_kept_by_hand_is_kept_anew() -> None:
    rooms = seated()
    rooms.say(kept(rooms, Room.OPEN))
    rooms.say(rd.VoidGame(**rooms.at, reason="wrong score sheet"))
    rooms.say(kept(rooms, Room.OPEN, opening=Roll(2, 1)))
    assert rooms.state.attempt == 2
    assert rooms.state.hand_openings == {1: Roll(2, 1)}


def test_a_counted_game_kept_by_hand_has_its_trous() -> None:
    rooms = Rooms.seated(TRICTRAC, 1, Temper())
    trous: dict[str, Any] = {"ending": Ending.TROUS, "cube": 1, "proposer": None}
    rooms.say(kept(rooms, Room.OPEN, **trous, tally=(12, 4)))
    assert rooms.state.results[1, Room.OPEN].tally == (12, 4)
