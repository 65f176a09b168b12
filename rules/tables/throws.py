"""Throws at the table where dice are thrown: stored, counted, corrected (rulings 6 to 9).

A throw is early if it is made before the opponent's play is finished. An early throw waits while
the opponent is asked whether that play is finished (ruling 7), and belongs to no turn yet. If the
play is then finished, the throw counts as if it had been made afterwards. The throw becomes void if
the opponent says that the play is not finished, moves to a position that does not fit the dice or
does anything else, or if the director gives an order. If the board cannot ask, the throw is void at
once.
"""

from dataclasses import replace

from rules import events as ev
from rules.dice import DiceSource, Roll
from rules.events import Refusal
from rules.games.game import Game
from rules.position import Side
from rules.room import BoardEvent, Room
from rules.tables import readings as rd
from rules.tables.refused import Refused
from rules.tables.state import (
    MatchInPlay,
    Phase,
    RollRecord,
    TableState,
    TurnKey,
    at_game,
    at_roll,
    at_table,
    at_turn,
)


def kept(state: MatchInPlay, reading: rd.DiceThrown) -> ev.EarlyThrowKept | None:
    """Return the event that puts an early throw aside until the opponent's play is finished.

    A throw is early if the opponent's play is not finished. The opponent is asked whether the play
    is finished (ruling 7). Return None if the throw is not early or nobody can be asked. The board
    that reported the early throw can correct it. Raises Refused for any other throw while an early
    one waits.
    """
    table, early = state.open, state.early
    if reading.side is None or not reading.asks or not _may_be_asked(table):
        return None
    key = TurnKey(reading.side, reading.turn)
    if key != table.next_key() or key in state.rolls:
        return None
    if not table.recorded and (table.current is None or not state.rolls[table.current].counted):
        return None  # no play can show that the earlier dice are right (ruling 9)
    if early is not None and (reading.corrects is None or reading.corrects != early.board_event):
        same = early.dice.same_dice(reading.dice)
        raise Refused(Refusal.ALREADY_THROWN if same else Refusal.CONFLICT)
    if early is None and reading.corrects is not None:
        return None
    return ev.EarlyThrowKept(
        **at_roll(state, key),
        dice=reading.dice,
        source=reading.source,
        board_event=reading.board_event,
    )


def _may_be_asked(table: TableState) -> bool:
    """Return True if the mover can be asked whether the play is finished, after an early throw.

    That is so if a play is under way that can end the turn: no choice to hold or to go is open, and
    nobody has won.
    """
    count = table.count
    open_choice = count is not None and (count.awaits_choice or count.winner is not None)
    return table.phase is Phase.MOVE and not table.answer_pending and not open_choice


def check_asked(state: MatchInPlay, reading: rd.FinishedAnswered) -> None:
    """Raise Refused unless this side has been asked whether its play of this turn is finished."""
    if reading.room is Room.CLOSED:
        raise Refused(Refusal.WRONG_ROOM)
    current = state.open.current
    if state.early is None or current is None:
        raise Refused(Refusal.NOTHING_TO_CONFIRM)
    if reading.side is not current.side:
        raise Refused(Refusal.NOT_YOUR_TURN)
    if reading.turn != current.turn:
        raise Refused(Refusal.STALE)


def resolved(
    state: MatchInPlay, after: MatchInPlay, happened: list[ev.Event], *, ordered: bool
) -> list[ev.Event]:
    """Return the events that happened, with an event for what becomes of an early throw.

    An early throw is one made before the opponent's play was finished. It waits in `state`; `after`
    is the state after the events. If the events have finished the opponent's play, the throw is
    stored as the throw of the next turn. If that play still goes on, the throw waits on. In all
    other cases it becomes void. It also becomes void if the director ordered one of the events
    (`ordered`).
    """
    early, table = state.early, after.open
    about_it = ev.EarlyThrowKept | ev.EarlyThrowVoided
    if early is None or not happened or any(isinstance(each, about_it) for each in happened):
        return happened
    place = (state.game, state.attempt) == (after.game, after.attempt)
    free = place and table.result is None and not table.answer_pending and not ordered
    if free and table.phase is Phase.TO_ACT and table.current == early.key:
        return [*happened, *_thrown(state)]
    goes_on = free and table.phase is Phase.MOVE and _same_turn(state, after)
    return happened if goes_on else [voided(state), *happened]


def _same_turn(state: MatchInPlay, after: MatchInPlay) -> bool:
    """Return True if both states have the same turn in progress with the same dice."""
    key = state.open.current
    if key is None or key != after.open.current:
        return False
    return after.rolls[key].dice == state.rolls[key].dice


def _thrown(state: MatchInPlay) -> list[ev.Event]:
    early = state.early
    assert early is not None
    where = at_roll(state, early.key)
    thrown = ev.RollThrown(
        **where, dice=early.dice, source=early.source, board_event=early.board_event
    )
    if early.source is DiceSource.READER:
        return [thrown, ev.RollCounted(**where, by=ev.CountedBy.READER)]
    return [thrown]


