"""The process that judges games beside play; started by JudgingProcess, ends with standard input.

A game's throws come in as one JSON list a line, its judged turns go out as one. It gives way to
play (JudgingProcess), and nothing of a match reaches it before that match is over.
"""

import json

from players.gnubg_in_process import NetsInProcess
from players.line_worker import answer_lines
from rules.games.backgammon_plays import plays_by_position
from rules.luck.chances import Judge, Throw, luck_of
from yalta_extras.analysis.judged import JudgedTurn, throws_in, turn_rows


def main() -> None:
    """Answer line by line until standard input ends."""
    judge = NetsInProcess()

    def judged(line: str) -> str:
        return json.dumps(
            turn_rows([judged_turn(each, judge) for each in throws_in(json.loads(line))])
        )

    answer_lines(judged)


def judged_turn(throw: Throw, judge: Judge) -> JudgedTurn:
    """The luck of a throw, what its play cost, and whether there was another one."""
    made = luck_of(throw, judge)
    own, other = throw.before.of(throw.side), throw.before.of(throw.side.opponent)
    return JudgedTurn(
        throw.side,
        throw.turn,
        throw.cube,
        made.luck.imp,
        made.luck.points,
        None if made.error is None else made.error.imp,
        None if made.error is None else made.error.points,
        len(plays_by_position(own, other, throw.roll.dice)) < _SEVERAL,
    )


_SEVERAL = 2


if __name__ == "__main__":
    main()
