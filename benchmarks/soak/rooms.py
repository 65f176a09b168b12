"""A long test of matches in which both rooms' readings come in thousands of random orders."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Annotated, Any

import typer
from hypothesis import given
from hypothesis.strategies import SearchStrategy

from benchmarks.soak.examples import new_examples
from benchmarks.soak.soak import Seed
from tests.rules.duplicate import test_dice_only as dice_only
from tests.rules.duplicate import test_two_rooms as two_rooms
from tests.rules.duplicate import test_two_trictrac_rooms as trictrac
from tests.rules.duplicate.test_two_rooms import LATE

_ENOUGH = 40
"""Number of random orders of readings in which every case has to happen at least once."""


@dataclass(frozen=True, slots=True)
class _Kind:
    """A kind of match that is tested.

    For each random order that is tried in a match of backgammon, `share` random orders are tried in
    a match of this kind. `matches` makes random matches. `judged` checks one match against the
    rulings and returns the cases that happened in it; `cases` are all that have to happen.
    """

    name: str
    share: float
    matches: SearchStrategy[Any]
    judged: Callable[[Any], Iterable[str]]
    cases: tuple[str, ...]

    def seen(self, number: int, seed: int) -> Counter[str]:
        """Check `number` random matches; return how often each case happened in them.

        Raises the error of a match that breaks a ruling.
        """
        seen = Counter[str]()

        @new_examples(number, seed)
        @given(self.matches)
        def judge(match: Any) -> None:
            seen.update(self.judged(match))

        judge()
        return seen


def rooms(
    seed: Seed,
    interleavings: Annotated[
        int, typer.Option(min=20, help="Of backgammon; the other kinds get their share of it.")
    ] = 2_000,
) -> list[str]:
    """Check all kinds of matches; return a line for each case that never happened among many.

    Raises the error of a match that breaks a ruling.
    """
    wrong = list[str]()
    for kind in _kinds():
        number = round(interleavings * kind.share)
        seen = kind.seen(number, seed)
        counts = ", ".join(f"{case} {seen[case]}" for case in kind.cases)
        print(f"{number:6} of {kind.name}: {counts}", flush=True)
        if number >= _ENOUGH:
            wrong += [f"{kind.name}: never {case}" for case in kind.cases if not seen[case]]
    return wrong


def _kinds() -> Iterator[_Kind]:
    yield _Kind("backgammon", 1, two_rooms.matches, _backgammon, two_rooms.CASES)
    yield _Kind("trictrac", 0.05, trictrac.matches, _trictrac, trictrac.CASES)
    for game in dice_only.GAMES:
        never = "gammon" if game is LATE else "pass"
        cases = tuple(case for case in dice_only.CASES if case != never)
        for unrecorded in dice_only.UNRECORDED:
            where = " and ".join(sorted(room.value for room in unrecorded))
            name = f"{game.name} with dice only, {where}"
            judged = partial(_dice_only, game, unrecorded)
            yield _Kind(name, 0.15, two_rooms.matches, judged, cases)


def _backgammon(match: Any) -> Iterable[str]:
    return two_rooms.cases(two_rooms.judged(*match))


def _trictrac(match: Any) -> Iterable[str]:
    return [case for event in trictrac.judged(*match) for case in trictrac.cases(event)]


def _dice_only(game: Any, unrecorded: Any, match: Any) -> Iterable[str]:
    return dice_only.cases(dice_only.judged(game, unrecorded, match), unrecorded)
