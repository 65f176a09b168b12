"""How often boards have to ask for the play, by kind of sensors: `python -m benchmarks.sensors`.

Every play of the transcribed matches in the folder YALTA_MATCHES is shown to simulated sensors of
each kind. Which play it was is then inferred from the sensors' reading and from the position
inferred after the play before.
"""

import os
import sys
from pathlib import Path

from tests.support.sensed_matches import KINDS, games_of, share


def main() -> None:
    """Print how often a board asks, in a line for each kind of sensors."""
    folder = os.environ.get("YALTA_MATCHES")
    if not folder:
        sys.exit("YALTA_MATCHES is not set: export it with the folder of transcribed matches")
    games = list(games_of(Path(folder)))
    print(f"{len(games)} games")
    for name, sensors in KINDS.items():
        print(f"{name:30} {share(games, sensors)}")


if __name__ == "__main__":
    main()