def voided(state: MatchInPlay) -> ev.EarlyThrowVoided:
    """Return the event that makes the early throw void; the side throws again after the play.

    The early throw was made before the opponent's play was finished, and waits for the end of that
    play.
    """
    early = state.early
    assert early is not None
    return ev.EarlyThrowVoided(
        **at_roll(state, early.key),
        dice=early.dice,
        source=early.source,
        why=Refusal.PLAY_UNFINISHED,
        board_event=early.board_event,
    )


_AT_ONCE = {DiceSource.READER, DiceSource.DIRECTOR}
"""The sources whose dice count without confirmation (ruling 9)."""


def thrown(game: Game, state: MatchInPlay, reading: rd.DiceThrown) -> list[ev.Event]:
    """Return the events of a throw. Raises Refused with the reason if it is void.

    Dice from a dice reader count at once.
    """
    if reading.side is None and reading.turn != 1:
        raise Refused(Refusal.STALE)
    if reading.side is None and not game.opening_is_played:
        return _first_named(state, reading)
    if state.open.phase is Phase.MOVE:
        early = kept(state, reading)
        if early is not None:
            return [early]
    if reading.corrects is not None:
        return corrected(state, reading, "")
    if reading.side is None:
        return _opening(state, reading)
    key = TurnKey(reading.side, reading.turn)
    _check_turn(state, reading, key)
    thrown_dice = ev.RollThrown(
        **at_roll(state, key),
        dice=reading.dice,
        source=reading.source,
        board_event=reading.board_event,
    )
    if reading.source in _AT_ONCE:
        return [thrown_dice, counted(state, key, ev.CountedBy.READER)]
    return [thrown_dice]


def _opening(state: MatchInPlay, reading: rd.DiceThrown) -> list[ev.Event]:
    if state.open.phase is not Phase.OPENING:
        record = next((r for r in state.rolls.values() if r.opening), None)
        raise Refused(_again(record, reading.dice))
    if reading.dice.is_double:
        return [_tie(state, reading.dice, reading.source)]
    key = _starter(reading.dice)
    thrown_dice = ev.RollThrown(
        **at_roll(state, key),
        dice=reading.dice,
        source=reading.source,
        opening=True,
        board_event=reading.board_event,
    )
    if reading.source in _AT_ONCE:
        return [thrown_dice, counted(state, key, ev.CountedBy.READER)]
    return [thrown_dice]


def _first_named(state: MatchInPlay, reading: rd.DiceThrown) -> list[ev.Event]:
    """Return the event of an opening throw, one die per side, that only decides who begins.

    The throw can be corrected until the first turn is thrown.
    """
    if reading.corrects is not None:
        _check_named_last(state, reading.corrects)
    elif state.open.phase is not Phase.OPENING:
        raise Refused(Refusal.CONFLICT)
    if state.open.result is not None or state.open.answer_pending:
        raise Refused(Refusal.NOT_NOW)
    if reading.dice.is_double:
        return [_tie(state, reading.dice, reading.source)]
    side = _starter(reading.dice).side
    where = {**at_game(state), "dice": reading.dice, "source": reading.source}
    return [ev.OpeningDecided(**where, side=side, board_event=reading.board_event)]


def _check_named_last(state: MatchInPlay, corrects: BoardEvent) -> None:
    if state.starter is None or corrects != state.opening_event:
        raise Refused(Refusal.STALE)
    if state.rolls:
        raise Refused(Refusal.LATER_ROLL_THROWN)


def _tie(state: MatchInPlay, dice: Roll, source: DiceSource) -> ev.OpeningTied:
    return ev.OpeningTied(**at_game(state), dice=dice, source=source)


def _starter(dice: Roll) -> TurnKey:
    """Return the first turn of the side that begins.

    White's die comes first; the side with the higher die begins and plays both dice (ruling 6).
    """
    return TurnKey(Side.WHITE if dice.first > dice.second else Side.RED, 1)


def _again(record: RollRecord | None, dice: Roll) -> Refusal:
    if record is not None and record.dice.same_dice(dice):
        return Refusal.ALREADY_THROWN
    return Refusal.CONFLICT


def _check_turn(state: MatchInPlay, reading: rd.DiceThrown, key: TurnKey) -> None:
    table = state.open
    record = state.rolls.get(key)
    if record is not None:
        raise Refused(_again(record, reading.dice))
    if table.resigning is not None:
        raise Refused(Refusal.RESIGNATION_PENDING)
    if table.phase is Phase.DOUBLED:
        raise Refused(Refusal.DOUBLE_PENDING)
    if table.phase in (Phase.MOVE, Phase.QUESTIONED):
        raise Refused(Refusal.PLAY_UNFINISHED)
    if table.phase is not Phase.TO_ACT:
        raise Refused(Refusal.NOT_NOW)
    if table.current != key:
        wrong_side = table.on_turn is not key.side
        raise Refused(Refusal.OTHER_SIDE_THROWS if wrong_side else Refusal.STALE)


