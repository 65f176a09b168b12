"""The messages that tell a board what to show, made from the present state of the match.

They depend on that state alone, so they can be sent again at any time without harm. The messages of
the closed room's board depend only on its own table and on released rolls: their number, contents
and size are the same whatever happened in the open room (ruling 7).
"""

from functools import lru_cache
from typing import Any

from board_drivers.wire import messages as wire
from board_drivers.wire.values import (
    CubeState,
    DirectorState,
    FaultCode,
    MoveJudgement,
    Positions,
    Question,
    RollJudgement,
    WireRoom,
    WireSide,
)
from rules.any_match import AnyMatchState, DuplicateState, awaited
from rules.clocks import FREE_MS, MatchClocks
from rules.duplicate.release import rest_asked_of
from rules.games.game import Game
from rules.position import Side
from rules.room import Room
from rules.tables.awaited import Awaited, is_asked, may_choose
from rules.tables.state import MatchInPlay, Phase, TableState, TurnKey
from rules.tables.throws import uncounted
from rules.tables.turns import ASKED_AT_ONCE
from server.boards.translation.readings import is_unfinished
from server.boards.translation.wire_terms import (
    wire_awaited,
    wire_ending,
    wire_game,
    wire_positions,
    wire_room,
    wire_side,
)

STILL_FOR_MS = 250
"""Milliseconds that a sensor must be still before its change counts (our choice).

A checker that is put down and picked up again is not a play.
"""
Commands = tuple[wire.ServerMessage, ...]
_UNDECIDED = {"turn": 1, "side": wire_side(None)}


def commands_for(game: Game, state: AnyMatchState, room: Room) -> Commands:
    """Return everything that the room's board must show now, in the order of sending."""
    table = state.table(room)
    at: dict[str, Any] = {"game": state.game, "attempt": state.attempt}
    shown: list[wire.ServerMessage] = [
        _config(
            wire_game(game),
            wire_room(room),
            _games(state),
            game.senses.cube_limit,
            wire_positions(table.recorded),
        ),
        _game_start(state.game, state.attempt),
        _cube(state.cube_limit(game, state.game), table, at),
    ]
    if table.result is not None:
        shown.append(_game_over(state, table, at))
    shown += _dice(game, state, table, at)
    shown += _count(game, table, at)
    shown += _asked(state, room, at)
    shown.append(_director(state, room))
    if is_asked(table):
        shown.append(_which_play(table, at))
    wait = awaited(state, room)
    turn: dict[str, Any] = {"turn": wait.turn, "side": wire_side(wait.side)}
    if wait.what is Awaited.ROLL:
        shown.append(wire.RollRequest(**at, **turn))
    return (*shown, wire.Wait(**at, **turn, what=wire_awaited(wait.what)))


def _director(state: MatchInPlay, room: Room) -> wire.Director:
    """Return this table's call and whether the table is held.

    The message reveals nothing of the other room (ruling 31).
    """
    call, flags = state.director.calls.get(room), DirectorState.NONE
    if call is not None:
        flags |= DirectorState.CALLED
        if call.coming:
            flags |= DirectorState.COMING
    if state.held(room):
        flags |= DirectorState.HELD
    return _DIRECTOR[flags]


_DIRECTOR = {DirectorState(bits): wire.Director(DirectorState(bits)) for bits in range(8)}


def clock_of(clocks: MatchClocks, state: AnyMatchState, room: Room) -> wire.Clock:
    """Return the room's clock as it was when it last changed.

    Nothing that happens in the other room changes this clock. A reserve that is overdrawn is shown
    as used up.
    """
    table, clock = state.table(room), clocks.tables[room]
    acting = clock.acting
    of_this_game = (
        table.result is None
        and acting is not None
        and (acting.game, acting.attempt) == (state.game, state.attempt)
    )
    return wire.Clock(
        game=state.game,
        attempt=state.attempt,
        **_current(table),
        runs=wire_side(acting.side if acting is not None and of_this_game else None),
        white_ms=max(clocks.left(room, Side.WHITE), 0),
        red_ms=max(clocks.left(room, Side.RED), 0),
        free_ms=FREE_MS - clock.free_ms if of_this_game else FREE_MS,
        running=int(clock.running),
    )


def _games(state: AnyMatchState) -> int:
    """Return the number of games scheduled, or 0 for a match at one table."""
    return state.games if isinstance(state, DuplicateState) else 0


@lru_cache
def _config(
    played: int, room: WireRoom, games: int, cube_limit: int, positions: Positions
) -> wire.Config:
    return wire.Config(
        played=played,
        room=room,
        games=games,
        cube_limit=cube_limit,
        debounce_ms=STILL_FOR_MS,
        positions=positions,
    )


@lru_cache
def _game_start(game: int, attempt: int) -> wire.GameStart:
    return wire.GameStart(game, attempt)


