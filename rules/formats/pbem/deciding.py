"""Decisions about a PBeM knockout: the events of its commands (rulings 21 to 23).

Whether the sender has the right to a command is checked elsewhere. Draws, forfeits and matches that
get another winner later are decided in rules.formats.knockout.

A report about a match counts, is refused, or waits for the organiser (ruling 22). A report is
refused if it is impossible: the match is not the sender's or is won already, no game is worth that
number of points, the report comes too late, or it repeats what is known. A report waits for the
organiser if it can be true but breaks the usual procedure: the loser reports the result, nobody
reported that the board started, or the board was reported differently before.
"""

from datetime import datetime, timedelta
from typing import assert_never

from rules import commands as knockout_cmd
from rules import events as ev
from rules.checks import check_among, check_between, is_seen
from rules.commands import pbem_commands as cmd
from rules.errors import FieldRefused, MatchRefused, RulesError, ValuesChanged
from rules.formats.format import Format, FormatGiven
from rules.formats.knockout.deciding import KNOCKOUT
from rules.formats.knockout.deciding import decide as decide_knockout
from rules.formats.knockout.ruling import undrawn_knockout
from rules.formats.knockout.state import Knockouts
from rules.formats.pbem.state import PbemMatch, PbemState
from rules.formats.pbem.subject_lines import CUBES
from rules.formats.pbem.time_rule import by_rule, is_over, weeks_due
from rules.identities import PersonId
from rules.text import N_

_MOST_KINDS = 3
POINTS = tuple(sorted({cube * kind for cube in CUBES for kind in range(1, _MOST_KINDS + 1)}))
"""The possible values of a game in points: 1, 2 or 3 times a cube of up to 64."""
_LEAST = {cmd.Resigned.SOME_OFF: 1, cmd.Resigned.NONE_OFF: 2, cmd.Resigned.FAR_BACK: 3}

_YOUR_MATCH = N_("a match of yours: %(matches)s")
_NOT_WON = N_("a match without a winner; match %(match)s is over")
_IN_TIME = N_("a report before the last week of the round was over")
_NEW_BOARD = N_("a board that no report has named before")
_AFTER_RUNNING = N_("the winner of board %(board)s first, which is being played")
_NOT_COUNTED = N_("a board whose winner was not reported before")
_OF_MATCH = N_("one of the two who play match %(match)s")
WORTH = N_("1, 2 or 3 points times a cube of 1 to 64")
_WITHOUT_CUBE = N_("1 to 3 points: it is the Crawford game, without a cube")
_BY_CUBE = N_("1, 2 or 3 times the cube of %(cube)s")

NOT_STARTED = N_("board %(board)s was never reported as started")
BY_LOSER = N_("the winner alone reports a result")
OTHERWISE = N_("board %(board)s was reported differently before")


class ReportRefused(FieldRefused):
    """Raised for an impossible report. The player can look at the match and correct the report."""


class ReportDoubtful(RulesError):
    """Raised for a report that waits for the organiser to decide.

    `why` is a template with placeholders such as `%(board)s`, for which `named` has the values.
    """

    def __init__(self, why: str, **named: object) -> None:
        super().__init__(why % named)
        self.why, self.named = why, named


def decide_report(state: PbemState, report: cmd.PbemReport) -> tuple[ev.Event, ...]:
    """Return the events by which a player's report takes effect.

    Raises ReportRefused for an impossible report, and ReportDoubtful for one that waits for the
    organiser.
    """
    match = _match_reported(state, report)
    match report:
        case cmd.ReportPbemStart():
            return _started(state, match, report)
        case cmd.ReportPbemWin():
            return _won(state, match, report)


def _match_reported(state: PbemState, report: cmd.PbemReport) -> PbemMatch:
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
    """Return True if a report of a result says the same as the known result of its board."""
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
    """Return the points that the reported game is worth.

    If the loser resigned without having been doubled, the game is worth at least a gammon if the
    loser had no checker off, and at least a backgammon if a checker was also on the bar or in the
    winner's home.
    """
    if report.resigned is None:
        return report.points
    return max(report.points, _LEAST[report.resigned] * report.cube)


_ELSEWHERE = N_("a knockout whose matches are played elsewhere, each round of it drawn anew")
_UNOPENED = N_("a knockout that takes no messages yet")
_QUARTERS = N_("a round in which three quarters of the matches have a winner, for the first time")
_CHANGED = N_("board %(board)s now has a different result")
_OPEN_MATCH = N_("a match without a winner")
_WEEK_OVER = N_("a match of a round whose last week is over")
_BY_DIRECTOR = N_("one of the two, chosen by the director with a reason")
_BY_RULE = N_("nobody: the rule decides")
_NO_POINTS = N_("0 for a board that does not count")


