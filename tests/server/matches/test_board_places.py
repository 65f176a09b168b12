"""When a board may go to another table (ruling 28); each match decides its own part."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from rules.any_match import handle
from rules.commands import (
    AssignBoard,
    BoardConsent,
    GameUnderWay,
    LetBoardIn,
    ReceiveBoard,
    RemoveBoard,
)
from rules.dice import DiceSource, Roll
from rules.duplicate.machine import begin
from rules.errors import MatchRefused, ValuesChanged
from rules.events import BoardDoubt, BoardLetIn
from rules.games.backgammon import BACKGAMMON
from rules.position import Side
from rules.room import Room
from rules.tables import readings as rd
from server.matches.board_places import (
    BoardHasDice,
    BoardInUse,
    board_arriving,
    board_cleared,
    board_leaving,
    board_let_in,
    board_taken,
    check_assignment,
    is_of_closed_room,
)
from server.matches.match_record import MatchRecord
from tests.support.ids import match_id
from tests.support.rooms import initial, scheduled, started
from tests.support.senders import usual_sender

OPEN, CLOSED = "open-1", "closed-1"
WHY = {"reason": "it was carried over"}


class Records:
    """Started matches, numbered from 1; the boards OPEN and CLOSED stand at the first."""

    def __init__(self, matches: int = 3) -> None:
        self.of: dict[int, MatchRecord] = {}
        for number in range(1, matches + 1):
            opened = begin(BACKGAMMON, initial(BACKGAMMON, number=number)).events
            record = MatchRecord(BACKGAMMON, scheduled(number=number))
            self.of[number] = record.after((started(), *opened))
        self.put(OPEN, 1, Room.OPEN)
        self.put(CLOSED, 1, Room.CLOSED)

    def put(self, board_id: str, match: int, room: Room, **consent: Any) -> None:
        """Carry out an order as the hall does: first the matches that lose the board."""
        was = self.of[match].boards.get(room)
        move = AssignBoard(board_id, match_id(match), room, BoardConsent(**consent), was)
        of_closed = is_of_closed_room(self.of.values(), board_id)
        records = {match_id(each): record for each, record in self.of.items()}
        check_assignment(records, move, of_closed)
        for number, record in self.of.items():
            if number != match:
                self.of[number] = record.after(board_leaving(record, move, "Olena"))
        self.of[match] = self.of[match].after(
            board_arriving(self.of[match], ReceiveBoard(move, of_closed), "Olena")
        )
        for number, record in self.of.items():
            self.of[number] = record.after(board_cleared(record, move))

    def take(self, match: int, room: Room) -> None:
        """Take the board from a table."""
        command = RemoveBoard(room, self.of[match].boards.get(room))
        self.of[match] = self.of[match].after(board_taken(self.of[match], command))

    def says(self, match: int, kind: type, **more: Any) -> None:
        """Something is said about the match's current game."""
        record = self.of[match]
        assert record.state is not None
        at = {"game": record.state.game, "attempt": record.state.attempt}
        reading = kind(**at, **more)
        decision = handle(record.game, record.state, reading, usual_sender(reading))
        self.of[match] = record.decided(decision)

    def throw(self, match: int) -> None:
        """The opening throw of the match's current game."""
        self.says(
            match, rd.DiceThrown, side=None, turn=1, dice=Roll(4, 3), source=DiceSource.READER
        )

    def end_game(self, match: int) -> None:
        """The game is over and confirmed in both rooms."""
        self.says(match, rd.CancelGame, reason="clock broken")

    def standing(self) -> Iterator[tuple[str, int, Room]]:
        """Every board with its table."""
        for number, record in self.of.items():
            for room, board_id in record.boards.items():
                yield board_id, number, room

    def under_way(self, match: int) -> GameUnderWay | None:
        """The match's game, if it is."""
        state = self.of[match].state
        assert state is not None
        if not state.game_under_way:
            return None
        return GameUnderWay(match_id(match), state.game, state.attempt)


