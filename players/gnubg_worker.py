"""The process that evaluates positions with GNU Backgammon's nets; started by GnubgNets.

Each line of standard input is a JSON object, answered by a JSON list on a line of standard output:

- `{"tables": [[own, other], …]}`, 26 counts each: five chances per table, for the side on roll:
  win, win a gammon, win a backgammon, lose a gammon, lose a backgammon;
- `{"table": [own, other], "rolls": [[6, 5], …], "worths": [[single, gammon, backgammon], …]}`: for
  each roll a list, for each worth the value after the best play.
"""

import json
from dataclasses import astuple
from typing import Any

from players.gnubg_in_process import NetsInProcess
from players.line_worker import answer_lines
from rules.dice import Roll
from rules.luck.chances import Worth


def main() -> None:
    """Answer line by line until standard input ends."""
    nets = NetsInProcess()
    answer_lines(lambda line: json.dumps(_answer(nets, json.loads(line))))


def _answer(nets: NetsInProcess, asked: dict[str, Any]) -> list[Any]:
    if "tables" in asked:
        return [astuple(chances) for chances in nets.chances(_tuples(asked["tables"]))]
    own, other = _tuples(asked["table"])
    rolls = [Roll(*dice) for dice in asked["rolls"]]
    return nets.best_after(own, other, rolls, [Worth(*worth) for worth in asked["worths"]])


def _tuples(listed: Any) -> Any:
    return tuple(map(_tuples, listed)) if isinstance(listed, list) else listed


if __name__ == "__main__":
    main()
