"""The director's decisions in a knockout: results by hand, walkovers, withdrawals, winners.

Sources: rulings 11, 21 and 29. A decision can change who advances after the first winner already
plays in the next round. Such a decision is refused unless it also says what becomes of the later
matches (our choice).

The checks that all decisions about knockouts share are here too.
"""

from typing import assert_never

from rules import events as ev
from rules.checks import check_among, check_seen, is_seen
from rules.commands import knockout_commands as cmd
from rules.errors import MatchRefused, ValuesChanged
from rules.formats.format import FormatGiven
from rules.formats.knockout.bracket import Bracket, BracketMatch, NoPlayer, Question
from rules.formats.knockout.state import Knockout, Knockouts
from rules.identities import PersonId
from rules.text import N_

IN_QUESTION = N_(
    "a match whose players are certain: decide first who goes through from match %(place)s of "
    "round %(round)s"
)


def knockout_of(state: Knockouts, number: int) -> Knockout:
    """Return the knockout with this number. Raises MatchRefused if there is none."""
    check_among("knockout", number, state.by_number.keys())
    return state.by_number[number]


def undrawn_knockout(state: Knockouts, number: int) -> Knockout:
    """Return the knockout with this number.

    Raises MatchRefused if there is none, or if it is drawn already.
    """
    knockout = knockout_of(state, number)
    if knockout.drawn:
        raise MatchRefused("knockout", number, N_("a knockout that is not drawn yet"))
    return knockout


def match_of(
    state: Knockouts, number: int, given: FormatGiven
) -> tuple[Knockout, Bracket, BracketMatch]:
    """Return the announced match with this number, together with its knockout and bracket.

    Raises MatchRefused if no knockout has announced such a match.
    """
    knockout = state.of_match(number)
    if knockout is None:
        raise MatchRefused("match", number, N_("a published match of a knockout"))
    bracket = knockout.bracket(given.to_points)
    match = bracket.of_number(number)
    assert match is not None
    return knockout, bracket, match


def check_certain(bracket: Bracket, matches: tuple[BracketMatch, ...]) -> None:
    """Raise MatchRefused if a player's place in any of these matches is in question."""
    for question in bracket.questions:
        feeder = question.feeder
        if not {(each.round, each.place) for each in matches}.isdisjoint(bracket.path(feeder)):
            named = {"place": feeder.place, "round": feeder.round}
            raise MatchRefused("round", matches[0].round, IN_QUESTION, **named)


def winner_or_none(match: BracketMatch) -> PersonId | None:
    """Return the player who advances from a match.

    Return None if the match is undecided or nobody advances from it.
    """
    return None if isinstance(match.winner, NoPlayer) else match.winner


RULING_CHANGED = N_("match %(number)s has been decided anew by now")
WINNER_CHANGED = N_("match %(place)s of round %(round)s now has a different winner")
_GONE_ON = N_(
    "a decision that also says what becomes of match %(matches)s, which rests on this one: keep "
    "who went through, or void the later matches"
)
_PLAYS_ON = N_("keep: the winner plays in the next round already, as a lucky loser")
_BY_ITS_TABLE = N_("a match without a result: correct the one it has on its own page")
_LAST_ROUND = N_("%(last)s, the last round that is drawn or published")
_PLAYED = N_("a round in which nothing has been played; play has begun in match %(matches)s")
_SCORE = N_("a score in which one player has %(length)s points or more, and the other fewer")


def ruled(
    state: Knockouts, command: cmd.KnockoutRuling, given: FormatGiven
) -> tuple[ev.KnockoutEvent, ...]:
    """Return the events by which a director's decision about a knockout takes effect.

    `given` has what the decision needs besides this state, such as outcomes of matches and the time
    (see FormatGiven). Raises MatchRefused naming the wrong field, and ValuesChanged if a value has
    changed since the sender saw it.
    """
    match command:
        case cmd.RuleKnockoutMatch():
            return _match_ruled(state, command, given)
        case cmd.LiftKnockoutRuling():
            return _ruling_lifted(state, command, given)
        case cmd.WithdrawKnockoutPlayer():
            return _player_withdrawn(state, command, given)
        case cmd.ReturnKnockoutPlayer():
            return _player_returned(state, command, given)
        case cmd.ResolveKnockoutWinner():
            return (_resolved(state, command, given),)
        case cmd.WithdrawKnockoutRound():
            return (_round_withdrawn(state, command, given),)
        case _:
            assert_never(command)


