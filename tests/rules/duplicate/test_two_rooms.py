"""Rulings 6 to 9 over random interleavings of both rooms."""

from collections import Counter
from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules import events as ev
from rules.duplicate.state import fold
from rules.games.backgammon import Backgammon
from rules.position import Position
from rules.room import Room
from tests.support.examples import examples
from tests.support.ledger_facts import check_releases, released_dice, thrown_dice
from tests.support.rooms import Rooms, Temper, initial

CASES = (
    "tail thrown",
    "tail drawn",
    "open ended first",
    "closed ended first",
    "pass in the open room",
    "pass in the closed room",
    "void",
    "correction",
    "questioned",
    "condoned",
    "tie",
)


def counts(off: int, **points: int) -> tuple[int, ...]:
    """Checkers by own point, `p6=2` two on the six point; the rest is off."""
    places = [0] * 26
    for name, count in points.items():
        places[int(name[1:])] = count
    places[0] = off
    return tuple(places)


@dataclass(frozen=True)
class LateBackgammon(Backgammon):
    """Backgammon from a position where a game is short but hits, dances and gammons happen."""

    def start(self) -> Position:
        white = counts(9, p3=2, p5=2, p18=1, p22=1)
        red = counts(9, p2=2, p6=2, p19=1, p21=1)
        return Position(white, red)


LATE = LateBackgammon()
tempers = st.builds(
    Temper,
    closed_speed=st.sampled_from([0.05, 0.3, 0.5, 0.7, 0.95]),
    double=st.sampled_from([0.0, 0.1, 0.6]),
    take=st.sampled_from([0.1, 0.5, 0.9]),
    resign=st.sampled_from([0.0, 0.03]),
    mischief=st.sampled_from([0.0, 0.2, 0.5]),
    void=st.sampled_from([0.0, 0.0, 0.01]),
    reader=st.booleans(),
)
seeds = st.integers(min_value=0, max_value=2**32)
leads = st.sampled_from([0, 0, 1, 3])
matches = st.tuples(seeds, tempers, leads, st.booleans())


def judged(seed: int, temper: Temper, max_lead: int, tail_drawn: bool) -> list[ev.Event]:
    """A match by chance, judged by every ruling."""
    rooms = Rooms.seated(LATE, seed, temper, max_lead=max_lead, tail_drawn=tail_drawn)
    rooms.play_to_the_end()
    check_releases(rooms.history)
    check_same_dice(rooms.history)
    check_confirmed(rooms)
    start = initial(LATE, max_lead=max_lead, tail_drawn=tail_drawn)
    assert fold(LATE, start, rooms.history) == rooms.state
    return rooms.history


@examples(40)
@given(matches)
def test_both_rooms_have_the_same_dice_none_before_its_time_and_confirmed_results(
    match: tuple[int, Temper, int, bool],
) -> None:
    judged(*match)


@pytest.mark.long(20)
def test_so_it_is_in_many_matches_and_all_that_can_happen_is_among_them() -> None:
    seen: Counter[str] = Counter()

    @examples(100)
    @given(matches)
    def judge(match: tuple[int, Temper, int, bool]) -> None:
        seen.update(cases(judged(*match)))

    judge()
    assert [case for case in CASES if seen[case] < 5] == []


def check_same_dice(history: list[ev.Event]) -> None:
    """What the closed room was given is what the open room threw."""
    thrown = thrown_dice(history)
    assert all(thrown[key] == dice for key, dice in released_dice(history).items())


def check_confirmed(rooms: Rooms) -> None:
    """Each game has a result in each room, confirmed by both sides."""
    every = {(game, room) for game in range(1, 5) for room in Room}
    assert set(rooms.state.results) == every
    last = {e.game: e.attempt for e in rooms.history if isinstance(e, ev.GameStarted)}
    confirmed = Counter(
        (e.game, e.room)
        for e in rooms.history
        if isinstance(e, ev.ResultConfirmed) and e.attempt == last[e.game]
    )
    assert confirmed == dict.fromkeys(every, 2)


def cases(history: list[ev.Event]) -> list[str]:
    found: list[str] = []
    first: dict[tuple[int, int], Room] = {}
    for event in history:
        match event:
            case ev.RollThrown(tail=True):
                found.append(f"tail {'drawn' if event.source.value == 'server' else 'thrown'}")
            case ev.GameFinished():
                key = (event.game, event.attempt)
                if first.setdefault(key, event.room) is event.room:
                    found.append(f"{event.room.value} ended first")
            case ev.DoublePassed():
                found.append(f"pass in the {event.room.value} room")
            case ev.GameVoided():
                found.append("void")
            case ev.RollCorrected():
                found.append("correction")
            case ev.PlayQuestioned():
                found.append("questioned")
            case ev.PlayCondoned():
                found.append("condoned")
            case ev.OpeningTied():
                found.append("tie")
            case _:
                pass
    return found
