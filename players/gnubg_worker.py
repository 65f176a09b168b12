"""The process that evaluates positions with GNU Backgammon's nets; started by GnubgNets.

One JSON list a line comes in on standard input: boards as pairs of the 25 counts (points 1 to 24,
then the bar) of the side not on roll and of the side on roll. Out goes one list of five chances a
board, for the side on roll: win, win a gammon, win a backgammon, lose a gammon, lose a backgammon.
A process of its own, because the nets are GPL and keep global state.
"""

import json
import sys

_ZERO_PLY = 0


def main() -> None:
    """Answer line by line until standard input ends."""
    import gnubg_nn

    for line in sys.stdin:
        chances = [gnubg_nn.probabilities(board, _ZERO_PLY) for board in json.loads(line)]
        sys.stdout.write(json.dumps(chances) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
