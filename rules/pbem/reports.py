"""What a report does to a match: it counts, is refused, or waits for the organiser (ruling 22).

A report is refused where it cannot be: of a match that is not the sender's or is won, of a number
of points that no game is worth, one that came too late, or a second time. It is doubtful, and the
organiser decides, where it may be so but not as the protocol has it: the loser reports the result,
the board was never reported as started, or it was reported otherwise before.
"""

from rules import events as ev
from rules.commands import pbem_commands as cmd
from rules.errors import FieldRefused, RulesError
from rules.pbem.state import PbemMatch, PbemState
from rules.pbem.subject_lines import CUBES
from rules.pbem.time_rule import is_over

_MOST_KINDS = 3
POINTS = tuple(sorted({cube * kind for cube in CUBES for kind in range(1, _MOST_KINDS + 1)}))
"""What games may be worth: a single, a gammon or a backgammon times a cube of up to 64."""
_LEAST = {cmd.Resigned.SOME_OFF: 1, cmd.Resigned.NONE_OFF: 2, cmd.Resigned.FAR_BACK: 3}

_YOUR_MATCH = "a match of yours: %(matches)s"
_NOT_WON = "a match without a winner; match %(match)s is over"
_IN_TIME = "a report before the last week of the round was over"
_NEW_BOARD = "a board that no report has named before"
_AFTER_RUNNING = "the winner of board %(board)s first, which is being played"
_NOT_COUNTED = "a board whose winner was not reported before"
_OF_MATCH = "one of the two who play match %(match)s"
WORTH = "1, 2 or 3 points times a cube of 1 to 64"
_WITHOUT_CUBE = "1 to 3 points: it is the Crawford game, without a cube"
_BY_CUBE = "1, 2 or 3 times the cube of %(cube)s"

NOT_STARTED = "board %(board)s was never reported as started"
BY_LOSER = "the winner alone reports a result"
OTHERWISE = "board %(board)s was reported otherwise before"


class ReportRefused(FieldRefused):
    """A report that cannot be (player: look at the match, then report what is so)."""


class ReportDoubtful(RulesError):
    """A report that waits for the organiser; `why` has values of `named` in it, as `%(name)s`."""

    def __init__(self, why: str, **named: object) -> None:
        super().__init__(why % named)
        self.why, self.named = why, named


def decide_report(state: PbemState, report: cmd.PbemReport) -> tuple[ev.Event, ...]:
    """The events of a report; raises ReportRefused or ReportDoubtful."""
    match = _match(state, report)
    match report:
        case cmd.ReportPbemStart():
            return _started(state, match, report)
        case cmd.ReportPbemWin():
            return _won(state, match, report)


def _match(state: PbemState, report: cmd.PbemReport) -> PbemMatch:
    own = state.of_player(report.player)
    match = next((each for each in own if each.number == report.number), None)
    if match is None:
        playing = ", ".join(str(each.number) for each in own if not each.over)
        raise ReportRefused("match", report.number, _YOUR_MATCH, matches=playing or "–")
    known = match.boards.get(report.board)
    if known is not None and known.winner is not None and _same(match, report):
        raise ReportRefused("board", report.board, _NOT_COUNTED)
    if match.over:
        raise ReportRefused("match", report.number, _NOT_WON, match=report.number)
    if is_over(state, match, report.at):
        raise ReportRefused("match", report.number, _IN_TIME)
    return match


def _same(match: PbemMatch, report: cmd.PbemReport) -> bool:
    """Whether a report of a board that is won says what is known already."""
    if isinstance(report, cmd.ReportPbemStart):
        return False
    known = match.boards[report.board]
    return (known.winner, known.points) == (report.winner, points_of(report))


def _started(
    state: PbemState, match: PbemMatch, report: cmd.ReportPbemStart
) -> tuple[ev.Event, ...]:
    if state.board_match(report.board) is not None:
        raise ReportRefused("board", report.board, _NEW_BOARD)
    if match.running is not None:
        raise ReportRefused("board", report.board, _AFTER_RUNNING, board=match.running.number)
    return (_start(report),)


def _start(report: cmd.PbemReport) -> ev.PbemBoardStarted:
    return ev.PbemBoardStarted(
        number=report.number, board=report.board, player=report.player, at=report.at
    )


def _won(state: PbemState, match: PbemMatch, report: cmd.ReportPbemWin) -> tuple[ev.Event, ...]:
    if report.winner not in match.players:
        raise ReportRefused("id", report.winner, _OF_MATCH, match=match.number)
    elsewhere = state.board_match(report.board)
    if elsewhere not in (None, match):
        raise ReportRefused("board", report.board, _NEW_BOARD)
    known = match.boards.get(report.board)
    if known is None and match.running is not None:
        raise ReportRefused("board", report.board, _AFTER_RUNNING, board=match.running.number)
    _check_points(match, report)
    if not report.accepted:
        _check_sure(match, report)
    won = ev.PbemBoardWon(
        number=match.number,
        board=report.board,
        winner=report.winner,
        points=points_of(report),
        reported=report.points,
        at=report.at,
    )
    return (won,) if known is not None else (_start(report), won)


def _check_sure(match: PbemMatch, report: cmd.ReportPbemWin) -> None:
    known = match.boards.get(report.board)
    if known is None:
        raise ReportDoubtful(NOT_STARTED, board=report.board)
    if not known.running:
        raise ReportDoubtful(OTHERWISE, board=report.board)
    if report.winner != report.player:
        raise ReportDoubtful(BY_LOSER)


def _check_points(match: PbemMatch, report: cmd.ReportPbemWin) -> None:
    if report.points not in POINTS:
        raise ReportRefused("points", report.points, WORTH)
    known = match.boards.get(report.board)
    before_it = known is None or known.running
    if before_it and match.score.crawford and (report.points > _MOST_KINDS or report.cube > 1):
        raise ReportRefused("points", report.points, _WITHOUT_CUBE)
    if report.resigned is not None:
        kind, rest = divmod(report.points, report.cube)
        if rest or not 1 <= kind <= _MOST_KINDS:
            raise ReportRefused("points", report.points, _BY_CUBE, cube=report.cube)


def points_of(report: cmd.ReportPbemWin) -> int:
    """What the game counts: a voluntary resignation a gammon at least, or a backgammon."""
    if report.resigned is None:
        return report.points
    return max(report.points, _LEAST[report.resigned] * report.cube)
