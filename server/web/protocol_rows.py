"""The match protocol as the public's page shows it: a line a result, in words and points."""

from dataclasses import dataclass

from rules.ending import Ending
from rules.scoring.match_protocol import MatchProtocol
from rules.scoring.results import CancelledResult, GameResult, Result
from rules.scoring.teams import PerTeam
from rules.scoring.units import Imp, Smp

_ENDINGS = {
    Ending.BEAROFF: "bears off",
    Ending.PASS: "by a pass",
    Ending.GAMMON: "wins a gammon",
    Ending.BACKGAMMON: "wins a backgammon",
    Ending.RESIGNED: "by resignation",
    Ending.RESIGNED_GAMMON: "by resignation, a gammon",
    Ending.RESIGNED_BACKGAMMON: "by resignation, a backgammon",
}


@dataclass(frozen=True, slots=True)
class ResultLine:
    """One result: `opening` has White's die first, points stand under the team they count for."""

    game: int
    room: str
    opening: str
    words: str
    smp: PerTeam[Smp]
    imp: PerTeam[Imp]


def result_lines(protocol: MatchProtocol, teams: PerTeam[str]) -> list[ResultLine]:
    """The protocol's results in their order."""
    return [_line(result, teams) for result in protocol.results]


def _line(result: Result, teams: PerTeam[str]) -> ResultLine:
    if isinstance(result, GameResult):
        opening = f"{result.opening.first}:{result.opening.second}"
        words = _played(result, teams)
    elif isinstance(result, CancelledResult):
        opening, words = "", f"cancelled: {result.reason}"
    else:
        opening, words = "", result.reason
    return ResultLine(result.game, result.room.value, opening, words, result.smp, result.imp)


def _played(result: GameResult, teams: PerTeam[str]) -> str:
    said = [f"{teams.of(result.winner)} {_ENDINGS[result.ending]}"]
    said += [f"{result.left} left"]
    said += [f"cube {result.cube}"] if result.cube > 1 else []
    said += [f"{result.proposed} proposed"] if result.proposed else []
    return ", ".join(said)
