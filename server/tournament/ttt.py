"""A TTT at work: who may order what (rulings 18 to 20 and 34).

A player orders for himself alone; who directs decides no match of his own.
"""

from typing import assert_never

from rules import commands as cmd
from rules.formats.ttt.deciding import TTT
from rules.identities import PersonId
from server.access import Action, DecidesOwnMatch, NotAllowed, Visitor, check_may
from server.tournament.orders import Orders, TournamentFormat, by_rules
from server.tournament.tournament_state import Given, TournamentState


def _amended(state: TournamentState, command: cmd.TttCommand, actor: Visitor, _: Given) -> None:
    """Once players are drawn, other rules are the director's."""
    if isinstance(command, cmd.SetTttRules) and state.of(TTT).groups:
        check_may(actor, Action.DIRECT)


def _plays_not(
    state: TournamentState, command: cmd.TttCommand, actor: Visitor, given: Given
) -> None:
    known = state.of(TTT).matches.get(getattr(command, "match", 0))
    if known is not None and any(_is(actor, each, given) for each in known.players):
        raise DecidesOwnMatch(actor, known.number)


def _for_himself(
    _: TournamentState, command: cmd.TttPlayerCommand, actor: Visitor, given: Given
) -> None:
    if not _is(actor, whose(command), given):
        raise NotAllowed(actor, Action.PLAY_TTT)


def whose(command: cmd.TttPlayerCommand) -> PersonId:
    """For whom a player's command is given."""
    match command:
        case cmd.InviteTttOpponent():
            return command.inviter
        case cmd.AcceptTttInvitation():
            return command.invited
        case cmd.ReportTttResult():
            return command.player
        case _:
            assert_never(command)


def _is(actor: Visitor, player: PersonId, given: Given) -> bool:
    """Whether the visitor is that player, as far as is known who turned out to be whom."""
    if actor.person is None:
        return False
    merged = given.facts.merged
    return merged.get(player, player) == merged.get(actor.person, actor.person)


_RULES = by_rules(TTT)
TTT_AT_WORK = TournamentFormat(
    TTT,
    (
        Orders(cmd.TttCommand, Action.DIRECT, _RULES, check=_plays_not),
        Orders(
            cmd.SetTttRules | cmd.EnterTttPlayers | cmd.TakeOutTttPlayer | cmd.DrawTtt,
            Action.SCHEDULE,
            _RULES,
            check=_amended,
        ),
        Orders(cmd.TttPlayerCommand, Action.PLAY_TTT, _RULES, check=_for_himself),
    ),
)
