"""Orders of a TTT, and who may give them (rulings 18 to 20 and 34)."""

from collections.abc import Mapping
from dataclasses import replace
from typing import assert_never

from rules import commands as cmd
from rules import events as ev
from rules.formats.ttt import deciding
from rules.formats.ttt.state import TttState
from rules.identities import PersonId
from server.access import Action, Actor, NotAllowed, PlaysInTtt, Visitor, check_may

Merged = Mapping[PersonId, PersonId]
_SET_UP = cmd.SetTttRules | cmd.EnterTttPlayers | cmd.TakeOutTttPlayer | cmd.DrawTtt
"""What an operator may do as well."""


def decide(
    state: TttState, command: cmd.TttCommand, actor: Actor, seed: bytes, merged: Merged
) -> tuple[ev.TttEvent, ...]:
    """The events of a command; raises NotAllowed, PlaysInTtt, or what the rules refuse it with.

    A player orders for himself alone; who directs decides no match of his own. `merged` says of
    persons who turned out to be somebody else who that is.
    """
    if isinstance(actor, Visitor):
        _check_may(state, command, actor, merged)
        command = replace(command, by=actor.by)
    return deciding.decide(state, command, seed)


def _check_may(state: TttState, command: cmd.TttCommand, actor: Visitor, merged: Merged) -> None:
    if isinstance(command, cmd.TttPlayerCommand):
        check_may(actor, Action.PLAY_TTT)
        if not _is(actor, whose(command), merged):
            raise NotAllowed(actor, Action.PLAY_TTT)
        return
    if isinstance(command, _SET_UP) and not (isinstance(command, cmd.SetTttRules) and state.groups):
        check_may(actor, Action.SCHEDULE)
        return
    check_may(actor, Action.DIRECT)
    _check_plays_not(state, command, actor, merged)


def _check_plays_not(
    state: TttState, command: cmd.TttCommand, actor: Visitor, merged: Merged
) -> None:
    """Raise PlaysInTtt for a director's word on a match of his own."""
    number = getattr(command, "match", None)
    known = state.matches.get(number) if number is not None else None
    if known is not None and any(_is(actor, each, merged) for each in known.players):
        raise PlaysInTtt(actor, known.number)


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


def _is(actor: Visitor, player: PersonId, merged: Merged) -> bool:
    if actor.person is None:
        return False
    return merged.get(player, player) == merged.get(actor.person, actor.person)
