"""Who may order what in a knockout, and its matches as they are set up (rulings 17 and 34)."""

from rules import commands as cmd
from rules import events as ev
from rules.formats.knockout.bracket import KnockoutOutcomes
from rules.formats.knockout.deciding import decide
from rules.formats.knockout.ruling import Given as GivenToKnockouts
from rules.formats.knockout.state import Knockouts
from rules.identities import MatchId, TournamentId
from server.access import Action, Actor, Visitor, check_may, check_playing
from server.tournament.tournament_state import Given, MatchFacts, TournamentState


def decide_knockout(
    state: TournamentState, command: cmd.KnockoutCommand, actor: Actor, given: Given
) -> tuple[ev.KnockoutEvent, ...]:
    """The events of a command; raises NotAllowed, PlaysInMatch, and what the rules refuse."""
    rules_on = isinstance(command, cmd.KnockoutRuling)
    action = Action.DIRECT if rules_on else Action.SCHEDULE
    if isinstance(actor, Visitor):
        check_may(actor, action)
        for number in _ruled_on(state.knockouts, command, given.facts):
            players = given.facts.players.get(number)
            if players is not None:
                check_playing(actor, action, players)
    given_to_rules = GivenToKnockouts(
        outcomes=given.facts.to_points,
        begun=given.facts.begun,
        next_number=given.last_number + 1,
        seed=given.seed,
    )
    return decide(state.knockouts, command, given_to_rules)


def _ruled_on(state: Knockouts, command: cmd.KnockoutCommand, facts: MatchFacts) -> tuple[int, ...]:
    """The matches whose results a command takes in hand."""
    match command:
        case cmd.RuleKnockoutMatch() | cmd.LiftKnockoutRuling():
            return (command.number, *_later(state, command.number, facts.to_points))
        case cmd.ResolveKnockoutWinner() if command.knockout in state.by_number:
            questions = state.by_number[command.knockout].bracket(facts.to_points).questions
            return tuple(number for each in questions for number in each.later)
        case _:
            return ()


def _later(state: Knockouts, number: int, outcomes: KnockoutOutcomes) -> tuple[int, ...]:
    knockout = state.of_match(number)
    if knockout is None:
        return ()
    bracket = knockout.bracket(outcomes)
    match = bracket.of_number(number)
    return () if match is None else bracket.later(match)


def knockout_matches(tournament: TournamentId, state: TournamentState) -> list[ev.AnyScheduled]:
    """The first event of each announced match that is played at a table of the hall."""
    described = state.event.described
    title = described.title if described is not None else ""
    return [
        ev.MatchPlayScheduled(
            match_id=MatchId(tournament, each.pairing.number),
            event=" – ".join(part for part in (title, knockout.plan.name) if part),
            white=each.pairing.white,
            red=each.pairing.red,
            length=each.length,
            game_name=knockout.plan.game_name,
            clocks=knockout.plan.clocks,
            clock_minutes=knockout.plan.clock_minutes,
        )
        for knockout in state.knockouts.by_number.values()
        if not knockout.plan.elsewhere
        for each in knockout.announced.values()
    ]
