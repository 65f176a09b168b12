"""Decisions about a TTT: the events of each command, or a refusal (rulings 18 to 20).

Whether the sender has the right to a command is checked elsewhere.
"""

from collections.abc import Iterator

from rules import commands as cmd
from rules import events as ev
from rules.checks import check_among, check_between, check_seen
from rules.errors import MatchRefused, ValuesChanged
from rules.formats.draw import Entrant, drawn
from rules.formats.format import Format, Lacking, Missing, Outcomes, PointOutcomes
from rules.formats.ttt import match_decisions as matches
from rules.formats.ttt.match_decisions import check_drawn, check_set_up
from rules.formats.ttt.standings import forfeits, group_table, open_tie
from rules.formats.ttt.state import LEAST, MOST, TttState
from rules.identities import PersonId
from rules.text import N_

MOST_PLAYERS, MOST_GROUPS = 500, 50
_MORE_ENTERED = N_("there are %(players)s players now")
_SOME_PLAYERS = N_("at least one player, and at most %(most)s in all")


def decide(
    state: TttState, command: cmd.TttCommand, seed: bytes, by: str
) -> tuple[ev.TttEvent, ...]:
    """Return the events by which a command to a TTT takes effect.

    If the command makes it necessary to remove or return players, these events come last. `seed` is
    the seed for a draw, `by` the sender's id. Raises MatchRefused naming a field, or ValuesChanged
    if a value has changed since the sender saw it.
    """
    happened = (_decided(state, command, seed, by),)
    return (*happened, *_removals(state, state.after(happened), by))


def _decided(state: TttState, command: cmd.TttCommand, seed: bytes, by: str) -> ev.TttEvent:
    match command:
        case cmd.SetTttRules():
            return _rules_set(state, command, by)
        case cmd.EnterTttPlayers():
            return _players_entered(state, command, by)
        case cmd.TakeOutTttPlayer():
            return _taken_out(state, command, by)
        case cmd.DrawTtt():
            return _drawn(state, command, seed, by)
        case cmd.WithdrawTttDraw():
            return _draw_withdrawn(state, command, by)
        case cmd.DrawMiniTtt():
            return _mini_drawn(state, command, seed, by)
        case cmd.RemoveTttPlayer():
            check_among("player", command.player, _in_play(state))
            return ev.TttPlayerRemoved(
                player=command.player,
                forfeits=0,
                version=state.rules.version,
                reason=command.reason,
                by=by,
            )
        case cmd.ReturnTttPlayer():
            return _returned(state, command, by)
        case _:
            check_drawn(state)
            return matches.decide(state, command, by)


def _rules_set(state: TttState, command: cmd.SetTttRules, by: str) -> ev.TttRulesSet:
    now = state.rules
    if command.was != now.version:
        why = N_("the rules have been amended by somebody else")
        raise ValuesChanged("was", why, command.was, now.version)
    check_between("cap", command.cap, LEAST, MOST)
    check_between("removal_at", command.removal_at, 1, 1000)
    check_between("move_hours", command.move_hours, 1, 24 * 30)
    if state.is_set_up and not command.text:
        raise MatchRefused("text", "", N_("in words, what is amended and why"))
    return ev.TttRulesSet(
        version=now.version + 1,
        cap=command.cap,
        removal_at=command.removal_at,
        move_hours=command.move_hours,
        text=command.text,
        by=by,
    )


def _players_entered(
    state: TttState, command: cmd.EnterTttPlayers, by: str
) -> ev.TttPlayersEntered:
    check_set_up(state)
    _check_not_drawn(state)
    twice = [
        each
        for at, each in enumerate(command.players)
        if each in state.players or each in command.players[:at]
    ]
    if twice:
        raise MatchRefused("players", twice[0], N_("somebody who is not entered yet"))
    count = len(state.players) + len(command.players)
    if not command.players or count > MOST_PLAYERS:
        raise MatchRefused("players", count, _SOME_PLAYERS, most=MOST_PLAYERS)
    return ev.TttPlayersEntered(players=command.players, by=by)


def _taken_out(state: TttState, command: cmd.TakeOutTttPlayer, by: str) -> ev.TttPlayerTakenOut:
    _check_not_drawn(state)
    check_among("player", command.player, state.players)
    return ev.TttPlayerTakenOut(player=command.player, by=by)


def _check_not_drawn(state: TttState) -> None:
    if state.groups:
        raise MatchRefused("players", len(state.players), N_("nobody more: the groups are drawn"))


