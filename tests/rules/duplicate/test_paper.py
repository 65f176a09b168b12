"""A game that goes on on paper when boards fail, and a match that comes back to its boards."""

from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules import events as ev
from rules.dice import DiceSource, Roll
from rules.duplicate.audit import audit
from rules.duplicate.roll_sets import roll_sets
from rules.duplicate.state import fold
from rules.events import PaperRoll
from rules.games.backgammon import BACKGAMMON
from rules.games.game import Game
from rules.games.trictrac.as_game import TRICTRAC
from rules.position import Side
from rules.room import Ending, Room
from rules.scoring.scales import ScoreRefused
from rules.tables import readings as rd
from rules.tables.paper import needs_opening, next_turns
from rules.tables.state import MatchInPlay, TurnKey
from tests.rules.duplicate.test_two_rooms import LATE
from tests.support.endings import lost
from tests.support.examples import examples
from tests.support.rooms import Rooms, Temper, initial, started

POWER = "no power in the hall"


def paper_rolls(game: Game, state: MatchInPlay, turns: int, rng: Random) -> tuple[PaperRoll, ...]:
    """Slips of so many turns from where the boards stopped, the opening throw among them."""
    rolls, due = list[PaperRoll](), next_turns(state)
    if turns and needs_opening(game, state):
        first, second = rng.sample(range(1, 7), 2)
        starter = Side.WHITE if first > second else Side.RED
        rolls.append(PaperRoll(side=starter, turn=1, dice=Roll(first, second), opening=True))
        due[starter] += 1
    else:
        starter = next((key.side for key, roll in state.rolls.items() if roll.opening), Side.WHITE)
    while len(rolls) < turns:
        side = starter if due[starter] == due[starter.opponent] else starter.opponent
        dice = Roll(rng.randint(1, 6), rng.randint(1, 6))
        rolls.append(PaperRoll(side=side, turn=due[side], dice=dice))
        due[side] += 1
    return tuple(rolls)


def paper_results(state: MatchInPlay, **changes: Any) -> tuple[rd.EnterResult, ...]:
    """A single win of White by two checkers in each room where no board has ended the game."""
    fields = {**lost(left=2, cube=2), **changes}
    due: list[Room] = [room for room in state.rooms if state.table(room).result is None]
    at: dict[str, Any] = {"game": state.game, "attempt": state.attempt}
    return tuple(rd.EnterResult(**at, room=room, **fields) for room in due)


def on_paper(game: Game, state: MatchInPlay, turns: int, rng: Random) -> rd.PaperGame:
    """The current game, or the rest of it, as it was played on paper for so many turns."""
    return rd.PaperGame(
        game=state.game,
        attempt=state.attempt,
        rolls=paper_rolls(game, state, turns, rng),
        results=paper_results(state),
        reason=POWER,
    )


def seated(seed: int = 1, steps: int = 0) -> Rooms:
    """A match of which so much has been said at boards that play."""
    rooms = Rooms.seated(BACKGAMMON, seed, Temper(mischief=0, double=0, resign=0))
    for _ in range(steps):
        rooms.step()
    return rooms


def paper(rooms: Rooms, turns: int = 9, **changes: Any) -> rd.PaperGame:
    return replace(on_paper(BACKGAMMON, rooms.state, turns, Random(7)), **changes)


@given(st.integers(0, 2**32), st.integers(0, 120), st.integers(0, 40))
@examples(32)
def test_a_match_goes_on_from_any_moment_on_paper_and_from_the_next_game_on_boards(
    seed: int, steps: int, turns: int
) -> None:
    rooms = Rooms.seated(LATE, seed, Temper(mischief=0.2, resign=0.02, asks=True))
    for _ in range(steps):
        rooms.step()
    if rooms.state.over:
        return
    game, thrown = rooms.state.game, dict(rooms.state.rolls)
    boards = {place: each for place, each in rooms.state.results.items() if place[0] == game}
    order = on_paper(LATE, rooms.state, turns, Random(seed))
    happened = rooms.say(order)
    (written,) = [event for event in happened if isinstance(event, ev.PlayedOnPaper)]
    assert sorted(written.rolls, key=repr) == sorted(order.rolls, key=repr)
    keys = [TurnKey(roll.side, roll.turn) for roll in written.rolls]
    assert not set(keys) & set(thrown)
    assert not any(isinstance(event, ev.RollReleased) for event in happened)
    for place, result in boards.items():
        assert rooms.state.results[place] == result
    entered = [place for place in rooms.state.unconfirmed if place[0] == game]
    assert [(game, each.room) for each in order.results] == entered
    rooms.play_to_the_end()
    assert fold(LATE, initial(LATE), rooms.history) == rooms.state
    assert audit([started(), *rooms.history]).findings == ()


def test_a_whole_game_on_paper_has_its_opening_throw_and_the_rolls_of_both_sides() -> None:
    rooms = seated()
    rolls = (
        ev.PaperRoll(side=Side.WHITE, turn=2, dice=Roll(5, 5)),
        ev.PaperRoll(side=Side.RED, turn=1, dice=Roll(6, 1)),
        ev.PaperRoll(side=Side.WHITE, turn=1, dice=Roll(4, 3), opening=True),
    )
    played, first, second, begun = rooms.say(paper(rooms, rolls=rolls))
    assert isinstance(played, ev.PlayedOnPaper)
    assert played.rolls == tuple(reversed(rolls))
    assert [type(first), type(second)] == [ev.ResultEntered] * 2
    assert begun == ev.GameStarted(game=2, attempt=1)


