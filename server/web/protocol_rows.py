"""The match protocol as the public's page shows it: a line a result, in words and points."""

from dataclasses import dataclass

from rules.room import Room
from rules.scoring.match_protocol import MatchProtocol
from rules.scoring.results import CancelledResult, GameResult, Result
from rules.scoring.teams import PerTeam
from rules.scoring.units import Imp, Smp
from server.relay.protocols import NOT_OPENED
from server.web.ending_words import team_win_words
from server.web.words import Words


@dataclass(frozen=True, slots=True)
class ResultLine:
    """One result: `opening` has White's die first, points stand under the team they count for."""

    game: int
    room: Room
    opening: str
    words: str
    smp: PerTeam[Smp]
    imp: PerTeam[Imp]


def result_lines(
    protocol: MatchProtocol, teams: PerTeam[str], game: str, words: Words
) -> list[ResultLine]:
    """The protocol's results in their order, in the words of the game of that name."""
    return [_line(result, teams, game, words) for result in protocol.results]


def _line(result: Result, teams: PerTeam[str], game: str, words: Words) -> ResultLine:
    opening = ""
    if isinstance(result, GameResult):
        opening = f"{result.opening.first}:{result.opening.second}"
        said = _played(result, teams, game, words)
    elif isinstance(result, CancelledResult):
        said = words.gettext("cancelled: %(reason)s", reason=result.reason)
    elif result.reason == NOT_OPENED:
        said = words.gettext("scored by the director; the game was not opened")
    else:
        said = result.reason
    return ResultLine(result.game, result.room, opening, said, result.smp, result.imp)


def _played(result: GameResult, teams: PerTeam[str], game: str, words: Words) -> str:
    said = [team_win_words(result.ending, teams.of(result.winner), game, words)]
    said.append(words.ngettext("%(num)s left", "%(num)s left", result.left))
    if result.cube > 1:
        said.append(words.gettext("cube %(cube)s", cube=result.cube))
    if result.proposed:
        said.append(words.gettext("%(cube)s proposed", cube=result.proposed))
    return ", ".join(said)
