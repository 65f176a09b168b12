"""What a command about a knockout by messages makes happen (rulings 21 to 23).

Who may is asked elsewhere. Draws, forfeits and what becomes of a winner who changes later are the
knockout's own.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import assert_never

from rules import commands as knockout_cmd
from rules import events as ev
from rules.commands import pbem_commands as cmd
from rules.errors import MatchRefused, ValuesChanged
from rules.formats.given import check_among, check_between
from rules.identities import PersonId
from rules.knockout import deciding as knockout_deciding
from rules.knockout.given import Given as KnockoutGiven
from rules.knockout.given import undrawn_knockout
from rules.knockout.state import Knockouts
from rules.pbem.reports import POINTS, WORTH, decide_report
from rules.pbem.state import PbemMatch, PbemState
from rules.pbem.time_rule import by_rule, is_over, weeks_due

MOST_DAYS = 60

_ELSEWHERE = "a knockout whose matches are played elsewhere, each round of it drawn anew"
_UNOPENED = "a knockout that takes no messages yet"
_QUARTERS = "a round in which three quarters of the matches have a winner, for the first time"
_CHANGED = "board %(board)s has another result by now"
_OPEN_MATCH = "a match without a winner"
_WEEK_OVER = "a match of a round whose last week is over"
_BY_DIRECTOR = "one of the two, chosen by the director with a reason"
_BY_RULE = "nobody: the rule decides"
_NO_POINTS = "0 for a board that does not count"


@dataclass(frozen=True, slots=True)
class PbemGiven:
    """What decisions need of elsewhere: the knockouts, what they are given, the time in UTC."""

    knockouts: Knockouts
    of_knockouts: KnockoutGiven
    now: datetime


def decide(state: PbemState, command: cmd.PbemCommand, given: PbemGiven) -> tuple[ev.Event, ...]:
    """The events of a command.

    Raises MatchRefused naming the field that cannot be; for a report what `decide_report` raises.
    """
    match command:
        case cmd.OpenPbem():
            return (_opened(state, command, given.knockouts),)
        case cmd.ReportPbemStart() | cmd.ReportPbemWin():
            return decide_report(state, command)
        case cmd.BeginPbemWeek():
            return (_week_begun(state, command, given.now),)
        case cmd.CorrectPbemBoard():
            return (_corrected(_match(state, command.number), command),)
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
    check_between("days", command.days, 1, MOST_DAYS)
    check_between("quiet_days", command.quiet_days, 1, MOST_DAYS)
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


def _corrected(match: PbemMatch, command: cmd.CorrectPbemBoard) -> ev.PbemBoardCorrected:
    check_among("board", command.board, match.boards.keys())
    known = match.boards[command.board]
    if command.was not in (None, known.known_as):
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
        by=command.by,
    )


def _winner_and_points(known_as: str | None) -> tuple[object, ...]:
    winner, _, points = (known_as or "").rpartition(" ")
    return (PersonId(winner), points) if winner else ()


def _by_time_rule(
    state: PbemState, match: PbemMatch, command: cmd.ApplyPbemTimeRule, given: PbemGiven
) -> tuple[ev.Event, ...]:
    """By what the match is decided, and the ruling that the knockout goes on by."""
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
        by=command.by,
    )
    rule = knockout_cmd.RuleKnockoutMatch(
        number=match.number,
        decision=ev.KnockoutDecision.ADJUDICATION,
        winner=winner,
        reason=command.reason or "75 %",
        score=match.points,
    )
    return ruled, *knockout_deciding.decide(given.knockouts, rule, given.of_knockouts)
