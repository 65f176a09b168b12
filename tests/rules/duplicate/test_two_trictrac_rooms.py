"""Rulings 6 to 9 and 25 over random interleavings of two rooms that play Grand Trictrac.

A side may throw twice in a row there, so the rooms' turns part as they never do in backgammon.
"""

from collections import Counter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules import events as ev
from rules.dice import DiceSource, Roll
from rules.duplicate.state import fold
from rules.games.game import HoleChoice
from rules.games.trictrac.as_game import TRICTRAC
from rules.position import Side
from rules.room import BoardEvent, Ending, Room
from rules.tables import readings as rd
from rules.tables.state import Phase, TurnKey
from tests.support.examples import examples
from tests.support.ledger_facts import check_releases, released_dice, thrown_dice
from tests.support.rooms import Rooms, Temper, initial

tempers = st.builds(
    Temper,
    closed_speed=st.sampled_from([0.05, 0.5, 0.95]),
    resign=st.sampled_from([0.0, 0.01]),
    mischief=st.sampled_from([0.0, 0.2]),
    void=st.sampled_from([0.0, 0.0, 0.002]),
    reader=st.booleans(),
)
seeds = st.integers(min_value=0, max_value=2**32)


matches = st.tuples(seeds, tempers, st.sampled_from([0, 1, 3]), st.booleans())
CASES = ("held", "gone", "tail", "opening again", "condoned", "twelve trous", "tie")


def judged(seed: int, temper: Temper, max_lead: int, tail_drawn: bool) -> list[ev.Event]:
    """A match by chance, judged by every ruling."""
    changes: dict[str, Any] = {"games": 1, "max_lead": max_lead, "tail_drawn": tail_drawn}
    rooms = Rooms.seated(TRICTRAC, seed, temper, **changes)
    rooms.play_to_the_end()
    check_releases(rooms.history)
    thrown, released = thrown_dice(rooms.history), released_dice(rooms.history)
    assert all(thrown[key] == dice for key, dice in released.items())
    assert fold(TRICTRAC, initial(TRICTRAC, **changes), rooms.history) == rooms.state
    check_results(rooms)
    check_trous(rooms.history)
    check_went_with_counted_dice(rooms.history)
    return rooms.history


@examples(12)
@given(matches)
def test_both_rooms_have_the_same_dice_none_before_its_time_and_twelve_trous(
    match: tuple[int, Temper, int, bool],
) -> None:
    judged(*match)


@pytest.mark.long(12)
def test_so_it_is_in_many_matches_and_all_that_can_happen_is_among_them() -> None:
    seen: Counter[str] = Counter()

    @examples(40)
    @given(matches)
    def judge(match: tuple[int, Temper, int, bool]) -> None:
        seen.update(case for event in judged(*match) for case in cases(event))

    judge()
    assert [case for case in CASES if seen[case] < 3] == []


def check_results(rooms: Rooms) -> None:
    """A game ends at twelve trous or by resignation, in each room."""
    results = rooms.state.results
    assert set(results) == {(1, room) for room in Room}
    for result in results.values():
        assert result.loser is not None
        won, lost = result.tally if result.loser is Side.RED else result.tally[::-1]
        assert won == 12 > lost
        assert result.ending in (Ending.TROUS, Ending.RESIGNED)


def check_trous(history: list[ev.Event]) -> None:
    """The trous of a result are those the turns of its attempt marked."""
    for place, finished in enumerate(history):
        if isinstance(finished, ev.GameFinished) and finished.ending is Ending.TROUS:
            marked = [
                e
                for e in history[:place]
                if isinstance(e, ev.PointsMarked) and e.room is finished.room
            ]
            assert finished.tally == (marked[-1].white.holes, marked[-1].red.holes)


def check_went_with_counted_dice(history: list[ev.Event]) -> None:
    """Nobody goes with dice that could still be taken back."""
    counted: set[tuple[int, Side, int]] = set()
    for event in history:
        match event:
            case ev.RollCounted():
                counted.add((event.attempt, event.side, event.turn))
            case ev.ChoiceMade(choice=HoleChoice.GO, room=Room.OPEN):
                assert (event.attempt, event.side, event.turn) in counted


