"""What is decided about the matches of a TTT: invitations, results, time-outs, adjudications."""

from typing import assert_never

from rules import commands as cmd
from rules import events as ev
from rules.errors import MatchRefused, ValuesChanged
from rules.identities import PersonId
from rules.ttt.counting import official
from rules.ttt.invitations import invites
from rules.ttt.last_position import last_position
from rules.ttt.refusals import check_settable
from rules.ttt.scores import Figures, adjudicated
from rules.ttt.state import Forfeit, Invitation, Played, TttMatch, TttState

LARGEST_ID = 10**12
"""Ids of matches are whole numbers up to this."""
_YOURS_TO_INVITE = "an opponent whose invitation is yours to make and who is still in it"
_REASON = "a reason: this match has a result already"
MatchCommand = (
    cmd.TttPlayerCommand
    | cmd.StartTttMatch
    | cmd.StrikeTttMatch
    | cmd.EnterTttResult
    | cmd.ForfeitTttGame
    | cmd.GiveTttPosition
    | cmd.AdjudicateTttGame
)


def decide(state: TttState, command: MatchCommand) -> ev.TttEvent:
    """The event of a command to a TTT that is drawn; raises MatchRefused or ValuesChanged."""
    match command:
        case cmd.InviteTttOpponent():
            return _invited(state, command)
        case cmd.AcceptTttInvitation():
            return _accepted(state, command)
        case cmd.StartTttMatch():
            return _started(state, command)
        case cmd.StrikeTttMatch():
            known = _known(state, command.match)
            return ev.TttMatchStruck(match=known.number, reason=command.reason, by=command.by)
        case cmd.ReportTttResult():
            return _reported(state, command)
        case cmd.EnterTttResult():
            return _entered(state, command)
        case cmd.ForfeitTttGame():
            return _forfeited(state, command)
        case cmd.GiveTttPosition():
            return _position_given(state, command)
        case cmd.AdjudicateTttGame():
            return _adjudicated(state, command)
        case _:
            assert_never(command)


def open_circles(state: TttState, player: PersonId) -> list[int]:
    """In which circles somebody still plays: 0 for the tourney, else mini-TTTs; none if removed."""
    if player in state.removed:
        return []
    return [mini for mini in (0, *state.minis) if state.order(mini, player)]


def to_invite(state: TttState, mini: int, player: PersonId) -> list[PersonId]:
    """Whom somebody has yet to invite in a circle: no match, and no invitation, is known."""
    played = official(state, mini)
    waiting = {(each.mini, each.inviter, each.invited) for each in state.invitations}
    return [
        other
        for other in invites(state.order(mini, player), player)
        if other not in state.removed
        and frozenset((player, other)) not in played
        and (mini, player, other) not in waiting
    ]


def _invited(state: TttState, command: cmd.InviteTttOpponent) -> ev.TttInvited:
    for mini in reversed(open_circles(state, command.inviter)):
        if command.invited in to_invite(state, mini, command.inviter):
            return ev.TttInvited(
                mini=mini, inviter=command.inviter, invited=command.invited, by=command.by
            )
    raise MatchRefused("invited", command.invited, _YOURS_TO_INVITE)


def _accepted(state: TttState, command: cmd.AcceptTttInvitation) -> ev.TttMatchStarted:
    asked = command.inviter, command.invited
    waiting = [each for each in state.invitations if (each.inviter, each.invited) == asked]
    if not waiting or not _both_in(state, waiting[0]):
        raise MatchRefused("inviter", command.inviter, "somebody whose invitation waits for you")
    number = command.match
    if number is None:
        number = max(state.matches, default=0) + 1
    _check_new(state, number)
    return ev.TttMatchStarted(
        match=number,
        mini=waiting[0].mini,
        inviter=command.inviter,
        invited=command.invited,
        by=command.by,
    )


def _both_in(state: TttState, invitation: Invitation) -> bool:
    return state.removed.keys().isdisjoint((invitation.inviter, invitation.invited))


