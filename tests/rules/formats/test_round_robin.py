from collections import Counter
from itertools import combinations

import pytest
from gacrux.berger import bergertables

from rules.formats.draw import MOST, NumbersPaired, round_robin, rounds_of

FIELDS = range(2, MOST + 1)


def test_every_pair_meets_once_and_nobody_twice_in_a_round() -> None:
    for entrants in FIELDS:
        rounds = round_robin(entrants)
        met = Counter(frozenset((pair.home, pair.away)) for pairs in rounds for pair in pairs)
        assert met == Counter(map(frozenset, combinations(range(1, entrants + 1), 2))), entrants
        for pairs in rounds:
            playing = [number for pair in pairs for number in (pair.home, pair.away)]
            assert len(playing) == len(set(playing)) == entrants - entrants % 2, entrants
        assert len(rounds) == rounds_of(entrants), entrants


@pytest.mark.parametrize("meetings", [1, 2])
def test_sides_are_balanced_to_within_one(meetings: int) -> None:
    for entrants in FIELDS:
        pairs = [pair for pairs in round_robin(entrants, meetings) for pair in pairs]
        home, away = Counter(pair.home for pair in pairs), Counter(pair.away for pair in pairs)
        unlike = {abs(home[number] - away[number]) for number in range(1, entrants + 1)}
        assert max(unlike) <= (1 if meetings == 1 else 0), entrants


def test_the_rounds_are_those_of_the_tables_that_federations_print() -> None:
    for entrants in FIELDS:
        printed = bergertables(entrants)["pairing"]
        for number, pairs in enumerate(round_robin(entrants), 1):
            theirs = [
                NumbersPaired(cell["white"], cell["black"]) for cell in printed[number].values()
            ]
            played = [pair for pair in theirs if max(pair.home, pair.away) <= entrants]
            assert sorted(map(str, pairs)) == sorted(map(str, played)), entrants


def test_three_teams_have_a_bye_each_in_three_rounds_and_turn_the_sides_the_second_time() -> None:
    rounds = round_robin(3, 2)
    free = [
        ({1, 2, 3} - {each for pair in pairs for each in (pair.home, pair.away)}).pop()
        for pairs in rounds
    ]
    assert sorted(free[:3]) == sorted(free[3:]) == [1, 2, 3]
    assert rounds[3:] == tuple(tuple(pair.turned for pair in pairs) for pairs in rounds[:3])


@pytest.mark.parametrize(("entrants", "meetings"), [(1, 1), (0, 1), (4, 0)])
def test_too_few_of_either_are_refused(entrants: int, meetings: int) -> None:
    with pytest.raises(ValueError, match="at least 2 and 1"):
        round_robin(entrants, meetings)
