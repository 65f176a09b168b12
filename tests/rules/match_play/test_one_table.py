"""Ruling 17 case by case: the score, the Crawford game, the end, and what corrections make of them.

Games are entered by hand where only their results matter.
"""

from typing import Any

import pytest

from rules import events as ev
from rules.dice import Roll
from rules.errors import MatchRefused
from rules.games.backgammon import BACKGAMMON
from rules.games.game import Game
from rules.games.long_gammon import LONG_GAMMON
from rules.games.trictrac.as_game import TRICTRAC
from rules.match_play.machine import awaited, new_match
from rules.match_play.state import results
from rules.position import Side
from rules.room import Ending, Room
from rules.scoring.scales import ScoreRefused
from rules.tables import readings as rd
from rules.tables.awaited import Awaited, TableWait
from tests.support.one_table import DIRECTOR, TABLE, OneTable

WHITE, RED = Side.WHITE, Side.RED
SINGLE, GAMMON, BACKGAMMON_WON = Ending.RESIGNED, Ending.GAMMON, Ending.BACKGAMMON
Entry = tuple[Side, Ending, int]

MATCHES: list[tuple[str, int, list[Entry], list[tuple[int, int]], int | None]] = [
    (
        "the manual's example to 5 ends 6-4 with its fourth game as the Crawford game",
        5,
        [
            (WHITE, SINGLE, 2), (RED, SINGLE, 1), (WHITE, SINGLE, 2), (RED, SINGLE, 1),
            (RED, SINGLE, 2), (WHITE, SINGLE, 2),
        ],
        [(2, 0), (2, 1), (4, 1), (4, 2), (4, 4), (6, 4)],
        4,
    ),
    ("gammon and backgammon are worth 2 and 3 times the cube", 20,
     [(WHITE, GAMMON, 4), (RED, BACKGAMMON_WON, 2)], [(8, 0), (8, 6)], None),
    ("who jumps over N-1 has no Crawford game", 5,
     [(WHITE, BACKGAMMON_WON, 1), (WHITE, SINGLE, 2)], [(3, 0), (5, 0)], None),
    ("the second side at N-1 brings no second one", 3,
     [(RED, SINGLE, 2), (WHITE, GAMMON, 1)], [(0, 2), (2, 2)], 2),
    ("a match to 1 is one game", 1, [(RED, SINGLE, 1)], [(0, 1)], None),
    ("a match to an even length", 2, [(RED, SINGLE, 1), (WHITE, SINGLE, 1), (RED, SINGLE, 2)],
     [(0, 1), (1, 1), (1, 3)], 2),
]  # fmt: skip


def entered(length: int, *games: Entry, game: Game = BACKGAMMON) -> OneTable:
    """A match with these results kept by hand: winner, ending, cube."""
    table = OneTable.seated(game, length)
    for winner, ending, cube in games:
        table.say(table.entered(winner.opponent, ending, cube=cube))
    return table


def corrected(table: OneTable, game: int, entry: Entry) -> tuple[ev.Event, ...]:
    """The director gives a game that result: winner, ending, cube."""
    winner, ending, cube = entry
    return table.say(table.corrected(game, winner.opponent, ending, cube=cube))


def opened(table: OneTable) -> OneTable:
    """White has opened the current game with 3-1 and made his five point."""
    table.say(table.throw(None, 1, Roll(3, 1)))
    table.say(next(iter(table.awaited_acts(awaited(table.state)))))
    return table


def at_turn(table: OneTable, side: Side) -> dict[str, Any]:
    assert table.state.open.current is not None
    return {**table.at, **TABLE, "side": side, "turn": table.state.open.current.turn}


def resigned(table: OneTable, side: Side) -> None:
    at = at_turn(table, side)
    table.say(rd.ResignationMade(**at, ending=Ending.RESIGNED))
    table.say(rd.ResignationAnswered(**{**at, "side": side.opponent}, accepted=True))


def agreed(table: OneTable, side: Side) -> tuple[ev.Event, ...]:
    return table.say(rd.ResultAgreed(**table.at, **TABLE, side=side))


def doubled(table: OneTable) -> list[ev.Refusal | type[ev.Event]]:
    """What comes of a double by the side on turn: the refusal, or the events' types."""
    assert table.state.open.on_turn is not None
    happened = table.say(rd.Doubled(**at_turn(table, table.state.open.on_turn)))
    return [e.why if isinstance(e, ev.ReadingRefused) else type(e) for e in happened]


def score(table: OneTable) -> tuple[int, int]:
    return table.state.score.white, table.state.score.red


