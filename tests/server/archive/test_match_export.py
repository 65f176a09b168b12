"""A duplicate run written as match files: what is read back is what was played."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from rules import events as ev
from rules.dice import DiceSource, Roll
from rules.errors import MatchRefused
from rules.games.backgammon import BACKGAMMON
from rules.match_files.mat_reader import decoded, read_mat
from rules.match_files.mat_writer import write_mat
from rules.match_files.record import Findings, GameRecord, MatchRecord, Resignation, Throw
from rules.match_files.replay import replay
from rules.match_files.sgf import write_sgf
from rules.match_play.state import points
from rules.position import Move, Position, Side
from rules.room import Ending, Room
from rules.tables import readings as rd
from server.archive.match_export import room_record
from tests.simulator.in_process import TwoRooms
from tests.support.endings import lost
from tests.support.gnubg_program import run_gnubg
from tests.support.match_files import actions_of
from tests.support.needs import GNUBG
from tests.support.persons import person_id
from tests.support.rooms import Rooms, Temper, scheduled, started

SET_UP = (scheduled(), started())
History = Sequence[ev.Event]


@pytest.fixture(scope="module")
def played() -> History:
    """A whole match of sensible players with doubles, passes and resignations."""
    two_rooms = TwoRooms.seated(seed=12, timing=3)
    two_rooms.play()
    return (*SET_UP, *two_rooms.log)


def erring() -> History:
    """A whole match of people who throw too early, correct dice and condone plays."""
    rooms = Rooms.seated(BACKGAMMON, 15, Temper(mischief=0.5, void=0.001, resign=0.02))
    rooms.play_to_the_end()
    return (*SET_UP, *rooms.history)


def often_put_right() -> History:
    """A whole match whose director often has the checkers of one room lie as in the other."""
    rooms, rng = Rooms.seated(BACKGAMMON, 21, Temper(double=0.02)), Random(21)
    while not rooms.state.over:
        rooms.step()
        if rng.random() < 0.03:
            put_right(rooms, rng)
    return (*SET_UP, *rooms.history)


def put_right(rooms: Rooms, rng: Random) -> None:
    """The director has the checkers of one room lie as in the other."""
    room, other = rng.sample(list(Room), 2)
    due, lying = rooms.state.table(room).current, rooms.state.table(other).position
    if due is not None:
        at = {**rooms.at, "room": room, "side": due.side, "turn": due.turn}
        rooms.say(rd.CorrectPosition(**at, position=lying, reason="seen"))


def as_directed(seed: int) -> History:
    """A match of two games, one perhaps kept by hand, checkers put right, a result corrected."""
    rng = Random(seed)
    temper = Temper(double=0.05, mischief=rng.choice((0.0, 0.3)), void=0.0005)
    rooms = Rooms.seated(BACKGAMMON, seed, temper, games=2)
    if rng.random() < 0.3:
        for room in Room:
            kept = lost(ending=rng.choice((Ending.GAMMON, Ending.BACKGAMMON)), left=15, cube=2)
            rooms.say(rd.EnterResult(game=1, attempt=1, room=room, **kept))
    while not rooms.state.over:
        rooms.step()
        if rng.random() < 0.01:
            put_right(rooms, rng)
    if rng.random() < 0.5:
        room, was = rng.choice(list(Room)), rooms.state.results
        at: dict[str, Any] = {"game": 2, "attempt": rooms.state.attempts.get(2, 1), "room": room}
        values = lost(ending=Ending.GAMMON, left=15, cube=4)
        at |= {"reason": "the cube was at 4", "was": was.get((2, room))}
        rooms.say(rd.CorrectResult(**at, **values))
    return (*SET_UP, *rooms.history)


def read_again(record: MatchRecord) -> Findings:
    return replay(read_mat(write_mat(record)))


def results_of(history: History, room: Room) -> list[tuple[Side, int]]:
    last = {
        event.game: (event.loser.opponent, points(event.ending, event.cube))
        for event in history
        if isinstance(event, ev.GameFinished) and event.room is room
    }
    return list(last.values())


def without_resignations(record: MatchRecord) -> MatchRecord:
    """As a .mat file keeps it: who gave up follows from the result."""
    games = tuple(
        replace(game, actions=tuple(a for a in game.actions if not isinstance(a, Resignation)))
        for game in record.games
    )
    return replace(record, games=games)


def outcomes(record: MatchRecord) -> list[tuple[Side | None, int]]:
    return [(game.winner, game.points) for game in record.games]


def test_each_room_is_a_money_session_of_its_own_players(played: History) -> None:
    opened, closed = (room_record(played, room) for room in Room)
    assert (opened.white, opened.red) == ("Brook", "Holloway")
    assert (closed.white, closed.red) == ("Stonely", "Fields")
    assert opened.length == closed.length == 0
    assert closed.headers["Round"] == "Match 1, Compass - Rudder, closed room"


@pytest.mark.parametrize("room", Room)
def test_a_duplicate_run_written_as_mat_is_clean_and_reads_back_the_same(
    room: Room, played: History
) -> None:
    record = room_record(played, room)
    found = read_again(record)
    assert (found.illegal, found.result_errors) == ((), ())
    assert outcomes(found.record) == outcomes(record) == results_of(played, room)
    assert actions_of(found.record) == actions_of(without_resignations(record))


def test_both_rooms_play_the_same_dice_by_side_and_turn(played: History) -> None:
    def rolls(game: GameRecord, side: Side) -> list[str]:
        thrown = [a for a in game.actions if isinstance(a, Throw) and a.side is side]
        return [str(throw.roll) for throw in thrown]

    rooms = [room_record(played, room).games for room in Room]
    for games in zip(*rooms, strict=True):
        for side in Side:
            one, other = (rolls(game, side) for game in games)
            shorter = min(len(one), len(other))
            assert one[:shorter] == other[:shorter]


@pytest.mark.parametrize("room", Room)
def test_corrections_voids_and_condoned_plays_are_written_as_they_stand_in_the_end(
    room: Room,
) -> None:
    history = erring()
    record = room_record(history, room)
    found = read_again(record)
    condoned = [e for e in history if isinstance(e, ev.PlayCondoned) and e.room is room]
    assert condoned
    assert {entry.why for entry in found.illegal} == {"condoned at the table"}
    assert found.result_errors == ()
    assert outcomes(found.record) == results_of(history, room)
    assert actions_of(found.record) == actions_of(without_resignations(record))


def test_every_play_leaves_the_position_the_log_has() -> None:
    history = erring()
    for room in Room:
        lain: dict[int, list[Position]] = {}
        for event in history:
            if isinstance(event, ev.GameStarted):
                lain[event.game] = []
            elif isinstance(event, ev.PlayMade | ev.PlayCondoned) and event.room is room:
                lain[event.game].append(event.position)
        for game, positions in zip(
            actions_of(room_record(history, room)), lain.values(), strict=True
        ):
            written = [position for _, _, position in game if position is not None]
            assert written[-1:] == positions[-1:]
            assert set(written) <= set(positions)


@pytest.mark.parametrize("room", Room)
def test_checkers_put_right_travel_in_a_mat_file(room: Room) -> None:
    history = often_put_right()
    record = room_record(history, room)
    put = [e for e in history if isinstance(e, ev.PositionCorrected) and e.room is room]
    assert put
    found = read_again(record)
    assert (found.illegal, found.result_errors) == ((), ())
    told = [note.why for note in found.notes]
    assert told
    assert all(why.endswith("then the director put the checkers right") for why in told)
    assert outcomes(found.record) == results_of(history, room)
    assert actions_of(found.record) == actions_of(without_resignations(record))
    lain = {position for game in actions_of(found.record) for _, _, position in game}
    assert {event.position for event in put} <= lain


@pytest.mark.parametrize("count", [5, pytest.param(105, marks=pytest.mark.long)])
def test_a_file_of_ours_holds_nothing_against_the_rules_but_what_was_condoned(count: int) -> None:
    kinds = set[str]()
    for seed in range(count):
        history = as_directed(seed)
        for room in Room:
            found = read_again(room_record(history, room))
            assert {each.why for each in found.illegal} <= {"condoned at the table"}, seed
            assert found.result_errors == (), (seed, room)
            kinds |= {note.why.rpartition(",")[2].partition(";")[0] for note in found.notes}
    if count > 100:
        assert kinds == {
            " then the director put the checkers right",
            "the result is kept by hand",
            "the result is as the director corrected it",
        }


def test_a_play_put_right_stands_in_a_comment_and_its_position_in_the_cell() -> None:
    start = BACKGAMMON.start()
    moves = (Move(8, 5), Move(6, 5))
    played = ev.PlayMade(
        game=1,
        attempt=1,
        room=Room.OPEN,
        side=Side.WHITE,
        turn=1,
        moves=moves,
        position=BACKGAMMON.apply(start, Side.WHITE, moves),
    )
    mended = ev.PositionCorrected(**AT, room=Room.OPEN, position=start)
    record = room_record(one_game(opening(Roll(3, 1)), played, mended), Room.OPEN)
    lines = write_mat(record).splitlines()
    assert "; white: 31: 8/5 6/5, then put right" in lines
    assert any(line.startswith("  1) 31: Illegal play (") for line in lines)
    played_node, set_up = write_sgf(record).removesuffix(")\n").split("\n;")[1:]
    assert played_node == "W[31hefe]"
    assert set_up.startswith("PL[B]AE[a:y]AW[f][f]")


def one_game(*events: ev.Event) -> History:
    return (*SET_UP, ev.GameStarted(game=1, attempt=1), *events)


def opening(dice: Roll) -> ev.RollThrown:
    side = Side.WHITE if dice.first > dice.second else Side.RED
    at: dict[str, Any] = {"game": 1, "attempt": 1, "turn": 1}
    return ev.RollThrown(**at, side=side, dice=dice, source=DiceSource.CONSOLE, opening=True)


AT: dict[str, Any] = {"game": 1, "attempt": 1, "by": "director", "reason": "a ruling"}


def test_a_corrected_opening_is_written_for_the_side_that_starts_by_it() -> None:
    corrected = ev.RollCorrected(
        **AT, side=Side.RED, turn=1, dice=Roll(1, 3), source=DiceSource.DIRECTOR, opening=True
    )
    (game,) = room_record(one_game(opening(Roll(3, 1)), corrected), Room.OPEN).games
    assert game.actions == (Throw(Side.RED, Roll(1, 3), None),)


def test_a_cancelled_game_is_left_out_and_a_corrected_result_counts() -> None:
    result = ev.ResultCorrected(
        **AT,
        room=Room.OPEN,
        owner=None,
        proposer=None,
        **lost(ending=Ending.GAMMON, left=15, cube=2),
    )
    history = one_game(opening(Roll(3, 1)), result)
    (game,) = room_record(history, Room.OPEN).games
    assert (game.winner, game.points) == (Side.WHITE, 4)
    with pytest.raises(MatchRefused, match="allowed: a match whose first game has begun"):
        room_record((*history, ev.GameCancelled(**AT)), Room.OPEN)


def test_a_turn_played_again_stands_as_it_was_played_then() -> None:
    start = BACKGAMMON.start()
    turn: dict[str, Any] = {"room": Room.OPEN, "side": Side.WHITE, "turn": 1}
    plays = [(Move(8, 5), Move(6, 5)), (Move(24, 23), Move(13, 10))]
    first, again = (
        ev.PlayMade(
            game=1,
            attempt=1,
            **turn,
            moves=moves,
            position=BACKGAMMON.apply(start, Side.WHITE, moves),
        )
        for moves in plays
    )
    resigned = ev.GameResigned(
        game=1, attempt=1, room=Room.OPEN, side=Side.WHITE, ending=Ending.RESIGNED
    )
    reopened = ev.TurnReopened(**AT, **turn)
    history = one_game(opening(Roll(3, 1)), first, resigned, reopened)
    thrown = Throw(Side.WHITE, Roll(3, 1), None)
    (game,) = room_record(history, Room.OPEN).games
    assert game.actions == (thrown,)
    (game,) = room_record((*history, again), Room.OPEN).games
    assert game.actions == (replace(thrown, play=plays[1]),)


@pytest.mark.parametrize("moves", [(), (Move(8, 5), Move(6, 5))])
def test_dice_that_stand_are_written_whether_they_were_played_or_not(
    moves: tuple[Move, ...],
) -> None:
    turn: dict[str, Any] = {"room": Room.OPEN, "side": Side.WHITE, "turn": 1}
    lying = BACKGAMMON.apply(BACKGAMMON.start(), Side.WHITE, moves)
    played = ev.PlayMade(game=1, attempt=1, **turn, moves=moves, position=lying)
    stands = ev.RollStands(**AT, **turn, dice=Roll(1, 3), relayed=Roll(3, 1))
    history = one_game(opening(Roll(3, 1)), *((played,) if moves else ()), stands)
    (game,) = room_record(history, Room.OPEN).games
    (thrown,) = game.actions
    assert isinstance(thrown, Throw)
    assert str(thrown.roll) == str(Roll(1, 3))
    assert (thrown.play or ()) == moves


def test_a_match_at_one_table_has_no_other_room_and_no_game_after_it_is_won() -> None:
    planned = ev.MatchPlayScheduled(
        match_id=SET_UP[0].match_id,
        event="Open",
        white=person_id("Brook"),
        red=person_id("Fields"),
        length=3,
        game_name="backgammon",
    )
    games = [
        event
        for game, ending in ((1, Ending.BACKGAMMON), (2, Ending.BEAROFF))
        for event in (
            ev.GameStarted(game=game, attempt=1),
            ev.ResultCorrected(
                **(AT | {"game": game}),
                room=Room.OPEN,
                owner=None,
                proposer=None,
                **lost(ending=ending, left=15, cube=1),
            ),
        )
    ]
    history = (planned, *games)
    assert [game.points for game in room_record(history, Room.OPEN).games] == [3]
    with pytest.raises(MatchRefused, match="allowed: open"):
        room_record(history, Room.CLOSED)


def test_tail_rolls_are_the_closed_rooms_alone() -> None:
    tail = ev.RollThrown(
        game=1,
        attempt=1,
        side=Side.RED,
        turn=1,
        dice=Roll(6, 5),
        source=DiceSource.CONSOLE,
        tail=True,
    )
    released = ev.RollReleased(game=1, attempt=1, side=Side.RED, turn=1, dice=Roll(6, 5))
    history = one_game(opening(Roll(3, 1)), tail, released)
    assert len(room_record(history, Room.OPEN).games[0].actions) == 1
    assert room_record(history, Room.CLOSED).games[0].actions == (
        Throw(Side.RED, Roll(6, 5), None),
    )


@GNUBG.required
@pytest.mark.parametrize("room", Room)
@pytest.mark.parametrize("form", ["mat", "sgf"])
def test_gnubg_reads_a_duplicate_run_back_with_the_same_plays(
    form: str, room: Room, played: History, tmp_path: Path
) -> None:
    check_gnubg_reads(room_record(played, room), form, tmp_path)


@GNUBG.required
@pytest.mark.parametrize("form", ["mat", "sgf"])
def test_gnubg_reads_checkers_that_were_put_right(form: str, tmp_path: Path) -> None:
    history = often_put_right()
    for room in Room:
        check_gnubg_reads(room_record(history, room), form, tmp_path)


def check_gnubg_reads(record: MatchRecord, form: str, tmp_path: Path) -> None:
    """The program's own export of what it read has the same plays, positions and results."""
    ours, theirs = tmp_path / f"ours.{form}", tmp_path / "theirs.mat"
    ours.write_text(write_mat(record) if form == "mat" else write_sgf(record), encoding="utf-8")
    read = "import mat" if form == "mat" else "load match"
    run_gnubg([f'{read} "{ours}"', f'export match snowietxt "{theirs}"'], tmp_path)
    found = replay(read_mat(decoded(theirs.read_bytes())))
    assert actions_of(found.record) == actions_of(without_resignations(record))
    assert outcomes(found.record) == outcomes(record)


