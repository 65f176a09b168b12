"""Which of several plays it was, where a board's sensors cannot tell (ruling 10).

At most ASKED_AT_ONCE are asked about at a time; a player whose play is none of them is asked about
the others, and where none is left plays on and finishes anew.
"""

from rules import events as ev
from rules.events import Refusal
from rules.games.game import Game
from rules.tables import readings as rd
from rules.tables.awaited import is_asked
from rules.tables.facts import at_turn
from rules.tables.refused import Refused
from rules.tables.state import MatchInPlay, TurnKey
from rules.tables.turns import check_may_finish, made

ASKED_AT_ONCE = 4
"""Candidates that a board shows at a time: what a question of the wire has room for."""


def play_narrowed(game: Game, state: MatchInPlay, reading: rd.PlayNarrowed) -> list[ev.Event]:
    """A play where only one was possible, else the question; refused if one of them is illegal."""
    table, key = state.table(reading.room), TurnKey(reading.side, reading.turn)
    check_may_finish(table, key)
    legal = game.legal_plays(table.before, key.side, state.rolls[key].dice, key.turn)
    if not reading.plays or not legal.issuperset(reading.plays):
        raise Refused(Refusal.IMPOSSIBLE_POSITION)
    if len(reading.plays) == 1:
        return made(game, state, table, key, reading.plays[0])
    return [ev.PlayAsked(**at_turn(state, table.room, key), plays=reading.plays)]


def play_named(game: Game, state: MatchInPlay, reading: rd.PlayNamed) -> list[ev.Event]:
    """The player names the play he made, or that it is none of those he was asked about."""
    table, key = state.table(reading.room), TurnKey(reading.side, reading.turn)
    check_may_finish(table, key)
    if not is_asked(table):
        raise Refused(Refusal.NO_CHOICE)
    if reading.asking != table.askings:
        raise Refused(Refusal.STALE)
    shown, others = table.asked[:ASKED_AT_ONCE], table.asked[ASKED_AT_ONCE:]
    if reading.place is None:
        if not others:
            raise Refused(Refusal.PLAY_UNFINISHED)
        return [ev.PlayAsked(**at_turn(state, table.room, key), plays=others)]
    if not 0 <= reading.place < len(shown):
        raise Refused(Refusal.NO_CHOICE)
    return made(game, state, table, key, shown[reading.place])