def _started(state: TttState, command: cmd.StartTttMatch) -> ev.TttMatchStarted:
    if command.inviter == command.invited:
        raise MatchRefused("invited", command.invited, "another player than the first")
    check_settable("mini", command.mini, [0, *state.minis])
    _check_new(state, command.match)
    return ev.TttMatchStarted(
        match=command.match,
        mini=command.mini,
        inviter=command.inviter,
        invited=command.invited,
        by=command.by,
    )


def _check_new(state: TttState, number: int) -> None:
    if not 1 <= number <= LARGEST_ID:
        raise MatchRefused("match", number, "%(least)s to %(most)s", least=1, most=LARGEST_ID)
    if number in state.matches:
        raise MatchRefused("match", number, "the id of a match that is not entered yet")


def _known(state: TttState, number: int) -> TttMatch:
    if number not in state.matches:
        raise MatchRefused("match", number, "the id of a match of this TTT")
    return state.matches[number]


def _reported(state: TttState, command: cmd.ReportTttResult) -> ev.TttResultReported:
    known = _known(state, command.match)
    check_settable("player", command.player, known.players)
    check_settable("winner", command.winner, known.players)
    if known.decided is not None:
        raise MatchRefused("match", known.number, "a match the director has not decided yet")
    return ev.TttResultReported(
        match=known.number,
        player=command.player,
        winner=command.winner,
        ending=command.ending,
        version=state.rules.version,
        by=command.by,
    )


def _entered(state: TttState, command: cmd.EnterTttResult) -> ev.TttResultEntered:
    known = _known(state, command.match)
    check_settable("winner", command.winner, known.players)
    _check_made_from(known, command.was)
    _check_reason(known, command.reason, changes=_changes(known, command))
    return ev.TttResultEntered(
        match=known.number,
        winner=command.winner,
        ending=command.ending,
        version=state.rules.version,
        reason=command.reason,
        by=command.by,
    )


def _changes(known: TttMatch, command: cmd.EnterTttResult) -> bool:
    """Whether what is entered is another result than is known: the director may confirm one."""
    now = known.result
    same = isinstance(now, Played) and (now.winner, now.ending) == (command.winner, command.ending)
    return now is not None and not same


def _check_made_from(known: TttMatch, was: str | None) -> None:
    if was not in (None, known.known_as):
        why = "this match has another result by now"
        raise ValuesChanged("was", why, _known_result(was), _known_result(known.known_as))


def _known_result(known_as: str | None) -> tuple[object, ...]:
    """Who won or lost, and how, of what TttMatch.known_as says; nothing of a match that goes on."""
    who, _, how = (known_as or "").rpartition(" ")
    kinds: tuple[object, ...] = (*ev.TttEnding, *ev.TttForfeit)
    ending = next((each for each in kinds if getattr(each, "value", "") == how), None)
    return (PersonId(who), ending) if who and ending else ()


def _check_reason(known: TttMatch, reason: str, *, changes: bool) -> None:
    if changes and not reason:
        raise MatchRefused("reason", "", _REASON)


def _forfeited(state: TttState, command: cmd.ForfeitTttGame) -> ev.TttGameForfeited:
    known = _known(state, command.match)
    check_settable("loser", command.loser, known.players)
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
        by=command.by,
    )


def _forfeit_of(known: TttMatch) -> Forfeit:
    if not isinstance(known.decided, Forfeit):
        raise MatchRefused("match", known.number, "a match that was timed out or resigned in")
    return known.decided


def _position_given(state: TttState, command: cmd.GiveTttPosition) -> ev.TttPositionGiven:
    known = _known(state, command.match)
    _forfeit_of(known)
    last = last_position(command.position, known.players, command.who)
    return ev.TttPositionGiven(
        match=known.number, position=last.position, on_roll=last.on_roll, by=command.by
    )


def _adjudicated(state: TttState, command: cmd.AdjudicateTttGame) -> ev.TttAdjudicated:
    known = _known(state, command.match)
    forfeit = _forfeit_of(known)
    if command.position not in (None, forfeit.position):
        why = "the last position is another one by now"
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
        by=command.by,
    )