@pytest.mark.parametrize("board_id", [OPEN, CLOSED])
def test_before_a_games_first_throw_a_board_goes_to_the_other_room(board_id: str) -> None:
    records = Records()
    room = Room.CLOSED if board_id == OPEN else Room.OPEN
    records.says(1, rd.ReadyDeclared, room=Room.CLOSED, side=Side.RED, turn=1)
    records.put(board_id, 1, room)
    assert records.of[1].boards == {room: board_id}


def test_a_board_is_let_in_once_for_each_doubt_and_only_at_its_own_table() -> None:
    record = Records().of[1]
    command = LetBoardIn(Room.OPEN, OPEN, BoardDoubt.NEW_JOURNAL, bytes(8))
    (let_in,) = happened = board_let_in(record, command, "Olena")
    assert isinstance(let_in, BoardLetIn)
    assert board_let_in(record.after(happened), command, "Olena") == ()
    with pytest.raises(MatchRefused, match="allowed: the board at that table"):
        board_let_in(record, replace(command, board_id=CLOSED), "Olena")


def test_equal_opening_throws_begin_no_game() -> None:
    records = Records()
    records.says(1, rd.DiceThrown, side=None, turn=1, dice=Roll(5, 5), source=DiceSource.READER)
    records.put(CLOSED, 1, Room.OPEN)
    assert records.of[1].boards == {Room.OPEN: CLOSED}


@pytest.mark.parametrize("board_id", [OPEN, CLOSED])
@pytest.mark.parametrize("taken_first", [False, True])
def test_while_a_game_is_under_way_a_board_of_it_goes_to_no_table_of_the_other_kind(
    board_id: str, taken_first: bool
) -> None:
    records = Records()
    room = Room.CLOSED if board_id == OPEN else Room.OPEN
    records.throw(1)
    if taken_first:
        records.take(1, Room.OPEN if board_id == OPEN else Room.CLOSED)
    for match in records.of:
        with pytest.raises(BoardHasDice) as refused:
            records.put(board_id, match, room)
        assert refused.value.games == (GameUnderWay(match_id(1), 1, 1),)
    records.end_game(1)
    records.put(board_id, 2, room)
    assert records.of[2].boards == {room: board_id}


@pytest.mark.parametrize("taken_first", [False, True])
def test_a_board_of_a_closed_room_goes_to_no_open_table_in_the_middle_of_that_matchs_game(
    taken_first: bool,
) -> None:
    records = Records()
    if taken_first:
        records.take(1, Room.CLOSED)
    records.throw(2)
    with pytest.raises(BoardHasDice) as refused:
        records.put(CLOSED, 2, Room.OPEN)
    assert refused.value.games == (GameUnderWay(match_id(2), 1, 1),)
    records.put(CLOSED, 3, Room.OPEN)
    records.put(CLOSED, 2, Room.OPEN)
    assert records.of[2].boards == {Room.OPEN: CLOSED}


def test_a_board_that_served_several_closed_rooms_waits_for_all_their_games() -> None:
    records = Records()
    records.throw(1)
    records.put(CLOSED, 2, Room.CLOSED, from_match=match_id(1), **WHY)
    with pytest.raises(BoardHasDice) as refused:
        records.put(CLOSED, 3, Room.OPEN)
    assert refused.value.games == (GameUnderWay(match_id(1), 1, 1),)
    records.end_game(1)
    records.throw(1)
    records.put(CLOSED, 3, Room.OPEN)
    assert records.of[3].boards == {Room.OPEN: CLOSED}


@pytest.mark.parametrize("was", [None, "", "another"])
def test_who_does_not_say_which_board_stands_there_puts_none_and_takes_none(
    was: str | None,
) -> None:
    record = Records().of[1]
    move = AssignBoard("spare", match_id(1), Room.OPEN, was=was)
    with pytest.raises(ValuesChanged) as refused:
        check_assignment({match_id(1): record}, move, of_closed=False)
    assert (refused.value.was, refused.value.now) == (was, OPEN)
    with pytest.raises(ValuesChanged):
        board_taken(record, RemoveBoard(Room.OPEN, was))


