"""What may wait gives way to play."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from server.platform_support import have_process_give_way

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="Linux alone has such priorities")


@contextmanager
def waiting(own_session: bool) -> Iterator[int]:
    """A process that waits for its standard input to end; its number."""
    command = [sys.executable, "-c", "import sys; sys.stdin.read()"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, start_new_session=own_session) as process:
        yield process.pid


def shared_out(process_id: int) -> str | None:
    """The priority of a process's session; None where the kernel groups no sessions.

    Within a container the file is there and may be empty.
    """
    autogroup = Path(f"/proc/{process_id}/autogroup")
    words = autogroup.read_text().split() if autogroup.exists() else []
    return words[-1] if words else None


def test_a_process_of_its_own_session_gives_way_with_that_session() -> None:
    with waiting(own_session=True) as process_id:
        have_process_give_way(process_id)
        assert os.getpriority(os.PRIO_PROCESS, process_id) == 19
        assert shared_out(process_id) in (None, "19")


def test_a_process_of_our_session_does_not_take_us_along() -> None:
    before = shared_out(os.getpid())
    with waiting(own_session=False) as process_id:
        have_process_give_way(process_id)
        assert os.getpriority(os.PRIO_PROCESS, process_id) == 19
    assert shared_out(os.getpid()) == before


def test_one_that_has_ended_is_let_be() -> None:
    with waiting(own_session=True) as process_id:
        pass
    have_process_give_way(process_id)
