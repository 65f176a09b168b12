"""Turns of a match in which the rooms had other dice, as its log has it (ruling 9)."""

from collections.abc import Iterable
from datetime import datetime

from protocol_forms.decided_notes import DifferingRoll
from rules import events as ev
from rules.position import Side
from rules.room import Room
from server.persons.naming import NO_NAMES, Names

_Place = tuple[int, Side, int, Room]


def differing_rolls(
    recorded: Iterable[tuple[ev.Event, datetime]], names: Names = NO_NAMES
) -> tuple[DifferingRoll, ...]:
    """Those of the games that count, in the order of games and turns.

    `recorded` is the match's log with its times, `names` how those are called who decided.
    """
    standing: dict[_Place, DifferingRoll] = {}
    for event, moment in recorded:
        match event:
            case ev.RollStands():
                standing.pop(_place(event), None)
                if not event.dice.same_dice(event.relayed):
                    standing[_place(event)] = _differing(event, moment, names)
            case ev.TurnReopened():
                standing.pop(_place(event), None)
            case ev.GameVoided():
                standing = {
                    place: each for place, each in standing.items() if place[0] != event.game
                }
            case ev.MatchShortened():
                standing = {
                    place: each for place, each in standing.items() if place[0] <= event.games
                }
    return tuple(sorted(standing.values(), key=_order))


def _place(event: ev.TurnEvent) -> _Place:
    return event.game, event.side, event.turn, event.room


def _order(roll: DifferingRoll) -> tuple[int, int, bool, bool]:
    return roll.game, roll.turn, roll.side is Side.RED, roll.room is Room.CLOSED


def _differing(event: ev.RollStands, moment: datetime, names: Names) -> DifferingRoll:
    return DifferingRoll(
        game=event.game,
        side=event.side,
        turn=event.turn,
        room=event.room,
        dice=event.dice,
        relayed=event.relayed,
        by=names.by(event.by),
        when=moment.strftime("%Y-%m-%d %H:%M UTC"),
        reason=event.reason,
    )
