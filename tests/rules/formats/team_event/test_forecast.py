"""Ends of what is being played: from games that are known to be over, and the time."""

from datetime import UTC, datetime, timedelta
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from rules import events as ev
from rules.formats.format import MatchOutcome, Outcomes
from rules.formats.team_event.forecast import Forecast, Known, forecast
from rules.formats.team_event.stages import TeamEventState
from tests.rules.formats.team_event.rounds import drawn_robin, outcome, publish_next

NOON = datetime(2026, 10, 3, 12, tzinfo=UTC)
FOUR = ("Lviv", "Kherson", "Poltava", "Odesa")


def minutes(number: float) -> timedelta:
    return timedelta(minutes=number)


def one_round(tables: int = 4) -> TeamEventState:
    """The first round of four teams, two matches of four games, twenty minutes a game."""
    day = ev.PlayingDay(hours=ev.Span(starts=NOON - minutes(60), ends=NOON + minutes(600)))
    terms = ev.TimetablePlanned(
        tables=tables,
        days=(day,),
        minutes_between=10,
        games=(ev.GameMinutes(game_name="backgammon", minutes=20),),
    )
    return publish_next(drawn_robin(FOUR), 1).after([terms])


def seen(state: TeamEventState, outcomes: Outcomes | None = None, **known: Any) -> Forecast:
    values: dict[str, Any] = {"thrown": {}, "playing": {1, 2}, "teams": 4, "now": NOON, **known}
    return forecast(state, Known(outcomes=outcomes or {}, **values))


def games_over(number: int) -> MatchOutcome:
    return MatchOutcome(games=2 * number)


def test_every_game_left_takes_its_minutes() -> None:
    made = seen(one_round(), {1: games_over(1), 2: games_over(3)})
    assert made.matches == {1: NOON + minutes(60), 2: NOON + minutes(20)}
    assert made.rounds == {(1, 1): NOON + minutes(60)}


def test_a_game_whose_dice_are_known_has_begun_then() -> None:
    made = seen(one_round(), thrown={1: (1, NOON - minutes(15)), 2: (2, NOON - minutes(15))})
    assert made.matches == {1: NOON + minutes(65), 2: NOON + minutes(80)}


def test_a_game_that_takes_longer_is_reckoned_to_end_at_any_moment() -> None:
    made = seen(one_round(), {1: games_over(3)}, thrown={1: (4, NOON - minutes(300))})
    assert made.matches[1] == NOON


def test_one_rooms_result_alone_changes_nothing() -> None:
    one = seen(one_round(), {1: MatchOutcome(games=2)})
    assert seen(one_round(), {1: MatchOutcome(games=3)}) == one


def test_what_has_not_begun_waits_for_its_tables() -> None:
    made = seen(one_round(tables=2), {1: games_over(2)}, playing={1})
    assert made.matches == {1: NOON + minutes(40)}
    assert made.rounds == {(1, 1): NOON + minutes(40 + 10 + 80)}


def test_the_day_ends_with_the_last_round_that_fits_into_it() -> None:
    made = seen(one_round())
    assert made.day == NOON + minutes(80 + 10 + 80 + 10 + 80)


def test_nothing_is_foreseen_where_nothing_is_played_or_planned() -> None:
    state = publish_next(drawn_robin(FOUR), 1)
    assert seen(state, playing=()) == Forecast()


def test_a_round_that_is_decided_is_not_foreseen() -> None:
    outcomes = {1: outcome(30, 20), 2: outcome(10, 25)}
    made = seen(one_round(), outcomes, playing=())
    assert (made.matches, made.rounds) == ({}, {})
    assert made.day == NOON + minutes(80 + 10 + 80)


@given(over=st.integers(0, 3), late=st.integers(0, 400), passes=st.integers(0, 60))
def test_an_end_is_never_past_and_comes_no_nearer_while_nothing_is_known(
    over: int, late: int, passes: int
) -> None:
    known = {"thrown": {1: (over + 1, NOON - minutes(late))}, "playing": {1}}
    first = seen(one_round(), {1: games_over(over)}, **known)
    later = NOON + minutes(passes)
    second = seen(one_round(), {1: games_over(over)}, now=later, **known)
    assert second.matches[1] >= max(first.matches[1], later)
