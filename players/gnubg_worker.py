"""The process that evaluates positions with GNU Backgammon's nets; GnubgNets starts it.

Each line of standard input is a question, a JSON object. The process answers each with a JSON list
on one line of standard output. In a question, `own` and `other` are 26 counts each, and the side
with `own` is about to throw.

- `{"tables": [[own, other], …]}`: the answer has five chances of `own` for each pair: to win, to
  win a gammon, to win a backgammon, to lose a gammon, to lose a backgammon.
- `{"table": [own, other], "rolls": [[6, 5], …], "worths": [[single, gammon, backgammon], …]}`: the
  answer has a list for each roll, with the value of the best play under each of `worths`.
"""

import json
from dataclasses import astuple
from typing import Any

from players.gnubg_in_process import NetsInProcess
from players.line_worker import answer_lines
from rules.dice import Roll
from rules.luck.chances import Worth


def main() -> None:
    """Answer questions line by line until standard input ends."""
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