def decide(state: PbemState, command: cmd.PbemCommand, given: FormatGiven) -> tuple[ev.Event, ...]:
    """Return the events by which a command to a PBeM knockout takes effect.

    `given` has what the decision needs besides this state, such as outcomes of matches and the time
    (see FormatGiven). Raises MatchRefused naming the wrong field, ValuesChanged if a value has
    changed since the sender saw it, and for a report the errors of `decide_report`.
    """
    match command:
        case cmd.OpenPbem():
            return (_opened(state, command, KNOCKOUT.of(given.states)),)
        case cmd.ReportPbemStart() | cmd.ReportPbemWin():
            return decide_report(state, command)
        case cmd.BeginPbemWeek():
            return (_week_begun(state, command, given.now),)
        case cmd.CorrectPbemBoard():
            return (_corrected(_match(state, command.number), command, given.by),)
        case cmd.ApplyPbemTimeRule():
            return _by_time_rule(state, _match(state, command.number), command, given)
        case _:
            assert_never(command)


def _opened(state: PbemState, command: cmd.OpenPbem, knockouts: Knockouts) -> ev.PbemOpened:
    plan = undrawn_knockout(knockouts, command.knockout).plan
    if not plan.elsewhere or plan.draw is not ev.KnockoutDraw.EACH_ROUND:
        raise MatchRefused("knockout", command.knockout, _ELSEWHERE)
    if command.knockout in state.opened:
        raise MatchRefused("knockout", command.knockout, _UNOPENED)
    check_between("days", command.days, 1, cmd.MOST_DAYS)
    check_between("quiet_days", command.quiet_days, 1, cmd.MOST_DAYS)
    return ev.PbemOpened(
        knockout=command.knockout, days=command.days, quiet_days=command.quiet_days
    )


def _match(state: PbemState, number: int) -> PbemMatch:
    check_among("match", number, state.matches.keys())
    return state.matches[number]


def _week_begun(state: PbemState, command: cmd.BeginPbemWeek, now: datetime) -> ev.PbemWeekBegun:
    if (command.knockout, command.round) not in weeks_due(state):
        raise MatchRefused("round", command.round, _QUARTERS)
    until = now.replace(microsecond=0) + timedelta(days=state.opened[command.knockout].days)
    return ev.PbemWeekBegun(knockout=command.knockout, round=command.round, until=until)


def _corrected(match: PbemMatch, command: cmd.CorrectPbemBoard, by: str) -> ev.PbemBoardCorrected:
    check_among("board", command.board, match.boards.keys())
    known = match.boards[command.board]
    if not is_seen(command.was, known.known_as):
        was, now = (_winner_and_points(each) for each in (command.was, known.known_as))
        raise ValuesChanged("was", _CHANGED, was, now, board=command.board)
    if command.winner is None and command.points:
        raise MatchRefused("points", command.points, _NO_POINTS)
    if command.winner is not None:
        check_among("winner", command.winner, match.players)
        if command.points not in POINTS:
            raise MatchRefused("points", command.points, WORTH)
    return ev.PbemBoardCorrected(
        number=match.number,
        board=command.board,
        winner=command.winner,
        points=command.points,
        reason=command.reason,
        by=by,
    )


def _winner_and_points(known_as: str | None) -> tuple[object, ...]:
    winner, _, points = (known_as or "").rpartition(" ")
    return (PersonId(winner), points) if winner else ()


def _by_time_rule(
    state: PbemState, match: PbemMatch, command: cmd.ApplyPbemTimeRule, given: FormatGiven
) -> tuple[ev.Event, ...]:
    """Return the events of the 75 % rule: first its decision, then the events of the knockout."""
    if match.over:
        raise MatchRefused("match", match.number, _OPEN_MATCH)
    if not is_over(state, match, given.now):
        raise MatchRefused("match", match.number, _WEEK_OVER)
    ruling = by_rule(match, command.last_used, command.current_used)
    winner = ruling.winner
    if winner is not None and command.winner is not None:
        raise MatchRefused("winner", command.winner, _BY_RULE)
    if winner is None:
        if command.winner not in match.players or not command.reason:
            raise MatchRefused("winner", command.winner or "", _BY_DIRECTOR)
        winner = command.winner
    ruled = ev.PbemTimeRuled(
        number=match.number,
        winner=winner,
        verdict=ruling.verdict,
        used=ruling.used,
        by=given.by,
    )
    knockouts = KNOCKOUT.of(given.states)
    rule = knockout_cmd.RuleKnockoutMatch(
        number=match.number,
        decision=ev.KnockoutDecision.ADJUDICATION,
        winner=winner,
        reason=command.reason or "75 %",
        score=match.points,
        was=knockouts.ruled_as(match.number),
    )
    return ruled, *decide_knockout(knockouts, rule, given)


PBEM = Format(
    "pbem",
    PbemState(),
    ev.PbemEvent | ev.KnockoutEvent,
    fold=lambda state, event: state.after([event]),
    decide=decide,
)
