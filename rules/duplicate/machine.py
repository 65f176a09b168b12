"""The decisions of a duplicate match: the events of each reading (rulings 5 to 9 and 11).

`handle` has no side effects. A reading is never rejected silently: if it has no effect, it becomes
a ReadingRefused or a ThrowVoided, which is logged and shown to the players.

This module decides what only a match of two rooms has: rolls of the tail and the lead of the open
room (ruling 8), READY in the closed room for the opening or before a throw (ruling 7), orders of
the director (rulings 1, 8, 9 and 11), and small match points given in place of a result (ruling
11).
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from rules import events as ev
from rules.dice import DiceSource
from rules.duplicate import release
from rules.duplicate.release import tail_key, throw_is_held
from rules.duplicate.seed_dice import drawn_roll
from rules.duplicate.state import MatchState, fold
from rules.duplicate.wrong_rolls import roll_stands, voided_for_roll
from rules.events import Refusal
from rules.games.game import Game
from rules.position import Side
from rules.room import Ending, Room
from rules.scoring.match_protocol import AdjustedResult
from rules.scoring.scales import ScoreRefused, Smp
from rules.scoring.teams import PerTeam
from rules.tables import machine as tables
from rules.tables import points, throws
from rules.tables import readings as rd
from rules.tables.entering import check_result_is_due
from rules.tables.machine import MatchRules, common_answers, handled, settled
from rules.tables.refused import Refused
from rules.tables.state import Phase, TurnKey, at_game, at_roll, at_table, at_turn
from rules.tables.throws import counted, uncounted
from rules.tables.turns import (
    accept_lying_play,
    check_no_offer,
    check_own_turn,
    opponents_play_is_stored,
)


def thrown(game: Game, state: MatchState, reading: rd.DiceThrown) -> list[ev.Event]:
    """Return the events of a throw. Raises Refused with the reason if it is void.

    A roll thrown for the tail counts only after it was confirmed.
    """
    if reading.corrects is None and reading.side is not None:
        key = TurnKey(reading.side, reading.turn)
        if key == tail_key(state):
            return [_tail_roll(state, reading, key)]
    happened = throws.thrown(game, state, reading)
    named = reading.side is None and not game.opening_is_played
    if reading.corrects is None and not named and throw_is_held(state):
        raise Refused(Refusal.TOO_FAR_AHEAD)
    return happened


def _tail_roll(state: MatchState, reading: rd.DiceThrown, key: TurnKey) -> ev.RollThrown:
    return ev.RollThrown(
        **at_roll(state, key),
        dice=reading.dice,
        source=reading.source,
        tail=True,
        board_event=reading.board_event,
    )


def ready(game: Game, state: MatchState, reading: rd.ReadyDeclared) -> list[ev.Event]:
    """Return the events of READY in the closed room.

    READY before the opening throw means that the player has set up. READY before a later throw
    means that the player does not double.
    """
    if reading.room is Room.OPEN:
        raise Refused(Refusal.WRONG_ROOM)
    check_no_offer(state.closed)
    if state.closed.phase is Phase.OPENING:
        return [_player_set(state, reading)]
    accepted = accept_lying_play(game, state, reading.room, reading.side)
    table = fold(game, state, accepted).closed
    key = check_own_turn(table, reading)
    if not opponents_play_is_stored(table):
        raise Refused(Refusal.PLAY_UNFINISHED)
    if table.declared:
        raise Refused(Refusal.ALREADY_CONFIRMED)
    return [*accepted, ev.TurnReady(**at_turn(state, table.room, key))]


def _player_set(state: MatchState, reading: rd.ReadyDeclared) -> ev.PlayerSet:
    if reading.turn != 1:
        raise Refused(Refusal.STALE)
    if reading.side in state.closed.players_set:
        raise Refused(Refusal.ALREADY_CONFIRMED)
    return ev.PlayerSet(**at_table(state, reading.room), side=reading.side)


def adjusted_score(
    game: Game, state: MatchState, order: rd.AdjustScore, by: str
) -> ev.ResultCorrected:
    """Return the event that gives small match points in place of a result (ruling 11).

    The game can still be in play. `by` is the sender of the order. Raises ScoreRefused for SMP that
    the scoring table cannot give, and in a game that has no small match points.
    """
    if game.counted(Side.WHITE) is not None:
        raise ScoreRefused("smp", order.home, f"none in {game.name}: correct the result's tally")
    AdjustedResult(
        game=order.game,
        room=order.room,
        smp=PerTeam(Smp(order.home), Smp(order.away)),
        reason=order.reason,
    )
    check_result_is_due(state, order)
    return ev.ResultCorrected(
        game=order.game,
        attempt=order.attempt,
        room=order.room,
        loser=None,
        ending=Ending.RESIGNED,
        left=0,
        cube=1,
        owner=None,
        proposer=None,
        by=by,
        reason=order.reason,
        adjusted=(order.home, order.away),
    )


DuplicateOrder = rd.CancelGame | rd.AdjustScore | rd.SetTailDraw | rd.LetRollStand | rd.VoidForRoll


def ordered(game: Game, state: MatchState, order: DuplicateOrder, by: str) -> list[ev.Event]:
    """Return the events of an order of the director that only duplicate matches have.

    `by` is the sender's id, as events have it. Raises Refused.
    """
    match order:
        case rd.CancelGame():
            return [ev.GameCancelled(**at_game(state), by=by, reason=order.reason)]
        case rd.AdjustScore():
            return [adjusted_score(game, state, order, by)]
        case rd.SetTailDraw():
            return _tail_draw(state, order, by)
        case rd.LetRollStand():
            return [roll_stands(state, order, by)]
        case rd.VoidForRoll():
            return voided_for_roll(state, order, by)


def _tail_draw(state: MatchState, order: rd.SetTailDraw, by: str) -> list[ev.Event]:
    if all(state.table(room).result is not None for room in Room):
        raise Refused(Refusal.NOT_PLAYING)
    happened: list[ev.Event] = [ev.TailDrawSet(drawn=order.drawn, by=by, reason=order.reason)]
    key = uncounted(state)
    if order.drawn and key is not None and state.open.phase is Phase.FINISHED:
        happened.append(counted(state, key, ev.CountedBy.DIRECTOR))
    return happened


@dataclass(frozen=True, slots=True)
class DuplicateDecision(tables.TableDecision[MatchState]):
    """The decision about one reading: its events in both rooms, and the state after them."""

    @property
    def releases(self) -> tuple[ev.RollReleased, ...]:
        """The rolls to send to the closed room after the events are stored durably."""
        return tuple(e for e in self.events if isinstance(e, ev.RollReleased))


def begin(game: Game, state: MatchState) -> DuplicateDecision:
    """Return the decision that starts game 1 of a match that has just started."""
    first = ev.GameStarted(game=1, attempt=1)
    return DuplicateDecision((first,), fold(game, state, (first,)))


def handle(
    game: Game, state: MatchState, reading: rd.AnyReading, sender: rd.Sender
) -> DuplicateDecision:
    """Return the decision about one reading, with all consequences of its events.

    A refused reading gives one event that records the refusal.
    """
    return DuplicateDecision(*handled(game, state, reading, sender, _RULES))


def follow(game: Game, state: MatchState, happened: Iterable[ev.Event]) -> DuplicateDecision:
    """Return the decision for events from outside, which no reading of this match has caused.

    The decision has the events `happened` and all that follows from them. For example, the end of a
    hold can release a roll.
    """
    return DuplicateDecision(*settled(game, state, [*happened], _RULES))


def shorten(game: Game, state: MatchState, shortened: ev.MatchShortened) -> DuplicateDecision:
    """Return the decision that shortens a match by the event `shortened`.

    If all games that are left are over, the decision also closes the match (ruling 1).
    """
    state = fold(game, state, (shortened,))
    following = tuple(_consequences(state))
    return DuplicateDecision((shortened, *following), fold(game, state, following))


def _answers(
    game: Game, state: MatchState, reading: rd.AnyReading, sender: rd.Sender
) -> list[ev.Event]:
    match reading:
        case rd.DiceThrown():
            return thrown(game, state, reading)
        case rd.ReadyDeclared():
            return ready(game, state, reading)
        case rd.RestAnswered():
            return release.rest_answered(state, reading)
        case (
            rd.CancelGame()
            | rd.AdjustScore()
            | rd.SetTailDraw()
            | rd.LetRollStand()
            | rd.VoidForRoll()
        ):
            return ordered(game, state, reading, sender.by)
        case _:
            return common_answers(game, state, reading, sender)


def _consequences(state: MatchState) -> Iterator[ev.Event]:
    """Yield the events that follow from the state without a reading.

    These events end a game won by points, draw rolls of the tail, release a roll or start the next
    game.
    """
    won = points.won_by_throw(state)
    if won:
        yield from won
        return
    tail = release.tail_key(state)
    if tail is not None and (state.tail_drawn or state.rest_drawn):
        dice = drawn_roll(state.seed, state.game, state.attempt, tail)
        where = at_roll(state, tail)
        yield ev.RollThrown(**where, dice=dice, source=DiceSource.SERVER, tail=True)
        yield ev.RollCounted(**where, by=ev.CountedBy.SEED)
        return
    key = release.key_to_release(state)
    if key is not None:
        record = state.rolls[key]
        yield ev.RollReleased(**at_roll(state, key), dice=record.dice, opening=record.opening)
        return
    if all(map(state.settled, Room)) and not state.over:
        if state.game < state.games:
            yield ev.GameStarted(game=state.game + 1, attempt=1)
        else:
            yield ev.MatchClosed()


_RULES = MatchRules(_answers, _consequences, fold)