def test_a_match_of_long_gammon_is_no_match_file() -> None:
    scheduled = replace(SET_UP[0], game_name="long-gammon")
    with pytest.raises(MatchRefused, match="allowed: a match of backgammon"):
        room_record((scheduled, *SET_UP[1:]), Room.OPEN)


def test_a_room_whose_positions_are_not_recorded_gives_no_match_file(played: History) -> None:
    """A reader would take each of its throws for a dance; the other room's file is as ever."""
    history = (*SET_UP, ev.RecordingSet(room=Room.OPEN, positions=False), *played[len(SET_UP) :])
    with pytest.raises(MatchRefused, match="positions are recorded"):
        room_record(history, Room.OPEN)
    assert room_record(history, Room.CLOSED) == room_record(played, Room.CLOSED)


def with_a_roll_that_stands(room: Room) -> tuple[History, ev.RollStands]:
    """A whole match in which one room is found to have had other dice, thrown on since."""
    rooms = Rooms.seated(BACKGAMMON, 33, Temper(double=0, resign=0, mischief=0, reader=True))
    while sum(record.released for record in rooms.state.rolls.values()) < 6:
        rooms.step()
    key = list(rooms.state.rolls)[2]
    relayed = rooms.state.rolls[key].dice
    dice = Roll(relayed.first % 6 + 1, relayed.second)
    where = {**rooms.at, "room": room, "side": key.side, "turn": key.turn}
    (stands,) = rooms.say(rd.LetRollStand(**where, dice=dice, reason="mis-keyed"))
    assert isinstance(stands, ev.RollStands)
    rooms.play_to_the_end()
    return (*SET_UP, *rooms.history), stands


@pytest.mark.parametrize("room", Room)
def test_where_the_rooms_dice_differ_each_rooms_file_has_its_own(room: Room) -> None:
    history, stands = with_a_roll_that_stands(room)
    before = tuple(event for event in history if event is not stands)
    for each in Room:
        written, plain = room_record(history, each), room_record(before, each)
        differing = [
            (one, other)
            for game, known in zip(written.games, plain.games, strict=True)
            for one, other in zip(game.actions, known.actions, strict=True)
            if one != other
        ]
        if each is not room:
            assert differing == []
            continue
        ((own, as_relayed),) = differing
        assert isinstance(own, Throw)
        assert isinstance(as_relayed, Throw)
        assert (own.side, own.roll, as_relayed.roll) == (stands.side, stands.dice, stands.relayed)


@pytest.mark.parametrize("room", Room)
def test_a_file_with_dice_that_stand_is_read_to_the_same_results(room: Room) -> None:
    history, _ = with_a_roll_that_stands(room)
    findings = read_again(room_record(history, room))
    assert not findings.result_errors
    written = [(game.winner, game.points) for game in room_record(history, room).games]
    assert written == results_of(history, room)
