"""The luck of transcribed rolls against what Debian's gnubg makes of them, both at 0-ply."""

from pathlib import Path
from statistics import correlation, fmean

import pytest

from players.gnubg_nets import GnubgNets
from tests.support.gnubg_luck import twice_judged
from tests.support.needs import GNUBG, NETS, transcribed_matches

pytestmark = [
    GNUBG.required,
    pytest.mark.long,
    NETS,
]


@pytest.mark.parametrize(
    ("cubeful", "least_correlation", "most_apart"), [(False, 0.999, 0.1), (True, 0.97, 0.6)]
)
def test_luck_of_transcribed_rolls_agrees_with_gnubg(
    cubeful: bool, least_correlation: float, most_apart: float, tmp_path: Path
) -> None:
    with GnubgNets() as nets:
        throws = list(twice_judged(transcribed_matches(), nets, tmp_path, cubeful=cubeful))
    assert len(throws) > 1000
    ours, theirs = [each.ours for each in throws], [each.gnubg for each in throws]
    assert correlation(ours, theirs) > least_correlation
    assert max(each.apart for each in throws) < most_apart
    assert abs(fmean(ours) - fmean(theirs)) < 0.01
