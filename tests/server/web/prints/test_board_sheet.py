"""The board of a table on paper tells its room nothing of the other one."""

from pathlib import Path

import pytest

from tests.server.test_non_interference import QUIET, Story, shared_past
from tests.support.commands import happen
from tests.support.served import opened_match

CLOSED_BOARD = "/t/club/matches/1/forms/board.pdf?room=closed"


async def _printed(folder: Path, story: Story) -> bytes:
    async with opened_match(folder) as (hall, client):
        for events in story.steps[1:]:
            await happen(hall.hall, 1, *events)
        answer = await client.get(CLOSED_BOARD)
        assert answer.status_code == 200, answer.text
        return answer.content


@pytest.mark.long
async def test_a_closed_rooms_board_is_the_same_once_the_open_game_is_over(tmp_path: Path) -> None:
    past = shared_past(4)
    goes_on, over = past.fork(100, QUIET), past.fork(200, QUIET)
    goes_on.go_ahead(1)
    over.go_ahead(1000)
    assert over.rooms.state.open.result is not None
    one, other = [
        await _printed(tmp_path / name, story)
        for name, story in (("one", goes_on), ("other", over))
    ]
    assert one == other
