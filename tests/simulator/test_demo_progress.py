"""The demo says so when nothing moves."""

from pathlib import Path

from simulator.demo_progress import Stillness

LOG = Path("/records/server.log")


def test_the_demo_says_once_that_nothing_moves_and_where_the_servers_log_is() -> None:
    stillness = Stillness(20.0, LOG)
    complaints = [stillness.complaint(7, 100.0 + second) for second in range(60)]
    assert [second for second, sentence in enumerate(complaints) if sentence] == [20]
    assert complaints[20].endswith("the server's log may say: /records/server.log")


def test_a_demo_that_moves_is_not_called_still_and_one_that_stops_again_is() -> None:
    stillness = Stillness(20.0, LOG)
    moving = [stillness.complaint(second // 10, 100.0 + second) for second in range(100)]
    assert not any(moving)
    again = [stillness.complaint(10, 200.0 + second) for second in range(60)]
    assert sum(map(bool, again)) == 1