@pytest.mark.parametrize(
    ("length", "games", "scores", "crawford"),
    [pytest.param(*case, id=name) for name, *case in MATCHES],
)
def test_results_make_the_score_the_crawford_game_and_the_end(
    length: int, games: list[Entry], scores: list[tuple[int, int]], crawford: int | None
) -> None:
    table = entered(length, *games)
    lines = results(table.state)
    assert [(line.after.white, line.after.red) for line in lines] == scores
    assert [line.game for line in lines if line.before.crawford] == ([crawford] if crawford else [])
    assert table.state.over is (max(scores[-1]) >= length)
    assert table.state.game == len(games) + (not table.state.over)


def test_the_crawford_game_has_no_cube_and_the_next_one_has_whoever_leads() -> None:
    """A leader one point short gains nothing by a double, and may offer it (our choice)."""
    table = opened(entered(3, (RED, SINGLE, 2)))
    assert doubled(table) == [ev.Refusal.NO_CUBE]
    resigned(table, RED)
    assert agreed(table, WHITE)
    agreed(table, RED)
    assert doubled(opened(table)) == [ev.DoubleOffered]
    assert table.state.open.on_turn is RED


def test_a_match_to_one_has_no_cube() -> None:
    assert doubled(opened(OneTable.seated(BACKGAMMON, 1))) == [ev.Refusal.NO_CUBE]


@pytest.mark.parametrize(
    ("ending", "cube", "left", "field"),
    [(Ending.BEAROFF, 2, 3, "cube"), (Ending.PASS, 1, 15, "ending")],
)
def test_a_result_of_the_crawford_game_knows_no_cube(
    ending: Ending, cube: int, left: int, field: str
) -> None:
    table = entered(3, (RED, SINGLE, 2))
    with pytest.raises(ScoreRefused) as entering:
        table.say(table.entered(RED, ending, cube=cube, left=left))
    table.say(table.entered(RED, Ending.BEAROFF, left=3))
    with pytest.raises(ScoreRefused) as correcting:
        table.say(table.corrected(2, RED, ending, cube=cube, left=left))
    assert entering.value.field == correcting.value.field == field
    assert "game 2 is played without a cube" in str(entering.value)


def test_a_pass_is_worth_the_cube_before_the_double() -> None:
    table = opened(OneTable.seated(BACKGAMMON, 7))
    doubled(table)
    table.say(rd.DoubleAnswered(**at_turn(table, WHITE), taken=True))
    table.say(table.throw(RED, 1, Roll(6, 5)))
    table.say(next(iter(table.awaited_acts(awaited(table.state)))))
    doubled(table)
    table.say(rd.DoubleAnswered(**at_turn(table, RED), taken=False))
    assert score(table) == (2, 0)


def test_the_next_game_waits_for_both_players_but_not_for_an_entered_result() -> None:
    """Ruling 15."""
    table = opened(OneTable.seated(BACKGAMMON, 3))
    resigned(table, RED)
    assert awaited(table.state) == TableWait(Awaited.RESULT_CONFIRMATION, None, 1)
    agreed(table, RED)
    assert awaited(table.state) == TableWait(Awaited.RESULT_CONFIRMATION, WHITE, 1)
    assert table.state.game == 1
    agreed(table, WHITE)
    assert awaited(table.state) == TableWait(Awaited.ROLL)
    table.say(table.entered(RED, SINGLE))
    assert (table.state.game, table.state.unconfirmed) == (3, ((2, Room.OPEN),))


def test_a_winning_result_ends_the_match_once_both_have_confirmed_it() -> None:
    table = opened(OneTable.seated(BACKGAMMON, 1))
    resigned(table, RED)
    agreed(table, WHITE)
    assert not table.state.over
    assert [type(e) for e in agreed(table, RED)] == [ev.ResultConfirmed, ev.MatchClosed]
    assert awaited(table.state).what is Awaited.MATCH_OVER
    again = table.say(table.throw(None, 1, Roll(3, 1)))
    assert [e.why for e in again if isinstance(e, ev.ThrowVoided)] == [ev.Refusal.NOT_PLAYING]


def test_a_correction_before_the_opening_throw_decides_anew_whether_the_game_has_a_cube() -> None:
    table = entered(3, (RED, SINGLE, 2))
    corrected(table, 1, (WHITE, SINGLE, 1))
    assert doubled(opened(table)) == [ev.DoubleOffered]


def test_a_crawford_game_that_is_under_way_stays_one_and_stays_the_only_one() -> None:
    """Ours: what a correction makes of the score does not change how a game was played."""
    table = opened(entered(3, (RED, SINGLE, 2)))
    corrected(table, 1, (WHITE, SINGLE, 1))
    assert doubled(table) == [ev.Refusal.NO_CUBE]
    resigned(table, RED)
    for side in Side:
        agreed(table, side)
    assert score(table) == (2, 0)
    assert doubled(opened(table)) == [ev.DoubleOffered]