@examples(8)
@given(seeds, st.sampled_from(list(HoleChoice)))
def test_nobody_chooses_any_more_once_his_movement_is_questioned(
    seed: int, choice: HoleChoice
) -> None:
    rooms = Rooms.seated(TRICTRAC, seed, Temper(resign=0.0), games=1)
    while not rooms.state.over:
        rooms.step()
        for table in (rooms.state.open, rooms.state.closed):
            asked = table.phase is Phase.MOVE and table.count and table.count.awaits_choice
            if asked and table.current is not None:
                rooms.say(rooms.finished(table, table.before))
                key, before = table.current, rooms.state
                answer = rd.ChoiceAnswered(
                    **rooms.at, room=table.room, side=key.side, turn=key.turn, choice=choice
                )
                (refused,) = rooms.say(answer)
                assert isinstance(refused, ev.ReadingRefused)
                assert refused.why is ev.Refusal.NO_CHOICE
                assert rooms.state == before


def test_one_die_each_names_who_throws_first_and_may_be_put_right_until_he_has() -> None:
    rooms = Rooms.seated(TRICTRAC, 1, Temper())

    def opening(dice: Roll, number: int, corrects: int | None = None) -> ev.Event:
        (event,) = rooms.say(
            rd.DiceThrown(
                **rooms.at,
                side=None,
                turn=1,
                dice=dice,
                source=DiceSource.CONSOLE,
                board_event=event_of_board(number),
                corrects=None if corrects is None else event_of_board(corrects),
            )
        )
        return event

    named = opening(Roll(2, 5), 7)
    assert isinstance(named, ev.OpeningDecided)
    assert named.side is Side.RED
    assert isinstance(opening(Roll(6, 5), 8), ev.ThrowVoided)
    assert isinstance(opening(Roll(6, 5), 9, corrects=8), ev.ThrowVoided)
    again = opening(Roll(6, 5), 10, corrects=7)
    assert isinstance(again, ev.OpeningDecided)
    assert rooms.state.open.current == TurnKey(Side.WHITE, 1)
    first = rd.DiceThrown(
        **rooms.at, side=Side.WHITE, turn=1, dice=Roll(3, 3), source=DiceSource.READER
    )
    assert isinstance(rooms.say(first)[0], ev.RollThrown)
    assert isinstance(opening(Roll(1, 5), 11, corrects=10), ev.ThrowVoided)


def event_of_board(number: int) -> BoardEvent:
    return BoardEvent("BZ-1", bytes(8), number)


def cases(event: ev.Event) -> list[str]:
    match event:
        case ev.ChoiceMade():
            return ["held" if event.choice is HoleChoice.HOLD else "gone"]
        case ev.RollThrown(tail=True):
            return ["tail"]
        case ev.ThrowVoided(side=None):
            return ["opening again"]
        case ev.PlayCondoned():
            return ["condoned"]
        case ev.GameFinished(ending=Ending.TROUS):
            return ["twelve trous"]
        case ev.OpeningTied():
            return ["tie"]
        case _:
            return []


def resigned(rooms: Rooms, side: Side) -> tuple[int, int]:
    assert rooms.state.open.current is not None
    at = {**rooms.at, "room": Room.OPEN, "turn": rooms.state.open.current.turn}
    rooms.say(rd.ResignationMade(**at, side=side, ending=Ending.RESIGNED))
    happened = rooms.say(rd.ResignationAnswered(**at, side=side.opponent, accepted=True))
    (finished,) = (event for event in happened if isinstance(event, ev.GameFinished))
    return finished.tally


def test_a_side_that_resigns_before_its_first_throw_gives_twelve_trous() -> None:
    rooms = Rooms.seated(TRICTRAC, 1, Temper(), games=1)
    opening, source = Roll(2, 5), DiceSource.READER
    rooms.say(rd.DiceThrown(**rooms.at, side=None, turn=1, dice=opening, source=source))
    assert resigned(rooms, Side.RED) == (12, 0)


def test_a_side_that_resigns_with_a_winning_throw_has_eleven_trous() -> None:
    for seed in range(200):
        rooms = Rooms.seated(TRICTRAC, seed, Temper(0.05, resign=0.0, mischief=0.0), games=1)
        while rooms.state.open.result is None:
            count = rooms.state.open.count
            if count is not None and count.winner is not None:
                tally = resigned(rooms, count.winner)
                assert sorted(tally) == [11, 12]
                assert tally[list(Side).index(count.winner)] == 11
                return
            rooms.step()
    raise AssertionError("no throw won a game")
