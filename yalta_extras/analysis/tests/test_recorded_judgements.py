"""The recorded judgements that other tests use still agree with the installed engine.

If they do not any more: python -m yalta_extras.analysis.tests.recorded_judgements
"""

from collections.abc import Sequence
from dataclasses import astuple

import pytest

from tests.support.needs import NETS
from yalta_extras.analysis.judged import JudgedTurn
from yalta_extras.analysis.tests.recorded_judgements import compared, judged_anew, recorded

pytestmark = NETS


def _check(again: Sequence[JudgedTurn], kept: Sequence[JudgedTurn]) -> None:
    for turn, known in zip(again, kept, strict=True):
        assert turn.side is known.side
        assert astuple(turn)[1:] == pytest.approx(astuple(known)[1:], abs=1e-5)


def test_the_nets_judge_the_first_throws_as_was_recorded() -> None:
    from players.gnubg_in_process import NetsInProcess
    from yalta_extras.analysis.judging_worker import judged_turn

    nets = NetsInProcess()
    for place, throws in compared().throws.items():
        _check([judged_turn(each, nets) for each in throws[:2]], recorded().games[place][:2])


@pytest.mark.long
async def test_a_process_of_the_nets_judges_the_match_as_was_recorded() -> None:
    now, kept = await judged_anew(), recorded()
    assert (now.throws, now.engine, now.plies) == (kept.throws, kept.engine, kept.plies)
    assert now.games.keys() == kept.games.keys()
    for place, turns in kept.games.items():
        _check(now.games[place], turns)
