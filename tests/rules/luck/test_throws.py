from rules.dice import Roll
from rules.games.backgammon import BACKGAMMON
from rules.luck.chances import throws_of
from rules.match_files.record import Double, Drop, GameRecord, SetUp, Take, Throw
from rules.match_play.state import MatchScore
from rules.position import Move, Side

_WHITE, _RED = Side.WHITE, Side.RED
_POINT = (Move(8, 5), Move(6, 5))


def _game(*actions: object, set_up: SetUp | None = None) -> GameRecord:
    return GameRecord(1, MatchScore(0), tuple(actions), None, 0, None, set_up)  # type: ignore[arg-type]


def test_the_cube_of_a_throw_is_the_one_after_the_take_and_a_pass_has_none() -> None:
    game = _game(
        Throw(_WHITE, Roll(3, 1), _POINT),
        Double(_RED, 2),
        Take(_WHITE),
        Throw(_RED, Roll(3, 1), _POINT),
        Throw(_WHITE, Roll(6, 6), ()),
        Throw(_RED, Roll(2, 1), None),
        Double(_WHITE, 4),
        Drop(_RED),
    )
    throws = throws_of(game)
    assert [(each.side, each.turn, each.cube, each.opening) for each in throws] == [
        (_WHITE, 1, 1, True),
        (_RED, 1, 2, False),
        (_WHITE, 2, 2, False),
        (_RED, 2, 2, False),
    ]
    assert throws[0].before == BACKGAMMON.start()
    assert throws[0].after == throws[1].before
    assert throws[-1].after is None


def test_a_beaver_takes_the_double_before_it() -> None:
    game = _game(
        Throw(_WHITE, Roll(3, 1), _POINT),
        Double(_RED, 2),
        Double(_WHITE, 4, beaver=True),
        Take(_RED),
        Throw(_RED, Roll(3, 1), _POINT),
    )
    assert [each.cube for each in throws_of(game)] == [1, 4]


def test_a_game_that_is_set_up_has_no_opening_throw_and_its_own_cube() -> None:
    set_up = SetUp(BACKGAMMON.start(), 4, _RED)
    (throw,) = throws_of(_game(Throw(_RED, Roll(3, 1), _POINT), set_up=set_up))
    assert (throw.opening, throw.cube) == (False, 4)


def test_what_the_director_put_right_lies_there_for_the_next_throw() -> None:
    wrong = BACKGAMMON.apply(BACKGAMMON.start(), _WHITE, (Move(13, 10),))
    right = BACKGAMMON.apply(BACKGAMMON.start(), _WHITE, _POINT)
    game = _game(
        Throw(_WHITE, Roll(3, 1), _POINT, after=wrong, put_right=right),
        Throw(_RED, Roll(3, 1), _POINT),
    )
    first, second = throws_of(game)
    assert (first.after, second.before) == (wrong, right)