def test_rolls_of_paper_follow_those_of_the_boards_and_say_where_they_come_from() -> None:
    rooms = seated(steps=30)
    before = dict(rooms.state.rolls)
    order = paper(rooms)
    happened = rooms.say(order)[:-1]  # but for the next game's beginning
    start = initial(BACKGAMMON)
    state = fold(BACKGAMMON, start, rooms.history[: len(rooms.history) - 1])
    assert len(state.rolls) == len(before) + 9
    sources = {key: roll.source for key, roll in state.rolls.items() if key not in before}
    assert set(sources.values()) == {DiceSource.PAPER}
    assert all(state.rolls[key].dice == roll.dice for key, roll in before.items())
    assert isinstance(happened[-1], ev.ResultEntered)


def test_the_set_of_rolls_of_a_game_on_paper_holds_those_of_the_boards_and_of_the_slips() -> None:
    rooms = seated(steps=30)
    before = {key: roll.dice for key, roll in rooms.state.rolls.items()}
    order = paper(rooms)
    rooms.say(order)
    rolled = roll_sets(rooms.history)[1].rolls
    typed = {TurnKey(each.side, each.turn): each.dice for each in order.rolls}
    assert {key: roll.dice for key, roll in rolled.items()} == {**before, **typed}


def test_dice_that_still_waited_to_count_do_once_the_game_was_played_on_with_them() -> None:
    rooms = seated()
    throw: dict[str, Any] = {
        "dice": Roll(6, 2),
        "source": DiceSource.CONSOLE,
        "board_event": rooms.next_event(),
    }
    rooms.say(rd.DiceThrown(**rooms.at, side=None, turn=1, **throw))
    counted, *_ = rooms.say(paper(rooms))
    assert counted == ev.RollCounted(
        game=1, attempt=1, side=Side.WHITE, turn=1, by=ev.CountedBy.DIRECTOR
    )


def test_a_room_that_has_ended_the_game_at_its_board_keeps_that_result() -> None:
    rooms = seated()
    of_open, of_closed = paper_results(rooms.state)
    rooms.say(of_open)
    with pytest.raises(ScoreRefused, match="results: 'open, closed' is not possible"):
        rooms.say(paper(rooms, results=(of_open, of_closed)))
    rooms.say(paper(rooms, results=(of_closed,)))
    assert rooms.state.game == 2


_WHITE = ev.PaperRoll(side=Side.WHITE, turn=1, dice=Roll(4, 3), opening=True)


@pytest.mark.parametrize(
    ("rolls", "refusal"),
    [
        ((ev.PaperRoll(side=Side.RED, turn=1, dice=Roll(6, 1)),), "opening: '' .*comes before any"),
        ((replace(_WHITE, dice=Roll(3, 3)),), "opening: '3-3' .*two different dice"),
        ((replace(_WHITE, dice=Roll(3, 4)),), "opening: '4-3' .*two different dice"),
        (
            (_WHITE, ev.PaperRoll(side=Side.RED, turn=2, dice=Roll(6, 1))),
            "red: 2 .*turn 1, the next in game 1",
        ),
        (
            (_WHITE, *(ev.PaperRoll(side=Side.WHITE, turn=n, dice=Roll(6, 1)) for n in (2, 3))),
            "red: '0 : 3' .*a slip may be missing",
        ),
    ],
)
def test_slips_that_do_not_fit_together_are_refused_and_named(
    rolls: tuple[ev.PaperRoll, ...], refusal: str
) -> None:
    rooms = seated()
    with pytest.raises(ScoreRefused, match=refusal):
        rooms.say(paper(rooms, rolls=rolls))
    assert rooms.state.game == 1


def test_a_game_that_a_board_has_opened_has_no_second_opening_throw() -> None:
    rooms = seated(steps=12)
    with pytest.raises(ScoreRefused, match="a board has thrown in game 1 already"):
        rooms.say(paper(rooms, rolls=(replace(_WHITE, turn=9),)))


def test_a_result_no_game_can_end_with_is_refused_on_paper_too() -> None:
    rooms = seated()
    with pytest.raises(ScoreRefused, match="open-left: 15"):
        rooms.say(paper(rooms, results=paper_results(rooms.state, left=15)))


def test_the_director_does_not_change_the_opening_throw_of_a_game_whose_rolls_are_kept() -> None:
    rooms = seated()
    rooms.say(paper(rooms))
    order = rd.CorrectResult(
        game=1,
        attempt=1,
        room=Room.OPEN,
        opening=Roll(6, 5),
        reason="misread",
        **lost(Side.WHITE),
    )
    with pytest.raises(ScoreRefused, match="is among its rolls"):
        rooms.say(order)


def test_the_sides_of_a_game_that_counts_points_may_throw_twice_in_a_row() -> None:
    rooms = Rooms.seated(TRICTRAC, 1, Temper())
    rolls = tuple(ev.PaperRoll(side=Side.RED, turn=n, dice=Roll(2, 1)) for n in (1, 2, 3))
    ended = paper_results(rooms.state, ending=Ending.TROUS, left=15, cube=1, tally=(12, 4))
    rooms.say(paper(rooms, rolls=rolls, results=ended))
    assert rooms.state.game == 2
