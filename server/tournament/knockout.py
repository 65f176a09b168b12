"""Knockouts at work: who may order what, and their matches in the hall (rulings 17 and 34)."""

from rules import commands as cmd
from rules import events as ev
from rules.formats.knockout.deciding import KNOCKOUT
from rules.identities import MatchId, TournamentId
from server.access import Action
from server.tournament.orders import Orders, TournamentFormat, by_rules
from server.tournament.tournament_state import Given, TournamentState


def _with_later(
    state: TournamentState, command: cmd.RuleKnockoutMatch | cmd.LiftKnockoutRuling, given: Given
) -> tuple[int, ...]:
    """The match, and those that who wins it goes on to."""
    knockout = state.of(KNOCKOUT).of_match(command.number)
    if knockout is None:
        return (command.number,)
    bracket = knockout.bracket(given.facts.to_points)
    match = bracket.of_number(command.number)
    return (command.number, *(() if match is None else bracket.later(match)))


def _in_question(
    state: TournamentState, command: cmd.ResolveKnockoutWinner, given: Given
) -> tuple[int, ...]:
    knockout = state.of(KNOCKOUT).by_number.get(command.knockout)
    if knockout is None:
        return ()
    questions = knockout.bracket(given.facts.to_points).questions
    return tuple(number for each in questions for number in each.later)


def _scheduled(
    tournament: TournamentId, state: TournamentState, number: int
) -> ev.MatchPlayScheduled | None:
    knockout = state.of(KNOCKOUT).of_match(number)
    if knockout is None or knockout.plan.elsewhere:
        return None
    announced, plan = knockout.announced_as(number), knockout.plan
    assert announced is not None
    return ev.MatchPlayScheduled(
        match_id=MatchId(tournament, number),
        event=" – ".join(part for part in (state.title, plan.name) if part),
        white=announced.pairing.white,
        red=announced.pairing.red,
        length=announced.length,
        game_name=plan.game_name,
        clocks=plan.clocks,
        clock_minutes=plan.clock_minutes,
    )


_RULES = by_rules(KNOCKOUT)
KNOCKOUT_AT_WORK = TournamentFormat(
    KNOCKOUT,
    (
        Orders(cmd.KnockoutCommand, Action.SCHEDULE, _RULES),
        Orders(cmd.KnockoutRuling, Action.DIRECT, _RULES),
        Orders(
            cmd.RuleKnockoutMatch | cmd.LiftKnockoutRuling,
            Action.DIRECT,
            _RULES,
            rules_on=_with_later,
        ),
        Orders(cmd.ResolveKnockoutWinner, Action.DIRECT, _RULES, rules_on=_in_question),
    ),
    _scheduled,
)
