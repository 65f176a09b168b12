"""A team that comes late: whom it meets, on which sides, and that nothing announced changes."""

from collections import Counter
from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from rules.formats.draw import round_robin, rounds_of
from rules.formats.team_event.late_team import in_rounds, late_schedule

LATE = "late"
Rounds = list[list[tuple[str, str]]]


def berger(size: int, meetings: int) -> tuple[list[str], Rounds]:
    teams = [f"t{number}" for number in range(1, size + 1)]
    rounds = [
        [(teams[pair.home - 1], teams[pair.away - 1]) for pair in pairs]
        for pairs in round_robin(size, meetings)
    ]
    return teams, rounds


def joined(
    team: str, teams: list[str], meetings: int, rounds: Rounds, published: int, gone: Rounds
) -> tuple[Rounds, list[tuple[int, str]]]:
    """All rounds once the team has joined; `gone` are earlier misses by round, no byes any more."""
    before, after = rounds[:published], rounds[published:]
    byes = [
        [each for each in teams if all(each not in pair for pair in (*pairs, *missed))]
        for pairs, missed in zip(before, gone, strict=False)
    ]
    schedule = late_schedule(team, teams, meetings, before, byes, after)
    return [*before, *map(list, schedule.rounds)], [*schedule.missed]


@given(st.integers(3, 24), st.integers(1, 2), st.data())
def test_a_late_team_meets_everybody_it_did_not_miss_and_nothing_published_changes(
    size: int, meetings: int, data: st.DataObject
) -> None:
    teams, rounds = berger(size, meetings)
    published = data.draw(st.integers(0, len(rounds)))
    everything, missed = joined(LATE, teams, meetings, rounds, published, [[]] * len(rounds))
    assert everything[:published] == rounds[:published]
    check_rounds(everything)
    check_meetings(teams, everything, missed, meetings)
    check_sides(everything)
    had_a_bye = [
        (number, each)
        for number, pairs in enumerate(rounds[:published], 1)
        for each in teams
        if all(each not in pair for pair in pairs)
    ]
    assert missed == had_a_bye
    if size % 2:
        assert len(everything) == rounds_of(size, meetings)
    else:
        assert len(everything) <= published + meetings * (size + 1)


def check_rounds(rounds: Rounds) -> None:
    for pairs in rounds:
        playing = [each for pair in pairs for each in pair]
        assert len(playing) == len(set(playing))


def check_meetings(
    teams: list[str], rounds: Rounds, missed: list[tuple[int, str]], meetings: int
) -> None:
    met = Counter(frozenset(pair) for pairs in rounds for pair in pairs)
    assert all(met[frozenset(two)] == meetings for two in combinations(teams, 2))
    lost = Counter(each for _, each in missed)
    assert all(met[frozenset((each, LATE))] == meetings - lost[each] for each in teams)


def check_sides(rounds: Rounds) -> None:
    leaning = Counter[str]()
    for pairs in rounds:
        for home, away in pairs:
            leaning[home] += 1
            leaning[away] -= 1
    assert all(abs(each) <= 1 for each in leaning.values())


@given(st.integers(3, 20), st.data())
def test_another_team_may_come_later_still(size: int, data: st.DataObject) -> None:
    teams, rounds = berger(size, 1)
    first = data.draw(st.integers(0, len(rounds) - 1))
    rounds, missed = joined("early", teams, 1, rounds, first, [[]] * len(rounds))
    gone: Rounds = [[(who, "early") for at, who in missed if at == n] for n in range(1, first + 1)]
    second = data.draw(st.integers(first, len(rounds) - 1))
    gone += [[] for _ in rounds]
    both = [*teams, "early"]
    before = rounds[:second]
    everything, missed = joined(LATE, both, 1, rounds, second, gone)
    assert everything[:second] == before
    check_rounds(everything)
    check_sides(everything)
    met = Counter(frozenset(pair) for pairs in everything for pair in pairs)
    assert max(met.values()) == 1


@given(st.sets(st.sampled_from([*combinations("abcdefghij", 2)])))
def test_pairs_are_laid_out_in_at_most_one_round_more_than_somebody_has_matches(
    pairs: set[tuple[str, str]],
) -> None:
    rounds = in_rounds(sorted(pairs))
    check_rounds([[*each] for each in rounds])
    assert {pair for each in rounds for pair in each} == pairs
    most = max(Counter(one for pair in pairs for one in pair).values(), default=0)
    assert len(rounds) <= most + 1
