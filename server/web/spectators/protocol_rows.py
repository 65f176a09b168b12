"""The match protocol as the public's page shows it: a line a result, in words and points."""

from dataclasses import dataclass

from protocol_forms.labels import shortened
from protocol_forms.protocol_view import cited_points
from rules.dice import Roll
from rules.match_play.protocol import GameScore, MatchPlayProtocol
from rules.match_play.state import TABLE
from rules.position import Side
from rules.room import Room
from rules.scoring.match_protocol import CancelledResult, GameResult, Result
from rules.scoring.tallies import CountedResult, TallyProtocol, tally_of
from rules.scoring.teams import PerTeam, TeamPlace, won_by
from server.results.protocols import AnyProtocol
from server.words.game_words import team_win_words
from server.words.translation import Words

_NAME = 24
"""Letters of a team's name in the words of a result."""


@dataclass(frozen=True, slots=True)
class ResultLine:
    """One result: `opening` has White's die first, points stand under the team they count for.

    `points` are SMP and IMP, or the tallies of a counted game alone, or the points won by a game of
    a match to points and the score after it, which has a `note` where they are out of the
    ordinary. `cited` says of SMP and IMP which cells of the tables they are.
    """

    game: int
    room: Room
    opening: str
    words: str
    points: tuple[PerTeam[int], ...]
    note: str = ""
    cited: tuple[PerTeam[str], ...] = ()


def result_lines(
    protocol: AnyProtocol, teams: PerTeam[str], game: str, words: Words
) -> list[ResultLine]:
    """The protocol's results in their order, in the words of the game of that name.

    A long name of a team is cut, so that what follows it in the words can be seen.
    """
    teams = PerTeam(shortened(teams.home, _NAME), shortened(teams.away, _NAME))
    if isinstance(protocol, MatchPlayProtocol):
        return [_game_line(result, teams, game, words) for result in protocol.games]
    if isinstance(protocol, TallyProtocol):
        return [_tally_line(result, teams, game, words) for result in protocol.results]
    return [_line(result, teams, game, words) for result in protocol.results]


def _line(result: Result, teams: PerTeam[str], game: str, words: Words) -> ResultLine:
    opening = ""
    if isinstance(result, GameResult):
        opening = _opening(result.opening)
        text = _played(result, teams, game, words)
    elif isinstance(result, CancelledResult):
        text = _cancelled(result, words)
    else:
        text = result.reason
    by_scale = cited_points(result, words.gettext)
    points = tuple(each.points for each in by_scale)
    cited = tuple(each.cited for each in by_scale)
    return ResultLine(result.game, result.room, opening, text, points, cited=cited)


def _tally_line(result: CountedResult, teams: PerTeam[str], game: str, words: Words) -> ResultLine:
    opening = ""
    if isinstance(result, CancelledResult):
        text = _cancelled(result, words)
    else:
        opening = _opening(result.opening)
        text = team_win_words(result.ending, teams.of(result.winner), game, words)
    return ResultLine(result.game, result.room, opening, text, (tally_of(result),))


def _game_line(result: GameScore, teams: PerTeam[str], game: str, words: Words) -> ResultLine:
    winner = TeamPlace.HOME if result.winner is Side.WHITE else TeamPlace.AWAY
    parts = [team_win_words(result.ending, teams.of(winner), game, words)]
    if result.cube > 1:
        parts.append(words.gettext("cube %(cube)s", cube=result.cube))
    if result.proposed:
        parts.append(words.gettext("%(cube)s proposed", cube=result.proposed))
    notes = [words.gettext("Crawford game")] if result.crawford else []
    notes += [] if result.counts else [words.gettext("does not count")]
    points = (won_by(winner, result.points, 0), PerTeam(result.white, result.red))
    opening = _opening(result.opening)
    return ResultLine(result.game, TABLE, opening, ", ".join(parts), points, ", ".join(notes))


def _opening(dice: Roll | None) -> str:
    return f"{dice.first}:{dice.second}" if dice is not None else ""


def _cancelled(result: CancelledResult, words: Words) -> str:
    return words.gettext("cancelled: %(reason)s", reason=result.reason)


def _played(result: GameResult, teams: PerTeam[str], game: str, words: Words) -> str:
    parts = [team_win_words(result.ending, teams.of(result.winner), game, words)]
    parts.append(words.ngettext("%(num)s left", "%(num)s left", result.left))
    if result.cube > 1:
        parts.append(words.gettext("cube %(cube)s", cube=result.cube))
    if result.proposed:
        parts.append(words.gettext("%(cube)s proposed", cube=result.proposed))
    return ", ".join(parts)
