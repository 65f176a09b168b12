from rules.position import Side


def test_each_side_is_the_others_opponent() -> None:
    assert Side.WHITE.opponent is Side.RED
    assert Side.RED.opponent is Side.WHITE
