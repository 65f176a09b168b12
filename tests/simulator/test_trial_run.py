"""Trial matches on a server that runs, with the server in this process."""

import asyncio
import io
from pathlib import Path

from rich.console import Console

from rules.duplicate.state import MatchState
from server.matches.match_process import MatchProcess
from simulator.trial_run import TrialPlan, run_trial
from tests.server.live.following import on_loopback
from tests.support.persons import sign_in_name
from tests.support.quick import PASSPHRASE
from tests.support.served import DIRECTOR, opened
from tests.support.stored import Heard, Listener


async def test_a_trial_match_is_set_up_seated_and_played_until_it_is_stopped(
    tmp_path: Path,
) -> None:
    shown = io.StringIO()
    async with (
        opened(tmp_path) as served,
        on_loopback(served.app) as port,
        served.client(DIRECTOR) as director,
    ):
        plan = TrialPlan(
            address=f"http://127.0.0.1:{port}",
            name=sign_in_name(DIRECTOR),
            passphrase=PASSPHRASE,
            matches=1,
            games=1,
            game="trictrac",
            pace=0.0,
            seed=3,
            folder=tmp_path / "boards",
        )
        plan.folder.mkdir()
        heard = Heard()
        served.hall.subscriptions.add(Listener(heard))
        playing = asyncio.create_task(run_trial(plan, Console(file=shown, width=200)))
        await heard.until(lambda: any(turns_of(each) >= 6 for each in served.hall.matches.values()))
        playing.cancel()
        await asyncio.gather(playing, return_exceptions=True)
        (match,) = (await director.get("/api/t/trial/matches")).json()
        assert (match["trial"], match["status"]) == (True, "playing")
    assert "trial/1" in shown.getvalue()


def turns_of(process: MatchProcess) -> int:
    """How many turns have dice in the match's game."""
    state = process.record.state
    return len(state.rolls) if isinstance(state, MatchState) else 0
