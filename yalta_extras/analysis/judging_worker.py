"""The program of the process that judges games, which `JudgingProcess` starts.

It reads one game's throws per line of standard input, as a JSON list, and writes the judged turns
as one line of standard output. It ends when standard input ends. It has a lower priority than play,
and receives nothing of a match before that match is over.
"""

import json

from players.gnubg_in_process import NetsInProcess
from players.line_worker import answer_lines
from rules.games.backgammon_plays import plays_by_position
from rules.luck.chances import Judge, Throw, luck_of
from yalta_extras.analysis.judged import JudgedTurn, throws_in, turn_rows


def main() -> None:
    """Read games from standard input and write their judged turns, until the input ends."""
    judge = NetsInProcess()

    def judged(line: str) -> str:
        return json.dumps(
            turn_rows([judged_turn(each, judge) for each in throws_in(json.loads(line))])
        )

    answer_lines(judged)


def judged_turn(throw: Throw, judge: Judge) -> JudgedTurn:
    """Judge a throw: its luck, the cost of its play, and if the play was forced."""
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