def test_a_crawford_game_missed_by_a_wrong_result_is_the_next_game() -> None:
    """Ours: a game that was begun with its cube keeps it."""
    table = opened(entered(5, (RED, SINGLE, 1)))
    corrected(table, 1, (WHITE, SINGLE, 4))
    assert doubled(table) == [ev.DoubleOffered]
    table.say(rd.DoubleAnswered(**at_turn(table, WHITE), taken=False))
    for side in Side:
        agreed(table, side)
    assert score(table) == (4, 1)
    assert doubled(opened(table)) == [ev.Refusal.NO_CUBE]


def test_a_match_that_a_correction_leaves_without_a_winner_goes_on() -> None:
    table = entered(3, (RED, SINGLE, 1), (WHITE, GAMMON, 2))
    assert table.state.over
    happened = corrected(table, 2, (RED, SINGLE, 1))
    assert [type(e) for e in happened] == [ev.ResultCorrected, ev.GameStarted]
    assert (score(table), table.state.over, table.state.game) == ((0, 2), False, 3)


def test_a_correction_that_decides_the_match_stops_the_game_and_another_lets_it_go_on() -> None:
    table = opened(entered(3, (RED, SINGLE, 1)))
    corrected(table, 1, (RED, BACKGAMMON_WON, 1))
    assert awaited(table.state).what is Awaited.MATCH_OVER
    corrected(table, 1, (RED, SINGLE, 1))
    assert awaited(table.state) == TableWait(Awaited.ROLL, RED, 1)


def test_games_after_the_one_that_won_the_match_do_not_count() -> None:
    table = entered(3, (RED, SINGLE, 1), (WHITE, SINGLE, 1))
    corrected(table, 1, (RED, BACKGAMMON_WON, 1))
    assert [line.counts for line in results(table.state)] == [True, False]
    assert (score(table), table.state.over) == ((0, 3), True)


def test_a_voided_crawford_game_is_played_again_as_the_crawford_game() -> None:
    """Ruling 11."""
    table = opened(entered(3, (RED, SINGLE, 2)))
    table.say(rd.VoidGame(**table.at, **DIRECTOR))
    assert (table.state.game, table.state.attempt) == (2, 2)
    assert doubled(opened(table)) == [ev.Refusal.NO_CUBE]


def test_dice_are_put_right_by_the_director_until_the_next_throw() -> None:
    """Ruling 9."""
    table = opened(OneTable.seated(BACKGAMMON, 3))
    right = rd.CorrectRoll(**table.at, **DIRECTOR, side=WHITE, turn=1, dice=Roll(6, 1))
    assert ev.RollCorrected in map(type, table.say(right))
    assert awaited(table.state) == TableWait(Awaited.MOVE, WHITE, 1)
    table.say(next(iter(table.awaited_acts(awaited(table.state)))))
    table.say(table.throw(RED, 1, Roll(6, 5)))
    late = [e.why for e in table.say(right) if isinstance(e, ev.ReadingRefused)]
    assert late == [ev.Refusal.LATER_ROLL_THROWN]


def test_what_only_two_rooms_know_has_no_effect_at_one_table() -> None:
    table = opened(OneTable.seated(BACKGAMMON, 3))
    at = at_turn(table, RED)
    for reading in (rd.ReadyDeclared(**at), rd.Doubled(**{**at, "room": Room.CLOSED})):
        (refused,) = table.say(reading)
        assert isinstance(refused, ev.ReadingRefused)
        assert refused.why is ev.Refusal.WRONG_ROOM
    orders: list[rd.AnyReading] = [
        rd.CancelGame(**table.at, **DIRECTOR),
        rd.AdjustScore(**table.at, **TABLE, **DIRECTOR, home=100, away=0),
        rd.SetTailDraw(**table.at, **DIRECTOR, drawn=True),
    ]
    for order in orders:
        with pytest.raises(MatchRefused, match=type(order).__name__):
            table.say(order)


def test_long_gammon_to_points_has_no_cube_and_so_no_crawford_game() -> None:
    table = entered(4, (WHITE, SINGLE, 1), (WHITE, GAMMON, 1), game=LONG_GAMMON)
    assert score(table) == (3, 0)
    assert table.state.crawford_game is None
    assert doubled(opened(table)) == [ev.Refusal.NO_CUBE]


def test_trictrac_is_not_played_to_points() -> None:
    with pytest.raises(MatchRefused, match="game_name: 'trictrac'"):
        new_match(TRICTRAC, 3)


@pytest.mark.parametrize("length", [-1, 0, 65])
def test_a_length_no_match_has_is_refused_with_what_is_allowed(length: int) -> None:
    with pytest.raises(MatchRefused, match=rf"length: {length} .*1 to 64"):
        new_match(BACKGAMMON, length)
