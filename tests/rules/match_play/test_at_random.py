"""Ruling 17 over matches played at random, with slips, corrections and results kept by hand."""

from collections import Counter
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules import events as ev
from rules.games.backgammon import Backgammon
from rules.games.game import Game
from rules.match_play.machine import awaited, fold, handle, new_match
from rules.match_play.state import MatchState, points
from rules.position import Position, Side
from rules.room import Ending
from rules.scoring.scales import ScoreRefused
from rules.tables import readings as rd
from rules.tables.awaited import Awaited
from tests.rules.duplicate.test_two_rooms import LATE, counts
from tests.support.examples import examples
from tests.support.one_table import Habits, OneTable
from tests.support.senders import usual_sender

MATCHES, STEPS = 120, 200
CASES = (
    "Crawford game begun", "doubled after it", "pass", "gammon", "void", "questioned", "condoned",
    "corrected roll", "corrected result", "entered", "reopened turn", "closed again",
    "won by a correction in the middle of a game",
)  # fmt: skip


@dataclass(frozen=True)
class GammonishBackgammon(Backgammon):
    """Backgammon from a position where Red has borne off nothing and may lose a gammon."""

    def start(self) -> Position:
        white = counts(11, p2=2, p9=1, p14=1)
        red = counts(0, p1=3, p2=3, p3=3, p4=3, p9=3)
        return Position(white, red)


GAMES = (LATE, GammonishBackgammon())
LENGTHS = (1, 2, 3, 3, 5, 5, 7)
games, lengths = st.sampled_from(GAMES), st.sampled_from(LENGTHS)
seeds = st.integers(min_value=0, max_value=2**32)
habits = seeds.map(lambda seed: some_habits(Random(seed)))

Won = dict[int, tuple[Side, int]]
"""Who has won how many points in each game that stands."""


def note_results(won: Won, happened: Iterable[ev.Event]) -> None:
    """Bring up to date what is won, by what the log holds."""
    for event in happened:
        match event:
            case ev.GameFinished() | ev.ResultEntered() | ev.ResultCorrected():
                assert event.loser is not None
                won[event.game] = event.loser.opponent, points(event.ending, event.cube)
            case ev.GameVoided() | ev.TurnReopened():
                won.pop(event.game, None)
            case _:
                pass


def defined_score(length: int, won: Won) -> Counter[Side]:
    """Points in the order of the games, until a side has them all."""
    score: Counter[Side] = Counter()
    for _, (winner, worth) in sorted(won.items()):
        if max(score[side] for side in Side) < length:
            score[winner] += worth
    return score


def check_score_and_end(state: MatchState, won: Won) -> None:
    """Rulings 15 and 17: the score is that of the results; a side that has N ends the match."""
    score = defined_score(state.length, won)
    assert (state.score.white, state.score.red) == (score[Side.WHITE], score[Side.RED])
    standing = state.standing(state.open.room)
    if standing is not None and not standing.settled:
        won = {game: value for game, value in won.items() if game != state.game}
    decided = max(defined_score(state.length, won)[side] for side in Side) >= state.length
    assert state.over is decided


def check_crawford(state: MatchState, played: set[int]) -> None:
    """Ruling 17: at most one game is played as the Crawford game, without a cube."""
    played.discard(state.game)
    if state.begun and state.crawford_game == state.game:
        played.add(state.game)
    assert len(played) <= 1
    if state.score_before(state.game).crawford or state.length == 1:
        assert state.open.cube.value == 1
        assert state.open.phase.value != "doubled"


def cases(before: MatchState, happened: Iterable[ev.Event], after: MatchState) -> Iterable[str]:
    if after.begun and after.crawford_game == after.game:
        yield "Crawford game begun"
    for event in happened:
        match event:
            case ev.DoubleOffered() if before.crawford_game is not None:
                yield "doubled after it"
            case ev.DoublePassed():
                yield "pass"
            case ev.GameFinished() if event.ending.value == "gammon":
                yield "gammon"
            case ev.GameVoided():
                yield "void"
            case ev.PlayQuestioned():
                yield "questioned"
            case ev.PlayCondoned():
                yield "condoned"
            case ev.RollCorrected():
                yield "corrected roll"
            case ev.ResultCorrected():
                yield "corrected result"
                if after.over and after.result is None:
                    yield "won by a correction in the middle of a game"
            case ev.ResultEntered():
                yield "entered"
            case ev.TurnReopened():
                yield "reopened turn"
            case _:
                pass
    if before.over and not after.over:
        yield "closed again"


