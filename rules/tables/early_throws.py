"""A throw made before the opponent's play is finished, while its mover is asked (ruling 7).

It is kept, and is nobody's dice yet: once the play is finished it counts as if it had been thrown
then; the mover's no, a play that does not fit his dice, whatever else he does and any order of the
director's make it void. Where the board cannot ask, it is void at once.
"""

from rules import events as ev
from rules.dice import DiceSource
from rules.events import Refusal
from rules.room import Room
from rules.tables import readings as rd
from rules.tables.facts import at_roll
from rules.tables.refused import Refused
from rules.tables.state import MatchInPlay, Phase, TableState, TurnKey


def kept(state: MatchInPlay, reading: rd.DiceThrown) -> ev.EarlyThrowKept | None:
    """The throw, to be kept until its mover has said; None where there is nothing to ask him.

    Dice that wait already may be put right as any keyed dice may: by the event they came in. Raises
    Refused for others.
    """
    table, early = state.open, state.early
    if reading.side is None or not reading.asks or not _may_be_asked(table):
        return None
    key = TurnKey(reading.side, reading.turn)
    if key != table.next_key() or key in state.rolls:
        return None
    if not table.recorded and (table.current is None or not state.rolls[table.current].counted):
        return None  # no play shows there that the dice before are right (ruling 9)
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
    """A play is under way that can end the turn: nobody is to hold or to go, or has won."""
    count = table.count
    open_choice = count is not None and (count.awaits_choice or count.winner is not None)
    return table.phase is Phase.MOVE and not table.answer_pending and not open_choice


def check_asked(state: MatchInPlay, reading: rd.FinishedAnswered) -> None:
    """Raise Refused unless this very side is asked about the play of this turn."""
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
    """What happened, with what becomes of the throw that waits in `state` by it.

    `after` is the state that these events make, `ordered`: the director's word is among them.
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
    """The same turn is played with the same dice, whatever else is known of them by now."""
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
    """The throw that waits is void: it is made again after the play."""
    early = state.early
    assert early is not None
    return ev.EarlyThrowVoided(
        **at_roll(state, early.key),
        dice=early.dice,
        source=early.source,
        why=Refusal.PLAY_UNFINISHED,
        board_event=early.board_event,
    )
