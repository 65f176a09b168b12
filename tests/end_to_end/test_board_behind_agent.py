"""A board behind `yalta board`, killed and cut off between rolls and their acknowledgements."""

from pathlib import Path

import pytest

from rules import events as ev
from tests.end_to_end.agent_run import AgentRun, play_behind_agent
from tests.end_to_end.conftest import SEED
from tests.end_to_end.match_run import Run, dice_by_turn


async def killed_before_the_agent_has_the_roll(run: AgentRun) -> None:
    """The board has said it; nothing else has happened."""
    killed = run.rolls + 3

    def kill() -> None:
        if run.rolls == killed:
            run.agent.kill()

    run.on_roll = kill
    await run.until(lambda: run.rolls >= killed)
    run.on_roll = lambda: None
    await run.agent.restart()


async def killed_before_the_server_has_the_roll(run: AgentRun) -> None:
    """The agent has acknowledged it, and the network passes nothing on."""
    before = run.rolls
    run.on_roll = lambda: setattr(run.proxy, "swallows_up", True)
    await run.until(lambda: run.rolls > before and run.stored == run.newest)
    run.agent.kill()
    run.on_roll = lambda: None
    run.proxy.mend()
    await run.agent.restart()


async def killed_before_the_agent_knows_that_the_server_has_the_roll(run: AgentRun) -> None:
    """The server has stored it and answered, and the answer comes to nobody."""
    run.on_roll = lambda: setattr(run.proxy, "swallows_down", True)
    await run.proxy.verdict_swallowed.wait()
    run.agent.kill()
    run.on_roll = lambda: None
    run.proxy.mend()
    await run.agent.restart()


async def cut_off_with_a_roll_under_way(run: AgentRun) -> None:
    """The network swallows everything both ways, until the agent notices; then it is back."""

    def cut() -> None:
        run.proxy.swallows_up = run.proxy.swallows_down = True

    run.on_roll = cut
    await run.agent.until_printed("The server cannot be reached")
    run.on_roll = lambda: None
    run.proxy.mend()


@pytest.mark.long
async def test_a_match_behind_an_agent_ends_as_without_one_whatever_becomes_of_the_agent(
    tmp_path: Path, undisturbed: Run
) -> None:
    behind, agent = await play_behind_agent(
        tmp_path / "behind",
        SEED,
        [
            killed_before_the_agent_has_the_roll,
            killed_before_the_server_has_the_roll,
            killed_before_the_agent_knows_that_the_server_has_the_roll,
            cut_off_with_a_roll_under_way,
            killed_before_the_server_has_the_roll,
            killed_before_the_agent_has_the_roll,
        ],
    )
    assert behind.protocol == undisturbed.protocol
    assert dice_by_turn(behind.log) == dice_by_turn(undisturbed.log)
    assert not [e for e in behind.log if isinstance(e, ev.ThrowVoided | ev.ReadingRefused)]
    assert (agent.status, agent.lines[-1]) == (0, "Ended; nothing waits here.")