def confirmed(state: MatchInPlay, reading: rd.DiceConfirmed) -> list[ev.Event]:
    """Return the event that says that the opponent has confirmed the keyed dice; they count now.

    Raises Refused if there are no such dice. A confirmation from the closed room is refused in the
    same way whatever was thrown, so that it discloses nothing.
    """
    if reading.room is Room.CLOSED:
        raise Refused(Refusal.WRONG_ROOM)
    key = uncounted(state)
    if key is None:
        raise Refused(Refusal.NOTHING_TO_CONFIRM)
    if reading.side is key.side:
        raise Refused(Refusal.NOT_YOUR_TURN)
    if reading.turn != key.turn:
        raise Refused(Refusal.STALE)
    return [counted(state, key, ev.CountedBy.OPPONENT)]


def echoed(state: MatchInPlay, reading: rd.DiceEchoed) -> list[ev.Event]:
    """Return the events that follow when a board reports which dice it shows.

    Wrong dice stop the board's table until it shows the right ones. A report is ignored if it is
    about another game or turn, about a game that is over in this room, or about dice not given to
    this room (ruling 11).
    """
    table, key = state.table(reading.room), TurnKey(reading.side, reading.turn)
    current = (reading.game, reading.attempt) == (state.game, state.attempt)
    if not current or table.result is not None:
        return []
    record = state.rolls.get(key)
    if table.current != key or record is None or not (record.released or table.room is Room.OPEN):
        return []
    right = record.dice.same_dice(reading.dice)
    if right and table.stopped:
        return [ev.TableReleased(**at_table(state, table.room))]
    if right or table.stopped:
        return []
    return [ev.EchoMismatched(**at_turn(state, table.room, key), shown=reading.dice)]


def uncounted(state: MatchInPlay) -> TurnKey | None:
    """Return the turn of a throw whose dice do not count yet, None if there is none.

    Usually the throw is the latest one. Otherwise it is the throw with which the open room's game
    ended. In games in which a side can throw twice in a row, rolls of the tail can be thrown before
    that throw is confirmed.
    """
    key = state.last_thrown
    if key is not None and not state.rolls[key].counted:
        return key
    if state.open.result is None:
        return None
    return next((known for known, record in state.rolls.items() if not record.counted), None)


def counted(state: MatchInPlay, key: TurnKey, by: ev.CountedBy) -> ev.RollCounted:
    """Return the RollCounted event for a stored throw; `by` is the reason why the throw counts."""
    return ev.RollCounted(**at_roll(state, key), by=by)


def corrected(
    state: MatchInPlay, reading: rd.DiceThrown | rd.CorrectRoll, by: str
) -> list[ev.Event]:
    """Return the events by which the latest throw, which is not released yet, gets new dice.

    Source: ruling 9. A board that corrects dice names its earlier report of them; it cannot correct
    the director's dice. `by` is the person who orders the correction, empty for a board.
    """
    wrong = _correctable(state, reading)
    reason = reading.reason if isinstance(reading, rd.CorrectRoll) else ""
    opening = state.rolls[wrong].opening
    if opening and reading.dice.is_double:
        if state.open.result is not None:
            raise Refused(Refusal.NOT_NOW)
        tied = _tie(state, reading.dice, _source(reading))
        return [replace(tied, by=by, reason=reason)]
    key = _starter(reading.dice) if opening else wrong
    correction = ev.RollCorrected(
        **at_roll(state, key),
        dice=reading.dice,
        source=_source(reading),
        opening=opening,
        by=by,
        reason=reason,
        board_event=reading.board_event if isinstance(reading, rd.DiceThrown) else None,
    )
    if _source(reading) in _AT_ONCE:
        return [correction, counted(state, key, ev.CountedBy.DIRECTOR)]
    return [correction]


def _correctable(state: MatchInPlay, reading: rd.DiceThrown | rd.CorrectRoll) -> TurnKey:
    wrong = state.last_thrown
    if wrong is None:
        raise Refused(Refusal.NOT_NOW)
    record = state.rolls[wrong]
    asked = None if reading.side is None else TurnKey(reading.side, reading.turn)
    names_opening = asked is None and record.opening
    if asked != wrong and not names_opening:
        known = asked is not None and asked in state.rolls
        raise Refused(Refusal.LATER_ROLL_THROWN if known else Refusal.STALE)
    if isinstance(reading, rd.DiceThrown) and reading.corrects != record.board_event:
        raise Refused(Refusal.STALE)
    if record.released:
        raise Refused(Refusal.ALREADY_RELEASED)
    table = state.open
    untouched = table.phase in (Phase.MOVE, Phase.QUESTIONED) or (
        table.phase is Phase.TO_ACT and not table.declared
    )
    in_tail = table.phase is Phase.FINISHED and not record.counted
    if table.answer_pending or not (untouched or in_tail):
        raise Refused(Refusal.NOT_NOW)
    return wrong


def _source(reading: rd.DiceThrown | rd.CorrectRoll) -> DiceSource:
    return reading.source if isinstance(reading, rd.DiceThrown) else DiceSource.DIRECTOR
