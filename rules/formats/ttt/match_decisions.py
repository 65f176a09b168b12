"""Decisions about the matches of a TTT: invitations, results, time-outs, adjudications.

A game's last position is read as people paste it: as a position ID or an XGID (ruling 18). Checks
that several decisions share are here too.

Everybody invites half of their opponents. If the number of opponents is odd, some players invite
one more than others. Source: ruling 18. The order of the draw is taken as a circle, in which each
player invites the half that follows. If the number of players is even, each player has one opponent
just opposite in the circle; of these two the one who was drawn earlier invites the other (our
choice).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar, assert_never

from rules import commands as cmd
from rules import events as ev
from rules.checks import check_among
from rules.errors import InvalidPosition, MatchRefused, ValuesChanged
from rules.formats.ttt.standings import official
from rules.formats.ttt.state import (
    Figures,
    Forfeit,
    Invitation,
    TttMatch,
    TttPlayed,
    TttState,
    adjudicated,
)
from rules.games.backgammon import BACKGAMMON
from rules.identities import PersonId
from rules.match_files.ids import InvalidIdentifier, position_id, position_of_id, state_of_xgid
from rules.position import CHECKERS, Position, Side
from rules.text import N_

NOT_SET_UP = N_("a TTT that is set up")
NOT_DRAWN = N_("a TTT whose groups are drawn")


def check_set_up(state: TttState) -> None:
    """Raise MatchRefused if the tournament has no TTT."""
    if not state.is_set_up:
        raise MatchRefused("ttt", "", NOT_SET_UP)


def check_drawn(state: TttState) -> None:
    """Raise MatchRefused if the groups are not drawn yet."""
    if not state.groups:
        raise MatchRefused("ttt", "", NOT_DRAWN)


_WRITTEN = N_("a position ID of 14 characters, or a whole XGID")
_ONE_SIDE = N_("a position in which no point is held by both sides")
_ON_ROLL = N_("whoever of %(players)s is on roll")
_X = N_("whoever of %(players)s is X, the lower player")


@dataclass(frozen=True, slots=True)
class LastPosition:
    """The last position of a game as GNU Backgammon's position ID.

    The ID is written from the point of view of `on_roll`, the player whose turn it is.
    """

    position: str
    on_roll: PersonId


def last_position(
    pasted: str, players: tuple[PersonId, PersonId], who: PersonId | None
) -> LastPosition:
    """Check a pasted position of a game of `players`, and return it as a `LastPosition`.

    A position ID does not say whose turn it is, so `who` has to name the player on roll. An XGID
    says whose turn it is, but not who its lower player, X, is; so `who` has to name that player.
    Dice in an XGID are ignored because an adjudication is made before the throw. Raises
    MatchRefused naming the wrong field.
    """
    text = pasted.strip()
    if who not in players:
        raise MatchRefused("who", who or "", _X if ":" in text else _ON_ROLL, players=players)
    if ":" in text:
        position, side = _of_xgid(text)
        other = players[1] if who == players[0] else players[0]
        turn = who if side is Side.RED else other
    else:
        position, side, turn = _of_id(text), Side.WHITE, who
    _check_playable(text, position)
    return LastPosition(position_id(position, side), turn)


def _of_xgid(text: str) -> tuple[Position, Side]:
    try:
        state = state_of_xgid(text)
    except (InvalidIdentifier, ValueError) as error:
        raise MatchRefused("position", text, _WRITTEN) from error
    return state.position, state.to_act


def _of_id(text: str) -> Position:
    try:
        return position_of_id(text, Side.WHITE)
    except (InvalidIdentifier, ValueError) as error:
        raise MatchRefused("position", text, _WRITTEN) from error


def _check_playable(text: str, position: Position) -> None:
    if CHECKERS in (position.off(Side.WHITE), position.off(Side.RED)):
        raise MatchRefused(
            "position", text, N_("a position in which nobody has borne everything off")
        )
    try:
        BACKGAMMON.check(position)
    except InvalidPosition as error:
        raise MatchRefused("position", text, _ONE_SIDE) from error


Player = TypeVar("Player")


def invites(order: Sequence[Player], inviter: Player) -> tuple[Player, ...]:
    """Return the players whom `inviter` has to invite.

    `order` are all players in the order of the draw, taken as a circle. The players to be invited
    are those who follow `inviter` in the circle, the nearest first.
    """
    count, at = len(order), order.index(inviter)
    half = (count - 1) // 2
    if count % 2 == 0 and at < count // 2:
        half += 1
    return tuple(order[(at + ahead) % count] for ahead in range(1, half + 1))


def invited_by(order: Sequence[Player], invited: Player) -> tuple[Player, ...]:
    """Return the players who have to invite `invited`, in the order of the draw.

    `order` are all players in that order.
    """
    return tuple(each for each in order if each != invited and invited in invites(order, each))


def pairs(order: Sequence[Player]) -> tuple[tuple[Player, Player], ...]:
    """Return each pair of players once, the player who has to invite first.

    `order` are all players in the order of the draw.
    """
    return tuple((each, other) for each in order for other in invites(order, each))


LARGEST_ID = 10**12
"""The largest id of a match; ids are whole numbers from 1."""
_YOURS_TO_INVITE = N_("an opponent whose invitation is yours to make and who is still in it")
_REASON = N_("a reason: this match has a result already")
MatchCommand = (
    cmd.TttPlayerCommand
    | cmd.StartTttMatch
    | cmd.StrikeTttMatch
    | cmd.EnterTttResult
    | cmd.ForfeitTttGame
    | cmd.GiveTttPosition
    | cmd.AdjudicateTttGame
)


def decide(state: TttState, command: MatchCommand, by: str) -> ev.TttEvent:
    """Return the event by which a command about a match of a TTT takes effect.

    Raises MatchRefused naming a field, also if the groups are not drawn. Raises ValuesChanged if a
    value has changed since the sender saw it.
    """
    match command:
        case cmd.InviteTttOpponent():
            return _invited(state, command, by)
        case cmd.AcceptTttInvitation():
            return _accepted(state, command, by)
        case cmd.StartTttMatch():
            return _started(state, command, by)
        case cmd.StrikeTttMatch():
            known = _known(state, command.match)
            return ev.TttMatchStruck(match=known.number, reason=command.reason, by=by)
        case cmd.ReportTttResult():
            return _reported(state, command, by)
        case cmd.EnterTttResult():
            return _entered(state, command, by)
        case cmd.ForfeitTttGame():
            return _forfeited(state, command, by)
        case cmd.GiveTttPosition():
            return _position_given(state, command, by)
        case cmd.AdjudicateTttGame():
            return _adjudicated(state, command, by)
        case _:
            assert_never(command)


def open_circles(state: TttState, player: PersonId) -> list[int]:
    """Return the circles in which a player plays: 0 for the TTT itself, then their mini-TTTs.

    A circle is all players of a group or of a mini-TTT in the order of the draw. Return an empty
    list for a player who was removed.
    """
    if player in state.removed:
        return []
    return [mini for mini in (0, *state.minis) if state.order(mini, player)]


def to_invite(state: TttState, mini: int, player: PersonId) -> list[PersonId]:
    """Return the players whom `player` has yet to invite in the TTT or in a mini-TTT.

    `mini` is 0 for the TTT itself. A player is left out if they were removed, if an official match
    with them is known, or if an invitation from `player` to them waits.
    """
    played = official(state, mini)
    waiting = {(each.mini, each.inviter, each.invited) for each in state.invitations}
    return [
        other
        for other in invites(state.order(mini, player), player)
        if other not in state.removed
        and frozenset((player, other)) not in played
        and (mini, player, other) not in waiting
    ]


def _invited(state: TttState, command: cmd.InviteTttOpponent, by: str) -> ev.TttInvited:
    for mini in reversed(open_circles(state, command.inviter)):
        if command.invited in to_invite(state, mini, command.inviter):
            return ev.TttInvited(mini=mini, inviter=command.inviter, invited=command.invited, by=by)
    raise MatchRefused("invited", command.invited, _YOURS_TO_INVITE)


def _accepted(state: TttState, command: cmd.AcceptTttInvitation, by: str) -> ev.TttMatchStarted:
    asked = command.inviter, command.invited
    waiting = [each for each in state.invitations if (each.inviter, each.invited) == asked]
    if not waiting or not _both_in(state, waiting[0]):
        raise MatchRefused(
            "inviter", command.inviter, N_("somebody whose invitation waits for you")
        )
    number = command.match
    if number is None:
        number = max(state.matches, default=0) + 1
    _check_new(state, number)
    return ev.TttMatchStarted(
        match=number,
        mini=waiting[0].mini,
        inviter=command.inviter,
        invited=command.invited,
        by=by,
    )


def _both_in(state: TttState, invitation: Invitation) -> bool:
    return state.removed.keys().isdisjoint((invitation.inviter, invitation.invited))


def _started(state: TttState, command: cmd.StartTttMatch, by: str) -> ev.TttMatchStarted:
    if command.inviter == command.invited:
        raise MatchRefused("invited", command.invited, N_("another player than the first"))
    check_among("mini", command.mini, [0, *state.minis])
    _check_new(state, command.match)
    return ev.TttMatchStarted(
        match=command.match,
        mini=command.mini,
        inviter=command.inviter,
        invited=command.invited,
        by=by,
    )


def _check_new(state: TttState, number: int) -> None:
    if not 1 <= number <= LARGEST_ID:
        raise MatchRefused("match", number, N_("%(least)s to %(most)s"), least=1, most=LARGEST_ID)
    if number in state.matches:
        raise MatchRefused("match", number, N_("the id of a match that is not entered yet"))


def _known(state: TttState, number: int) -> TttMatch:
    if number not in state.matches:
        raise MatchRefused("match", number, N_("the id of a match of this TTT"))
    return state.matches[number]


def _reported(state: TttState, command: cmd.ReportTttResult, by: str) -> ev.TttResultReported:
    known = _known(state, command.match)
    check_among("player", command.player, known.players)
    check_among("winner", command.winner, known.players)
    if known.decided is not None:
        raise MatchRefused("match", known.number, N_("a match the director has not decided yet"))
    return ev.TttResultReported(
        match=known.number,
        player=command.player,
        winner=command.winner,
        ending=command.ending,
        version=state.rules.version,
        by=by,
    )


def _entered(state: TttState, command: cmd.EnterTttResult, by: str) -> ev.TttResultEntered:
    known = _known(state, command.match)
    check_among("winner", command.winner, known.players)
    _check_made_from(known, command.was)
    _check_reason(known, command.reason, changes=_changes(known, command))
    return ev.TttResultEntered(
        match=known.number,
        winner=command.winner,
        ending=command.ending,
        version=state.rules.version,
        reason=command.reason,
        by=by,
    )


def _changes(known: TttMatch, command: cmd.EnterTttResult) -> bool:
    """Return True if the match `known` has a result and the result entered differs from it.

    To enter the known result again, which confirms it, is no change.
    """
    now = known.result
    same = isinstance(now, TttPlayed) and (now.winner, now.ending) == (
        command.winner,
        command.ending,
    )
    return now is not None and not same


def _check_made_from(known: TttMatch, was: str | None) -> None:
    if was != known.known_as and (was is not None or known.result is not None):
        why = N_("this match now has a different result")
        raise ValuesChanged("was", why, _known_result(was), _known_result(known.known_as))


def _known_result(known_as: str | None) -> tuple[object, ...]:
    """Return the winner or loser and the ending that a text of `TttMatch.known_as` names.

    The tuple is empty for a match without a result.
    """
    who, _, how = (known_as or "").rpartition(" ")
    kinds: tuple[object, ...] = (*ev.TttEnding, *ev.TttForfeit)
    ending = next((each for each in kinds if getattr(each, "value", "") == how), None)
    return (PersonId(who), ending) if who and ending else ()


def _check_reason(known: TttMatch, reason: str, *, changes: bool) -> None:
    if changes and not reason:
        raise MatchRefused("reason", "", _REASON)


def _forfeited(state: TttState, command: cmd.ForfeitTttGame, by: str) -> ev.TttGameForfeited:
    known = _known(state, command.match)
    check_among("loser", command.loser, known.players)
    _check_made_from(known, command.was)
    _check_reason(known, command.reason, changes=known.result is not None)
    position, on_roll = "", None
    if command.position:
        last = last_position(command.position, known.players, command.who)
        position, on_roll = last.position, last.on_roll
    return ev.TttGameForfeited(
        match=known.number,
        loser=command.loser,
        how=command.how,
        position=position,
        on_roll=on_roll,
        version=state.rules.version,
        reason=command.reason,
        by=by,
    )


def _forfeit_of(known: TttMatch) -> Forfeit:
    if not isinstance(known.decided, Forfeit):
        raise MatchRefused("match", known.number, N_("a match that was timed out or resigned in"))
    return known.decided


def _position_given(state: TttState, command: cmd.GiveTttPosition, by: str) -> ev.TttPositionGiven:
    known = _known(state, command.match)
    _forfeit_of(known)
    last = last_position(command.position, known.players, command.who)
    return ev.TttPositionGiven(
        match=known.number, position=last.position, on_roll=last.on_roll, by=by
    )


def _adjudicated(state: TttState, command: cmd.AdjudicateTttGame, by: str) -> ev.TttAdjudicated:
    known = _known(state, command.match)
    forfeit = _forfeit_of(known)
    if command.position not in (None, forfeit.position):
        why = N_("the last position has changed")
        raise ValuesChanged("position", why, command.position, forfeit.position)
    figures = Figures(command.wins, command.gammons, command.backgammons)
    wins, gammons, backgammons = figures.millionths
    return ev.TttAdjudicated(
        match=known.number,
        wins=wins,
        gammons=gammons,
        backgammons=backgammons,
        score=adjudicated(figures, state.rules_of(forfeit.version).cap),
        engine=command.engine,
        software=command.software,
        net=command.net,
        plies=command.plies,
        by=by,
    )