def _drawn(state: TttState, command: cmd.DrawTtt, seed: bytes, by: str) -> ev.TttDrawn:
    check_set_up(state)
    _check_not_drawn(state)
    count = len(state.players)
    check_seen("seen", _MORE_ENTERED, command.seen, count, players=count)
    most = min(MOST_GROUPS, count // 2)
    if most < 1:
        raise MatchRefused("players", count, N_("two players or more"))
    check_between("groups", command.groups, 1, most)
    lots = drawn(seed, [Entrant(each.text) for each in state.players], command.groups)
    groups = tuple(tuple(map(PersonId, group)) for group in lots)
    return ev.TttDrawn(seed=seed, groups=groups, by=by)


def _draw_withdrawn(state: TttState, command: cmd.WithdrawTttDraw, by: str) -> ev.TttDrawWithdrawn:
    check_drawn(state)
    check_among("mini", command.mini, [0, *state.minis])
    if not command.mini and state.minis:
        raise MatchRefused("mini", 0, N_("a draw no mini-TTT rests on: take that back first"))
    if not command.mini and state.removed:
        raise MatchRefused(
            "mini", 0, N_("a draw of which nobody was removed: take that back first")
        )
    played = [each.number for each in state.matches.values() if each.mini == command.mini]
    if played:
        why = N_("a draw with no match yet; these are known: %(matches)s")
        raise MatchRefused("mini", command.mini, why, matches=", ".join(map(str, sorted(played))))
    return ev.TttDrawWithdrawn(mini=command.mini, reason=command.reason, by=by)


def _mini_drawn(state: TttState, command: cmd.DrawMiniTtt, seed: bytes, by: str) -> ev.TttMiniDrawn:
    check_drawn(state)
    check_among("group", command.group, range(1, len(state.groups) + 1))
    tied = open_tie(state, command.group)
    if not tied:
        why = N_("a group that is finished, whose tie for first only a mini-TTT can break")
        raise MatchRefused("group", command.group, why)
    (order,) = drawn(seed, [Entrant(each.text) for each in tied])
    return ev.TttMiniDrawn(
        mini=max(state.minis, default=0) + 1,
        group=command.group,
        players=tuple(map(PersonId, order)),
        seed=seed,
        by=by,
    )


def _returned(state: TttState, command: cmd.ReturnTttPlayer, by: str) -> ev.TttPlayerReturned:
    check_among("player", command.player, [*state.removed])
    removal = state.removed[command.player]
    limit = state.rules.removal_at
    if removal.forfeits and forfeits(state)[command.player] >= limit:
        why = N_("a player who has timed out in fewer than %(limit)s games")
        raise MatchRefused("player", command.player, why, limit=limit)
    return ev.TttPlayerReturned(player=command.player, reason=command.reason, by=by)


def _removals(before: TttState, after: TttState, by: str) -> Iterator[ev.TttEvent]:
    """Yield removals and returns of players whose count of time-outs has changed (ruling 20).

    `before` and `after` are the states before and after a command. A player is removed if the count
    has reached the limit in force now. A player who was removed for time-outs returns if the count
    is now below the limit by which that player was removed. A player whose count has not changed is
    neither removed nor returned, even if the limit was amended.
    """
    then, now = forfeits(before), forfeits(after)
    rules = after.rules
    for player, count in now.items():
        removal = after.removed.get(player)
        if count == then.get(player, 0):
            continue
        if removal is None and count >= rules.removal_at:
            yield ev.TttPlayerRemoved(
                player=player, forfeits=count, version=rules.version, reason="", by=by
            )
        if removal is not None and _no_longer_due(after, removal, count):
            yield ev.TttPlayerReturned(player=player, reason="", by=by)


def _no_longer_due(state: TttState, removal: ev.TttPlayerRemoved, count: int) -> bool:
    """Return True if a player was removed for time-outs and now has fewer than the limit.

    `count` is the player's present number of time-outs. The limit is that of the rules under which
    the player was removed.
    """
    return removal.forfeits > 0 and count < state.rules_of(removal.version).removal_at


def _in_play(state: TttState) -> list[PersonId]:
    return [each for group in state.groups for each in group if each not in state.removed]


def _unplayed(state: TttState, _: Outcomes, __: PointOutcomes) -> Iterator[Missing]:
    """Yield a Missing of kind CHAMPION for each group that nobody has won yet."""
    for group in range(1, len(state.groups) + 1):
        if group_table(state, group).winner is None:
            yield Missing(Lacking.CHAMPION, group, name="TTT")


TTT = Format(
    "ttt",
    TttState(),
    ev.TttEvent,
    fold=lambda state, event: state.after([event]),
    decide=lambda state, command, given: decide(state, command, given.seed, given.by),
    unplayed=_unplayed,
)