def test_a_board_on_its_way_to_an_open_table_is_of_the_closed_room_until_it_stands_there() -> None:
    records = Records()
    move = AssignBoard(CLOSED, match_id(2), Room.OPEN)
    records.of[1] = records.of[1].after(board_leaving(records.of[1], move, "Olena"))
    assert list(records.standing()) == [(OPEN, 1, Room.OPEN)]
    assert is_of_closed_room(records.of.values(), CLOSED)
    records.put(CLOSED, 2, Room.OPEN)
    assert not is_of_closed_room(records.of.values(), CLOSED)


def test_within_one_kind_of_room_a_running_matchs_board_goes_once_the_match_is_named() -> None:
    records = Records()
    records.throw(1)
    for board_id, room in ((OPEN, Room.OPEN), (CLOSED, Room.CLOSED)):
        for consent in ({}, {"from_match": 1}, {"from_match": 2, **WHY}):
            with pytest.raises(BoardInUse):
                records.put(board_id, 2, room, **consent)
        records.put(board_id, 2, room, from_match=match_id(1), **WHY)
    assert records.of[1].boards == {}
    assert {room: moved.to_match for room, moved in records.of[1].moved.items()} == {
        Room.OPEN: match_id(2),
        Room.CLOSED: match_id(2),
    }
    records.put("spare", 1, Room.OPEN)
    assert set(records.of[1].moved) == {Room.CLOSED}


def test_an_order_voids_the_game_it_names_and_no_later_one() -> None:
    records = Records()
    records.throw(1)
    named = {"voids": frozenset({GameUnderWay(match_id(1), 1, 1)}), **WHY}
    records.end_game(1)
    records.throw(1)
    with pytest.raises(BoardHasDice) as refused:
        records.put(CLOSED, 1, Room.OPEN, **named)
    assert refused.value.games == (GameUnderWay(match_id(1), 2, 1),)
    records.put(CLOSED, 1, Room.OPEN, voids=frozenset(refused.value.games), **WHY)
    state = records.of[1].state
    assert state is not None
    assert (state.game, state.attempt, dict(state.rolls)) == (2, 2, {})


def test_games_are_not_voided_for_a_board_without_a_reason() -> None:
    records = Records()
    records.throw(1)
    with pytest.raises(BoardHasDice):
        records.put(CLOSED, 1, Room.OPEN, voids=frozenset({GameUnderWay(match_id(1), 1, 1)}))


@pytest.mark.parametrize("seed", range(20))
def test_no_board_is_in_both_rooms_of_one_game_nor_at_two_tables(seed: int) -> None:
    chance, records = Random(seed), Records()
    served: dict[GameUnderWay, dict[Room, set[str]]] = {}
    went = 0
    for _ in range(60):
        before = dict(records.of)
        went += at_random(chance, records)
        boards = [board_id for board_id, _, _ in records.standing()]
        assert len(boards) == len(set(boards))
        for board_id, match, room in records.standing():
            game = records.under_way(match)
            if game is not None:
                rooms = served.setdefault(game, {each: set() for each in Room})
                rooms[room].add(board_id)
                assert not rooms[Room.OPEN] & rooms[Room.CLOSED]
            if room is Room.OPEN and stood_closed(before, board_id):
                assert game is None
    assert went > 5


def stood_closed(records: Mapping[int, MatchRecord], board_id: str) -> bool:
    """True if the board stood at a closed table."""
    return any(record.boards.get(Room.CLOSED) == board_id for record in records.values())


def at_random(chance: Random, records: Records) -> int:
    """An operator who tries everything, players who go on; 1 if a board was put somewhere."""
    match, room = chance.choice(list(records.of)), chance.choice(list(Room))
    what = chance.random()
    if what < 0.2:
        records.throw(match)
    elif what < 0.3:
        records.end_game(match)
    elif what < 0.4:
        records.take(match, room)
    else:
        running = [game for number in records.of if (game := records.under_way(number))]
        consent: dict[str, Any] = {"from_match": chance.choice(list(records.of)), **WHY}
        if running and chance.random() < 0.3:
            consent["voids"] = frozenset(chance.sample(running, 1))
        try:
            records.put(chance.choice((OPEN, CLOSED, "spare")), match, room, **consent)
        except (BoardHasDice, BoardInUse):
            return 0
        return 1
    return 0
