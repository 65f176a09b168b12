"""Yalta's luck of rolls compared with gnubg's: `python -m benchmarks.luck_by_gnubg`.

Every roll of the transcribed matches in the folder YALTA_MATCHES is judged by Yalta and by Debian's
gnubg at 0-ply, for money: once without the cube and once with it, as gnubg does by default. Luck is
in points at cube 1.
"""

import os
import sys
import tempfile
from pathlib import Path
from statistics import correlation, fmean
from typing import Final

from players.gnubg_nets import GnubgNets, nets_version
from tests.support.gnubg_luck import TwiceJudged, twice_judged

_SHOWN: Final = 5


def main() -> None:
    """Print how well the two agree, and the largest differences."""
    folder = os.environ.get("YALTA_MATCHES")
    if not folder:
        sys.exit("YALTA_MATCHES is not set: export it with the folder of transcribed matches")
    print(f"gnubg-nn {nets_version()}")
    with GnubgNets() as nets, tempfile.TemporaryDirectory(prefix="yalta-luck-") as files:
        bare, with_cube = (
            list(twice_judged(Path(folder), nets, Path(files), cubeful=cubeful))
            for cubeful in (False, True)
        )
    _tell("gnubg without the cube", bare)
    _tell("gnubg with the cube", with_cube)


def _tell(name: str, throws: list[TwiceJudged]) -> None:
    ours, theirs = [each.ours for each in throws], [each.gnubg for each in throws]
    print(
        f"\n{name}: {len(throws)} rolls, r {correlation(ours, theirs):.4f},"
        f" apart {fmean(each.apart for each in throws):.4f} in the mean; the furthest:"
    )
    for each in sorted(throws, key=lambda each: -each.apart)[:_SHOWN]:
        print(f"  {each}")


if __name__ == "__main__":
    main()
