"""Turns at a table: finished plays, legal or condoned (rulings 7 and 9).

If several plays fit a board's sensors, the player is asked which of them was made (ruling 10). At
most ASKED_AT_ONCE plays are shown at a time. If the player made none of them, the others are shown.
If the player made none of the others either, the player has to move the checkers again and finish
the play anew.
"""

from rules import events as ev
from rules.errors import InvalidPosition
from rules.events import Refusal
from rules.games.game import CountedTable, Game
from rules.position import Play, Position, Side
from rules.room import Room
from rules.tables import readings as rd
from rules.tables import throws
from rules.tables.awaited import is_asked
from rules.tables.points import held, marked, roll_counts, won
from rules.tables.refused import Refused, check_in_progress, check_turn_in_progress
from rules.tables.state import MatchInPlay, Phase, TableState, TurnKey, at_table, at_turn
from rules.tables.throws import counted


def check_no_offer(table: TableState) -> None:
    """Raise Refused while a double or a resignation waits for an answer.

    While a claim that the game has ended waits, readings are refused before this check.
    """
    if table.resigning is not None:
        raise Refused(Refusal.RESIGNATION_PENDING)
    if table.phase is Phase.DOUBLED:
        raise Refused(Refusal.DOUBLE_PENDING)


def due_turn(table: TableState) -> TurnKey | None:
    """Return the turn that is to be thrown next at a table.

    It is the current turn, or the turn after it if the current one is thrown already.
    """
    if table.phase in (Phase.MOVE, Phase.QUESTIONED):
        return table.next_key()
    return table.current


def opponents_play_is_stored(table: TableState) -> bool:
    """Return True if no play is under way at the table: condition (b) of ruling 7."""
    return table.phase not in (Phase.MOVE, Phase.QUESTIONED)


def check_own_turn(table: TableState, reading: rd.TurnReading) -> TurnKey:
    """Return the turn of a READY or a double, which must be the next turn thrown at the table.

    Raises Refused if the reading names another turn.
    """
    due = due_turn(table)
    if table.result is not None or due is None:
        raise Refused(Refusal.NOT_NOW)
    if due.side is not reading.side:
        raise Refused(Refusal.NOT_YOUR_TURN)
    if due.turn != reading.turn:
        raise Refused(Refusal.STALE)
    return due


def play_finished(
    game: Game, state: MatchInPlay, reading: rd.PlayFinished | rd.Played
) -> list[ev.Event]:
    """Return the events of a finished play.

    If the play does not fit the roll, the event is a PlayQuestioned: the opponent accepts
    (condones) the play, or the side plays again (ruling 9). At a table that does not record
    positions the position in the reading is ignored.
    """
    table, key = state.table(reading.room), TurnKey(reading.side, reading.turn)
    check_may_finish(table, key)
    if not table.recorded:
        return [turn_played(state, table, key)]
    if isinstance(reading, rd.Played):
        raise Refused(Refusal.POSITION_NEEDED)
    check_position(game, reading.position)
    dice = state.rolls[key].dice
    moves = game.play_between(table.before, reading.position, key.side, dice, key.turn)
    if moves is None:
        where = at_turn(state, table.room, key)
        return [ev.PlayQuestioned(**where, position=reading.position)]
    return made(game, state, table, key, moves)


def turn_played(state: MatchInPlay, table: TableState, key: TurnKey) -> ev.TurnPlayed:
    """Return the event of a play that is not recorded. Raises Refused while its dice do not count.

    Nobody knows the play, so it cannot show that the dice are right (ruling 9).
    """
    if not roll_counts(state, table):
        raise Refused(Refusal.DICE_UNCONFIRMED)
    return ev.TurnPlayed(**at_turn(state, table.room, key))


def check_may_finish(table: TableState, key: TurnKey) -> None:
    """Raise Refused unless the dice of turn `key` have been thrown and wait to be played."""
    check_no_offer(table)
    if table.phase not in (Phase.MOVE, Phase.QUESTIONED) or table.current is None:
        raise Refused(_unasked(table, key))
    check_in_progress(table, key)
    if table.count is not None and table.count.winner is not None:
        raise Refused(Refusal.DICE_UNCONFIRMED)


def made(
    game: Game, state: MatchInPlay, table: TableState, key: TurnKey, moves: Play
) -> list[ev.Event]:
    """Return the event of a legal play of the turn in progress, and the events that follow."""
    where = at_turn(state, table.room, key)
    position = game.apply(table.before, key.side, moves)
    after = table.count and table.count.played(moves)
    return [
        *_count(state, table, ev.CountedBy.PLAY),
        *held(table, where),
        ev.PlayMade(**where, moves=moves, position=position),
        *marked(where, table.count, after),
        *_finish(game, state, table, position, after),
    ]


