"""What the server's log holds of a fault."""

from collections.abc import Iterator

import pytest
import structlog

from yalta.server_log import configure_log


@pytest.fixture
def _plain_log() -> Iterator[None]:
    configure_log()
    yield
    structlog.reset_defaults()


@pytest.mark.usefixtures("_plain_log")
def test_a_fault_is_logged_with_its_place_but_without_the_values_there(
    capsys: pytest.CaptureFixture[str],
) -> None:
    def decide() -> None:
        roll = "6-" + "5"
        raise ZeroDivisionError(len(roll))

    try:
        decide()
    except ZeroDivisionError:
        structlog.get_logger().exception("not_decided", match=1)
    written = capsys.readouterr().out
    assert "not_decided" in written
    assert "in decide" in written
    assert "6-5" not in written
