"""How a team joins a round robin of which rounds are published (ruling 1; ours, ADR 22).

One rule: whoever had a bye while the team was not there wins that match by walkover; everybody else
plays it. Where every round to come has one bye the team takes its place, and the rounds stay as
many. Else the pairs to come are laid out anew together with the team's own, in as many rounds as
that takes. Of nobody else any match changes its sides; the team's own are chosen so that those who
would be at home oftener than away, or more seldom, no longer are.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rules.formats.edge_colouring import Pair, in_rounds

Pairs = Sequence[Pair]


@dataclass(frozen=True, slots=True)
class LateSchedule:
    """The rounds to come, and the earlier ones, from 1, in which who had a bye wins by walkover."""

    rounds: tuple[tuple[Pair, ...], ...]
    missed: tuple[tuple[int, str], ...]


def late_schedule(
    team: str,
    group: Sequence[str],
    meetings: int,
    published: Sequence[Pairs],
    byes: Sequence[Sequence[str]],
    drafted: Sequence[Pairs],
) -> LateSchedule:
    """How `team` plays against a group whose every two meet `meetings` times.

    `published` are the group's pairs in each round that stays as it is, with those who had a bye in
    it, `drafted` those of the rounds to come.
    """
    missed = list[tuple[int, str]]()
    for number, idle in enumerate(byes, 1):
        for each in idle:
            if [who for _, who in missed].count(each) < meetings:
                missed.append((number, each))
    lost = Counter(each for _, each in missed)
    owed = {each: meetings - lost[each] for each in group}
    every = [pair for pairs in (*published, *drafted) for pair in pairs]
    sides = _sides(team, owed, _leanings(group, every))
    places = _bye_places(group, owed, drafted)
    if places is not None:
        rounds = [(*pairs, next(sides[t])) for pairs, t in zip(drafted, places, strict=True)]
        return LateSchedule(tuple(rounds), tuple(missed))
    return LateSchedule(tuple(_anew(owed, meetings, drafted, sides)), tuple(missed))


def _bye_places(
    group: Sequence[str], owed: dict[str, int], drafted: Sequence[Pairs]
) -> list[str] | None:
    """Who has the bye in each round to come, None unless it is one each time, as often as owed."""
    idle = [
        [each for each in group if all(each not in pair for pair in pairs)] for pairs in drafted
    ]
    if any(len(each) != 1 for each in idle):
        return None
    places = [each for (each,) in idle]
    return places if all(places.count(each) == owed[each] for each in group) else None


def _leanings(group: Sequence[str], pairs: Pairs) -> Counter[str]:
    """How much oftener each is at home than away, in all of its matches."""
    leaning = Counter(dict.fromkeys(group, 0))
    for home, away in pairs:
        leaning[home] += 1
        leaning[away] -= 1
    return leaning


def _sides(team: str, owed: dict[str, int], leaning: Counter[str]) -> dict[str, Iterator[Pair]]:
    """The team's matches against each, turned each time they meet; who leans home is away first."""
    level = iter(range(len(owed)))
    matches = dict[str, Iterator[Pair]]()
    for each, times in owed.items():
        if times % 2 and leaning[each]:
            at_home = leaning[each] < 0
        else:
            at_home = bool(next(level) % 2) if times % 2 else True
        pair = (each, team) if at_home else (team, each)
        turned = (pair[1], pair[0])
        matches[each] = iter([pair if not at % 2 else turned for at in range(times)])
    return matches


def _anew(
    owed: dict[str, int],
    meetings: int,
    drafted: Sequence[Pairs],
    sides: dict[str, Iterator[Pair]],
) -> Iterator[tuple[Pair, ...]]:
    """All matches to come, first meetings before second ones."""
    to_come = [pair for pairs in drafted for pair in pairs]
    left = Counter(frozenset(pair) for pair in to_come)
    seen = Counter[frozenset[str]]()
    layers: list[list[Pair]] = [[] for _ in range(meetings)]
    for pair in to_come:
        both = frozenset(pair)
        layers[meetings - left[both] + seen[both]].append(pair)
        seen[both] += 1
    for each, times in owed.items():
        for layer in range(meetings - times, meetings):
            layers[layer].append(next(sides[each]))
    for pairs in layers:
        yield from in_rounds(pairs)