def finished_answered(state: MatchInPlay, reading: rd.FinishedAnswered) -> list[ev.Event]:
    """Return the events of the mover's answer to the question whether the play is finished.

    The mover is asked if the opponent throws before the play is finished (ruling 7). After a no,
    that throw is void; after a yes, the play ends. Raises Refused for a yes at a table that records
    positions, where the mover has to finish the play on the board.
    """
    throws.check_asked(state, reading)
    if not reading.finished:
        return [throws.voided(state)]
    if state.open.recorded:
        raise Refused(Refusal.PLAY_UNFINISHED)
    return [turn_played(state, state.open, TurnKey(reading.side, reading.turn))]


def _unasked(table: TableState, key: TurnKey) -> Refusal:
    if table.phase is Phase.FINISHED:
        return Refusal.NOT_NOW
    return Refusal.ROLL_NOT_SHOWN if table.current in (None, key) else Refusal.NOT_YOUR_TURN


def check_position(game: Game, position: Position) -> None:
    """Raise Refused for a position that is impossible in this game."""
    try:
        game.check(position)
    except InvalidPosition as wrong:
        raise Refused(Refusal.IMPOSSIBLE_POSITION) from wrong


def _count(state: MatchInPlay, table: TableState, by: ev.CountedBy) -> list[ev.Event]:
    key = table.current
    if table.room is Room.CLOSED or key is None or state.rolls[key].counted:
        return []
    return [counted(state, key, by)]


def _finish(
    game: Game,
    state: MatchInPlay,
    table: TableState,
    position: Position,
    after: CountedTable | None,
) -> list[ev.Event]:
    if after is not None and after.winner is not None:
        return [won(state, table, position, after)]
    outcome = game.outcome(position)
    if outcome is None:
        return []
    return [
        ev.GameFinished(
            **at_table(state, table.room),
            loser=outcome.loser,
            ending=outcome.ending,
            left=outcome.left,
            cube=table.cube.value,
            owner=table.cube.owner,
        )
    ]


def play_accepted(game: Game, state: MatchInPlay, reading: rd.PlayAccepted) -> list[ev.Event]:
    """Return the events by which the opponent accepts a play that does not fit the roll.

    Raises Refused if there is no such play.
    """
    accepted = accept_lying_play(game, state, reading.room, reading.side)
    if not accepted:
        raise Refused(Refusal.NOTHING_TO_CONFIRM)
    check_turn_in_progress(state.table(reading.room), reading)
    return accepted


def accept_lying_play(game: Game, state: MatchInPlay, room: Room, by: Side) -> list[ev.Event]:
    """Return the events by which `by` accepts the opponent's play that does not fit the roll.

    The checkers stay where they lie, and the play is condoned (rulings 7 and 9). Return no events
    if there is no such play.
    """
    table = state.table(room)
    if table.phase is not Phase.QUESTIONED or table.current is None or table.on_turn is by:
        return []
    where = at_turn(state, room, table.current)
    after = table.count and table.count.condoned(table.position)
    return [
        *_count(state, table, ev.CountedBy.OPPONENT),
        *held(table, where),
        ev.PlayCondoned(**where, position=table.position),
        *marked(where, table.count, after),
        *_finish(game, state, table, table.position, after),
    ]


ASKED_AT_ONCE = 4
"""The greatest number of plays that a board shows at a time; a question on the wire has no more."""


def play_narrowed(game: Game, state: MatchInPlay, reading: rd.PlayNarrowed) -> list[ev.Event]:
    """Return the events of a finished play that the sensors have narrowed to one or more plays.

    These are the `plays` of the reading. If there is only one, it is the play that was made.
    Otherwise the player is asked which of them it was. Raises Refused if one of the plays is
    illegal.
    """
    table, key = state.table(reading.room), TurnKey(reading.side, reading.turn)
    check_may_finish(table, key)
    legal = game.legal_plays(table.before, key.side, state.rolls[key].dice, key.turn)
    if not reading.plays or not legal.issuperset(reading.plays):
        raise Refused(Refusal.IMPOSSIBLE_POSITION)
    if len(reading.plays) == 1:
        return made(game, state, table, key, reading.plays[0])
    return [ev.PlayAsked(**at_turn(state, table.room, key), plays=reading.plays)]


def play_named(game: Game, state: MatchInPlay, reading: rd.PlayNamed) -> list[ev.Event]:
    """Return the events of the play that the player named.

    If the player made none of the plays shown, return a question with the other plays. Raises
    Refused if there are no other plays.
    """
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
