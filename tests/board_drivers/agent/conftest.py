from functools import partial

import pytest

from board_drivers.agent import board_agent
from board_drivers.link.runner import keep_open
from tests.board_drivers.agent.rig import QUICKLY


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let agents try again at once."""
    monkeypatch.setattr(board_agent, "keep_open", partial(keep_open, delays=QUICKLY))