def _match_ruled(
    state: Knockouts, command: cmd.RuleKnockoutMatch, given: FormatGiven
) -> tuple[ev.KnockoutEvent, ...]:
    knockout, bracket, match = match_of(state, command.number, given)
    check_certain(bracket, (match,))
    _check_made_from(knockout, command)
    winner = command.winner
    if command.decision is ev.KnockoutDecision.RESULT:
        outcome = given.to_points.get(command.number)
        if outcome is not None and outcome.winner is not None:
            raise MatchRefused("match", command.number, _BY_ITS_TABLE)
        winner = _winner_by_score(match, command)
    if winner is not None:
        check_among("winner", winner, match.players)
    event = ev.KnockoutMatchRuled(
        knockout=knockout.number,
        number=command.number,
        decision=command.decision,
        winner=winner,
        score=command.score,
        reason=command.reason,
    )
    return event, *_settled(knockout, event, match, command.later, given)


def _check_made_from(
    knockout: Knockout, command: cmd.RuleKnockoutMatch | cmd.LiftKnockoutRuling
) -> None:
    now = knockout.ruled_as(command.number)
    if not is_seen(command.was, now):
        gone_on = (each.partition(" ")[0] for each in (command.was or "", now))
        was, is_now = (PersonId(each) if each else None for each in gone_on)
        raise ValuesChanged("was", RULING_CHANGED, was, is_now, number=command.number)


def _winner_by_score(match: BracketMatch, command: cmd.RuleKnockoutMatch) -> PersonId:
    score = command.score or (0, 0)
    reached = [points >= match.length for points in score]
    if sum(reached) != 1 or min(score) < 0:
        raise MatchRefused("score", score, _SCORE, length=match.length)
    winner = match.players[reached.index(True)]
    if command.winner not in (None, winner):
        raise MatchRefused("winner", command.winner, str(winner))
    return winner


def _ruling_lifted(
    state: Knockouts, command: cmd.LiftKnockoutRuling, given: FormatGiven
) -> tuple[ev.KnockoutEvent, ...]:
    knockout, bracket, match = match_of(state, command.number, given)
    check_among("match", command.number, knockout.rulings)
    check_certain(bracket, (match,))
    _check_made_from(knockout, command)
    event = ev.KnockoutRulingLifted(
        knockout=knockout.number, number=command.number, reason=command.reason
    )
    return event, *_settled(knockout, event, match, command.later, given)


def _settled(
    knockout: Knockout,
    event: ev.KnockoutMatchRuled | ev.KnockoutRulingLifted,
    match: BracketMatch,
    later: cmd.Later | None,
    given: FormatGiven,
) -> tuple[ev.KnockoutEvent, ...]:
    """Return the events for later matches if `event` lets another player advance from `match`.

    Raises MatchRefused if `later` does not say what becomes of these matches.
    """
    questions = _of(knockout.after(event), match.round, match.place, given)
    if not questions:
        return ()
    if later is None:
        numbers = ", ".join(map(str, questions[0].later)) or str(match.number)
        raise MatchRefused("later", match.number, _GONE_ON, matches=numbers)
    return (_resolution(knockout, questions[0], later, event.reason),)


def _of(knockout: Knockout, round_: int, place: int, given: FormatGiven) -> list[Question]:
    questions = knockout.bracket(given.to_points).questions
    return [each for each in questions if (each.feeder.round, each.feeder.place) == (round_, place)]


def _resolution(
    knockout: Knockout, question: Question, later: cmd.Later, reason: str
) -> ev.KnockoutWinnerKept | ev.KnockoutMatchesVoided:
    feeder = question.feeder
    if later is cmd.Later.KEEP:
        return ev.KnockoutWinnerKept(
            knockout=knockout.number,
            round=feeder.round,
            place=feeder.place,
            player=question.went_on,
            reason=reason,
        )
    if question.must_keep:
        raise MatchRefused("later", later.value, _PLAYS_ON)
    return ev.KnockoutMatchesVoided(knockout=knockout.number, numbers=question.later, reason=reason)


