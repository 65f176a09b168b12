"""A match's results game by game, as the public page shows them.

All of it is made from the public protocol only, which has games that are over in both rooms
(ruling 12).
"""

from dataclasses import dataclass

from protocol_forms.labels import shortened
from protocol_forms.protocol_view import cited_points
from rules.dice import Roll
from rules.match_play.protocol import GameScore, MatchPlayProtocol
from rules.match_play.state import TABLE
from rules.position import Side
from rules.room import Room
from rules.scoring.match_protocol import CancelledResult, GameResult, Result
from rules.scoring.swings import Swing, levelled, turning_point
from rules.scoring.tallies import CountedResult, TallyProtocol, tally_of
from rules.scoring.teams import PerTeam, TeamPlace, won_by
from server.values.match_ending import named_games, swings_of, winner_of
from server.values.scored_match import AnyProtocol
from server.words.game_words import team_win_words
from server.words.translation import Words

_NAME = 24
"""The number of letters to which a team's name is cut in the words of a result (our choice)."""


@dataclass(frozen=True, slots=True)
class ResultLine:
    """The result of a game in one room, as a line of the list of results.

    `opening` is the opening throw, White's die first. `words` is the result in words, `brief` only
    how the game ended and the cube, where `words` says more. `points` has a home and an away figure
    for each column: SMP and IMP; or only the trous, in Trictrac; or, in a match at one table, the
    points won and the score after the game. `note` says what is special about the game. `cited`
    names the cells of the printed scoring tables from which SMP and IMP come.
    """

    game: int
    room: Room
    opening: str
    words: str
    points: tuple[PerTeam[int], ...]
    note: str = ""
    cited: tuple[PerTeam[str], ...] = ()
    brief: str = ""


def result_lines(
    protocol: AnyProtocol, teams: PerTeam[str], game: str, words: Words
) -> list[ResultLine]:
    """Return a line for each of the protocol's results, in their order.

    `game` is the name of the game that is played, whose terms are used. Long team names are cut, so
    that the words after them stay visible.
    """
    teams = PerTeam(shortened(teams.home, _NAME), shortened(teams.away, _NAME))
    if isinstance(protocol, MatchPlayProtocol):
        return [_game_line(result, teams, game, words) for result in protocol.games]
    if isinstance(protocol, TallyProtocol):
        return [_tally_line(result, teams, game, words) for result in protocol.results]
    return [_line(result, teams, game, words) for result in protocol.results]


def _line(result: Result, teams: PerTeam[str], game: str, words: Words) -> ResultLine:
    opening = brief = ""
    if isinstance(result, GameResult):
        opening = _opening(result.opening)
        text, brief = _played(result, teams, game, words)
    elif isinstance(result, CancelledResult):
        text = _cancelled(result, words)
    else:
        text = result.reason
    by_scale = cited_points(result, words.gettext)
    points = tuple(each.points for each in by_scale)
    cited = tuple(each.cited for each in by_scale)
    return ResultLine(result.game, result.room, opening, text, points, cited=cited, brief=brief)


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
        parts.append(words.gettext("doubled to %(cube)s", cube=result.proposed))
    notes = [words.gettext("Crawford game")] if result.crawford else []
    notes += [] if result.counts else [words.gettext("does not count")]
    points = (won_by(winner, result.points, 0), PerTeam(result.white, result.red))
    opening = _opening(result.opening)
    return ResultLine(result.game, TABLE, opening, ", ".join(parts), points, ", ".join(notes))


def _opening(dice: Roll | None) -> str:
    return f"{dice.first}:{dice.second}" if dice is not None else ""


def _cancelled(result: CancelledResult, words: Words) -> str:
    return words.gettext("cancelled: %(reason)s", reason=result.reason)


def _played(result: GameResult, teams: PerTeam[str], game: str, words: Words) -> tuple[str, str]:
    """Return the result in words, and how the game ended with the cube alone."""
    ended = team_win_words(result.ending, teams.of(result.winner), game, words)
    left = words.ngettext("%(num)s left", "%(num)s left", result.left)
    cube = [words.gettext("cube %(cube)s", cube=result.cube)] if result.cube > 1 else []
    more = [words.gettext("doubled to %(cube)s", cube=result.proposed)] if result.proposed else []
    return ", ".join([ended, left, *cube, *more]), ", ".join([ended, *cube])


BAR = 20
"""The height of the bar for the greatest swing, in units of the strip's drawing."""
_SMALLEST_SCALE = 6


@dataclass(frozen=True, slots=True)
class GameBar:
    """A game in the strip of games, which shows as bars how much each side gained in which game.

    `begun` is True if the game has begun, `now` if it is being played. `swing` is what one side
    gained by the game, None until the game is over in both rooms. `tall` is the height of the
    game's bar, at most BAR. `decided` is True if the sentence on the match's end names the game:
    as the one in which the match `turned`, the one that `levelled` it, or otherwise as the one
    that gave the winner most.
    """

    game: int
    begun: bool
    now: bool
    swing: Swing | None = None
    tall: int = 0
    decided: bool = False
    turned: bool = False
    levelled: bool = False


def game_bars(protocol: AnyProtocol, games: int, current: int, over: bool) -> list[GameBar]:
    """Return the bars of a match's games, for the strip of games.

    `current` is the last game that has begun, and `over` is True if the match is over. `games` is
    the number of games to be played; it is 0 for a match at one table, of which only the games that
    have begun are returned.
    """
    made = {swing.game: swing for swing in swings_of(protocol)}
    point = turning_point(tuple(made.values()), winner_of(protocol))
    level = levelled(tuple(made.values())) if over else None
    most = max([_SMALLEST_SCALE, *(abs(swing.points) for swing in made.values())])
    return [
        GameBar(
            game=game,
            begun=game <= current,
            now=game == current and not over and game not in made,
            swing=made.get(game),
            tall=round(abs(made[game].points) * BAR / most) if game in made else 0,
            decided=game in named_games(point)
            if point
            else level is not None and level.game == game,
            turned=point is not None and point.late,
            levelled=level is not None,
        )
        for game in range(1, max(games, current) + 1)
    ]