def some_habits(rng: Random) -> Habits:
    return Habits(
        double=rng.choice([0.0, 0.1, 0.5]),
        take=rng.choice([0.1, 0.5, 0.9]),
        resign=rng.choice([0.0, 0.05]),
        slip=rng.choice([0.0, 0.1, 0.3]),
        order=rng.choice([0.0, 0.0, 0.03, 0.1]),
        by_hand=rng.choice([0.0, 0.3]),
        reader=rng.random() < 0.5,
    )


def judged(seed: int) -> Counter[str]:
    """A match with a director who also corrects it after its end; what happened in it, counted."""
    rng, seen, won, crawford = Random(seed), Counter[str](), Won(), set[int]()
    game, length = rng.choice(GAMES), rng.choice(LENGTHS)
    table = OneTable.seated(game, length, seed, some_habits(rng))
    for _ in range(STEPS):
        before, known = table.state, len(table.history)
        if before.over:
            if rng.random() < 0.5:
                break
            # A correction to the result that stands is refused.
            with suppress(ScoreRefused):
                table.say(table.corrected(1, rng.choice(list(Side)), Ending.BEAROFF, left=3))
        else:
            table.step()
        happened = table.history[known:]
        note_results(won, happened)
        check_score_and_end(table.state, won)
        check_crawford(table.state, crawford)
        seen.update(cases(before, happened, table.state))
    assert fold(game, new_match(game, length), table.history) == table.state
    return seen


@examples(60)
@given(seeds)
def test_score_crawford_game_and_end_are_those_of_the_results_whatever_happens(seed: int) -> None:
    judged(seed)


@pytest.mark.long
def test_so_it_is_in_many_matches_and_all_that_can_happen_is_among_them() -> None:
    """The same ones in every run, for that is known of them."""
    seen: Counter[str] = Counter()
    for seed in range(MATCHES):
        seen += judged(seed)
    assert [case for case in CASES if seen[case] < 5] == []


@examples(60)
@given(games, lengths, seeds, habits)
def test_the_act_the_table_waits_for_is_never_refused_and_takes_the_match_on(
    game: Game, length: int, seed: int, habit: Habits
) -> None:
    table = OneTable.seated(game, length, seed, habit)
    for _ in range(120):
        wait = awaited(table.state)
        if wait.what is Awaited.MATCH_OVER:
            assert table.state.over
            break
        for act in table.awaited_acts(wait):
            decision = handle(game, table.state, act, usual_sender(act))
            kinds = {type(event) for event in decision.events}
            assert kinds
            assert not kinds & {ev.ReadingRefused, ev.ThrowVoided}
            assert decision.state != table.state or kinds == {ev.OpeningTied}
        table.step()


@examples(30)
@given(games, lengths, seeds)
def test_whoever_only_does_what_is_awaited_plays_the_match_to_its_end(
    game: Game, length: int, seed: int
) -> None:
    table = OneTable.seated(game, length, seed)
    for _ in range(5_000):
        if table.state.over:
            break
        acts = list(table.awaited_acts(awaited(table.state)))
        table.say(table.rng.choice(acts))
    assert max(table.state.score.white, table.state.score.red) >= length


@examples(40)
@given(games, lengths, seeds, habits)
def test_what_names_an_earlier_game_attempt_or_turn_has_no_effect(
    game: Game, length: int, seed: int, habit: Habits
) -> None:
    table = OneTable.seated(game, length, seed, habit)
    for _ in range(120):
        if table.state.over:
            break
        table.step()
        for reading in filter(lambda known: is_stale(table.state, known), table.heard[-8:]):
            decision = handle(game, table.state, reading, usual_sender(reading))
            assert decision.state == table.state
            assert {type(e) for e in decision.events} <= {ev.ReadingRefused, ev.ThrowVoided}


def is_stale(state: MatchState, reading: rd.AnyReading) -> bool:
    """It is about a game, an attempt or a turn that is past, and no order about a result."""
    if isinstance(reading, rd.CorrectResult | rd.ResultAgreed):
        return False
    if (reading.game, reading.attempt) != (state.game, state.attempt):
        return True
    if not isinstance(reading, rd.DiceThrown | rd.TurnReading) or reading.side is None:
        return False
    return state.open.current is not None and reading.turn < state.open.current.turn