def _resolved(
    state: Knockouts, command: cmd.ResolveKnockoutWinner, given: FormatGiven
) -> ev.KnockoutWinnerKept | ev.KnockoutMatchesVoided:
    knockout = knockout_of(state, command.knockout)
    questions = _of(knockout, command.round, command.place, given)
    if not questions:
        raise MatchRefused(
            "place", command.place, N_("a match from which it is in question who won")
        )
    now = winner_or_none(questions[0].feeder)
    named = {"place": command.place, "round": command.round}
    if command.seen != now:
        check_seen("seen", WINNER_CHANGED, command.seen or "", now or "", **named)
    return _resolution(knockout, questions[0], command.later, command.reason)


def _player_withdrawn(
    state: Knockouts, command: cmd.WithdrawKnockoutPlayer, given: FormatGiven
) -> tuple[ev.KnockoutEvent, ...]:
    knockout = knockout_of(state, command.knockout)
    playing = [each for each in knockout.entrants if each not in knockout.withdrawn]
    if not knockout.drawn:
        raise MatchRefused("knockout", command.knockout, N_("a knockout that is drawn"))
    check_among("player", command.player, playing)
    withdrawn = ev.KnockoutPlayerWithdrawn(
        knockout=command.knockout, player=command.player, reason=command.reason
    )
    bracket = knockout.bracket(given.to_points)
    walkovers = [
        _walkover(knockout, match, command)
        for matches in bracket.rounds
        for match in matches
        if match.number is not None and not match.is_decided and command.player in match.players
    ]
    return withdrawn, *walkovers


def _walkover(
    knockout: Knockout, match: BracketMatch, command: cmd.WithdrawKnockoutPlayer
) -> ev.KnockoutMatchRuled:
    assert match.number is not None
    other = next(each for each in match.players if each != command.player)
    return ev.KnockoutMatchRuled(
        knockout=knockout.number,
        number=match.number,
        decision=ev.KnockoutDecision.WALKOVER,
        winner=other,
        reason=command.reason,
    )


def _player_returned(
    state: Knockouts, command: cmd.ReturnKnockoutPlayer, given: FormatGiven
) -> tuple[ev.KnockoutEvent, ...]:
    """Return the event that admits a withdrawn player again.

    Raises MatchRefused if the player has not withdrawn, or if an opponent has advanced in their
    place. An opponent who was given a walkover keeps it.
    """
    knockout = knockout_of(state, command.knockout)
    check_among("player", command.player, knockout.withdrawn)
    returned = ev.KnockoutPlayerReturned(
        knockout=command.knockout, player=command.player, reason=command.reason
    )
    before = len(knockout.bracket(given.to_points).questions)
    if len(knockout.after(returned).bracket(given.to_points).questions) > before:
        allowed = N_("a player whose opponent has not gone on: void the later matches first")
        raise MatchRefused("player", command.player, allowed)
    return (returned,)


def _round_withdrawn(
    state: Knockouts, command: cmd.WithdrawKnockoutRound, given: FormatGiven
) -> ev.KnockoutRoundWithdrawn:
    knockout = knockout_of(state, command.knockout)
    rounds = {*knockout.drawn, *(round_ for round_, _place in knockout.announced)}
    check_among("round", command.round, sorted(rounds))
    if command.round < max(rounds):
        raise MatchRefused("round", command.round, _LAST_ROUND, last=max(rounds))
    numbers = {
        each.pairing.number for at, each in knockout.announced.items() if at[0] == command.round
    }
    begun = sorted(numbers & (given.begun | knockout.rulings.keys()))
    if begun:
        raise MatchRefused("round", command.round, _PLAYED, matches=", ".join(map(str, begun)))
    return ev.KnockoutRoundWithdrawn(
        knockout=command.knockout, round=command.round, reason=command.reason
    )