def _cube(limit: int, table: TableState, at: dict[str, Any]) -> wire.Cube:
    value, where = table.cube.value, CubeState.OWNED
    owner, turn = table.cube.owner, _current(table)["turn"]
    if table.phase is Phase.DOUBLED:
        value, owner, where = table.cube.proposed, table.on_turn, CubeState.OFFERED
    elif not limit:
        where = CubeState.ABSENT
    elif owner is None:
        where = CubeState.CENTRED
    side = wire_side(owner)
    return _cube_at(at["game"], at["attempt"], turn, side, value, where)


@lru_cache(1024)
def _cube_at(
    game: int, attempt: int, turn: int, side: WireSide, value: int, where: CubeState
) -> wire.Cube:
    return wire.Cube(game, attempt, turn, side, cube=value, owner=side, state=where)


def _current(table: TableState) -> dict[str, Any]:
    return _turn(table.current) if table.current else _UNDECIDED


def _turn(key: TurnKey) -> dict[str, Any]:
    return {"turn": key.turn, "side": wire_side(key.side)}


def _game_over(state: MatchInPlay, table: TableState, at: dict[str, Any]) -> wire.GameOver:
    """Return the message with the game's present result.

    Its field `turn` has the number of this result among the results of this game at this table.
    """
    result, standing = table.result, state.standing(table.room)
    assert result is not None
    assert standing is not None
    winner = result.loser.opponent if result.loser else None
    return wire.GameOver(
        **at,
        turn=standing.number,
        side=wire_side(winner),
        ending=wire_ending(result.ending),
        left=result.left,
        cube=result.cube,
    )


def _dice(
    game: Game, state: MatchInPlay, table: TableState, at: dict[str, Any]
) -> list[wire.ServerMessage]:
    """Return the dice being played at this table; in the open room also an unconfirmed throw."""
    key = table.current if table.phase in (Phase.MOVE, Phase.QUESTIONED) else None
    waiting = uncounted(state) if table.room is Room.OPEN else None
    shown: list[wire.ServerMessage] = []
    if key or waiting:
        turn = key or waiting
        assert turn is not None
        dice = state.rolls[turn].dice
        shown.append(wire.DiceShow(**at, **_turn(turn), die1=dice.first, die2=dice.second))
    if waiting:
        shown.append(_unconfirmed(at, waiting))
    if key and table.phase is Phase.QUESTIONED:
        unfinished = is_unfinished(game, state, table)
        judgement = MoveJudgement.INCOMPLETE if unfinished else MoveJudgement.ILLEGAL
        shown.append(wire.MoveVerdict(**at, **_turn(key), judgement=judgement, points=0, event=0))
    return shown


def _count(game: Game, table: TableState, at: dict[str, Any]) -> list[wire.ServerMessage]:
    """Return the points and trous of a game that counts them.

    If a trou was won in Trictrac and its winner may choose, the question whether they stay or go
    follows.
    """
    count = table.count or game.counted(Side.WHITE)
    if count is None:
        return []
    turn, white, red = _current(table), count.score(Side.WHITE), count.score(Side.RED)
    score = wire.Score(
        **at,
        **turn,
        white_points=white.points,
        white_holes=white.holes,
        white_tokens=white.tokens,
        red_points=red.points,
        red_holes=red.holes,
        red_tokens=red.tokens,
    )
    shown: list[wire.ServerMessage] = [score]
    if may_choose(table):
        about = Question.HOLD_OR_GO
        shown.append(wire.Ask(**at, **turn, question=about, about=about, candidates=()))
    return shown


def _which_play(table: TableState, at: dict[str, Any]) -> wire.Ask:
    """Return the question which of several possible plays was made (ruling 10).

    It has the first ASKED_AT_ONCE of these plays. If the player made none of them, the others are
    asked next.
    """
    candidates = tuple(
        tuple((move.origin, move.target) for move in play) for play in table.asked[:ASKED_AT_ONCE]
    )
    question = wire.FIRST_WHICH_PLAY + table.askings - 1
    return wire.Ask(
        **at,
        **_current(table),
        question=question,
        about=Question.WHICH_PLAY,
        candidates=candidates,
    )


def _asked(state: AnyMatchState, room: Room, at: dict[str, Any]) -> list[wire.ServerMessage]:
    """Return the question for a player in the open room, if there is one.

    It is whether a play is finished, if the opponent threw early; or whether the server shall draw
    the remaining rolls of the tail, if the opponent has asked for this.
    """
    if room is Room.CLOSED or state.open.current is None:
        return []
    key = state.open.current
    if state.early is not None and not is_asked(state.open):
        return [_question(at, key.turn, key.side, Question.FINISHED)]
    if not isinstance(state, DuplicateState) or not state.rest_chosen:
        return []
    other = rest_asked_of(state)
    return [] if other is None else [_question(at, key.turn, other, Question.DRAW_REST)]


def _question(at: dict[str, Any], turn: int, side: Side, about: Question) -> wire.Ask:
    return wire.Ask(
        **at, turn=turn, side=wire_side(side), question=about, about=about, candidates=()
    )


def _unconfirmed(at: dict[str, Any], key: TurnKey) -> wire.RollVerdict:
    return wire.RollVerdict(
        **at,
        **_turn(key),
        judgement=RollJudgement.UNCONFIRMED,
        reason=FaultCode.NONE,
        event=0,
    )
