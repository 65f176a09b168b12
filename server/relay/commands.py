"""What a board must show, derived from the state alone, so that saying it twice does no harm.

What the closed room's board is told depends on its own table and on released rolls, on nothing
else: its messages, their number and their size are the same whatever the open room did (ruling 7).
"""

from functools import lru_cache
from typing import Any

from board_drivers.wire import messages as wire
from board_drivers.wire.values import (
    Awaited,
    CubeState,
    FaultCode,
    GameKind,
    MoveJudgement,
    Question,
    RollJudgement,
    WireRoom,
    WireSide,
)
from rules.duplicate.release import tail_key, throw_is_held
from rules.duplicate.state import MatchState, Phase, TableState, TurnKey
from rules.duplicate.throws import uncounted
from rules.games.game import Game
from rules.room import Room
from rules.side import Side
from server.relay.wire_terms import wire_ending, wire_game, wire_room, wire_side

STILL_FOR_MS = 250
"""Milliseconds a sensor must be still before its change is true: a checker put down and let go of
again is no play (ours)."""
Commands = tuple[wire.ServerMessage, ...]
_UNDECIDED = {"turn": 1, "side": wire_side(None)}


def commands_for(game: Game, state: MatchState, room: Room) -> Commands:
    """Everything the room's board must know now, in the order it should hear it."""
    table = state.table(room)
    at: dict[str, Any] = {"game": state.game, "attempt": state.attempt}
    shown: list[wire.ServerMessage] = [
        _config(wire_game(game), wire_room(room), state.games, game.senses.cube_limit),
        _game_start(state.game, state.attempt),
        _cube(game, table, at),
    ]
    if table.result is not None:
        shown.append(_game_over(state, table, at))
    shown += _dice(state, table, at)
    shown += _count(game, table, at)
    awaited, turn = _awaited(state, table)
    if awaited is Awaited.ROLL:
        shown.append(wire.RollRequest(**at, **turn))
    return (*shown, wire.Wait(**at, **turn, what=awaited))


@lru_cache
def _config(played: GameKind, room: WireRoom, games: int, cube_limit: int) -> wire.Config:
    return wire.Config(
        played=played, room=room, games=games, cube_limit=cube_limit, debounce_ms=STILL_FOR_MS
    )


@lru_cache
def _game_start(game: int, attempt: int) -> wire.GameStart:
    return wire.GameStart(game, attempt)


def _cube(game: Game, table: TableState, at: dict[str, Any]) -> wire.Cube:
    value, where = table.cube.value, CubeState.OWNED
    owner, turn = table.cube.owner, _current(table)["turn"]
    if table.phase is Phase.DOUBLED:
        value, owner, where = table.cube.proposed, table.on_turn, CubeState.OFFERED
    elif not game.senses.cube_limit:
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


def _game_over(state: MatchState, table: TableState, at: dict[str, Any]) -> wire.GameOver:
    """The result that stands; `turn` is which of the game's results at this table it is."""
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


def _dice(state: MatchState, table: TableState, at: dict[str, Any]) -> list[wire.ServerMessage]:
    """The dice being played at this table; in the open room also a throw nobody has confirmed."""
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
        judgement = MoveJudgement.ILLEGAL
        shown.append(wire.MoveVerdict(**at, **_turn(key), judgement=judgement, points=0, event=0))
    return shown


def _count(game: Game, table: TableState, at: dict[str, Any]) -> list[wire.ServerMessage]:
    """Points and holes in a game that counts, and the choice its thrower has; else nothing."""
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
    if _may_choose(table):
        about = Question.HOLD_OR_GO
        shown.append(wire.Ask(**at, **turn, question=about, about=about, candidates=()))
    return shown


def _may_choose(table: TableState) -> bool:
    return table.phase is Phase.MOVE and table.count is not None and table.count.awaits_choice


def _unconfirmed(at: dict[str, Any], key: TurnKey) -> wire.RollVerdict:
    return wire.RollVerdict(
        **at,
        **_turn(key),
        judgement=RollJudgement.UNCONFIRMED,
        reason=FaultCode.NONE,
        event=0,
    )


def _awaited(state: MatchState, table: TableState) -> tuple[Awaited, dict[str, Any]]:
    turn = _current(table)
    if state.over:
        return Awaited.MATCH_OVER, turn
    if table.stopped:
        return Awaited.OPERATOR, turn
    if table.resigning is not None:
        answering = wire_side(table.resigning[0].opponent)
        return Awaited.RESIGNATION_ANSWER, {**turn, "side": answering}
    if table.phase is Phase.DOUBLED and table.on_turn is not None:
        return Awaited.DOUBLE_ANSWER, {**turn, "side": wire_side(table.on_turn.opponent)}
    if table.phase in (Phase.MOVE, Phase.QUESTIONED):
        return _awaited_play(state, table)
    if table.phase is Phase.FINISHED:
        return _awaited_finished(state, table)
    if table.room is Room.OPEN:
        waits = throw_is_held(state)
        return (Awaited.OTHER_ROOM if waits else Awaited.ROLL), turn
    return _awaited_closed(table)


def _awaited_finished(state: MatchState, table: TableState) -> tuple[Awaited, dict[str, Any]]:
    """Nothing waits for the confirmation of a result that was entered: tail rolls go first."""
    standing = state.standing(table.room)
    assert standing is not None
    confirming = {"turn": standing.number, "side": _missing(standing.players)}
    if not standing.settled:
        return Awaited.RESULT_CONFIRMATION, confirming
    waiting, tail = uncounted(state), tail_key(state)
    if table.room is Room.OPEN and waiting is not None:
        asked = {**_turn(waiting), "side": wire_side(waiting.side.opponent)}
        return Awaited.DICE_CONFIRMATION, asked
    if table.room is Room.OPEN and tail is not None:
        return Awaited.ROLL, _turn(tail)
    if not standing.confirmed:
        return Awaited.RESULT_CONFIRMATION, confirming
    return Awaited.NEXT_GAME, _current(table)


def _missing(known: frozenset[Side]) -> Any:
    """The one side still missing, or NONE while both are."""
    missing = [side for side in Side if side not in known]
    return wire_side(missing[0] if len(missing) == 1 else None)


def _awaited_play(state: MatchState, table: TableState) -> tuple[Awaited, dict[str, Any]]:
    """A play; before it a choice, for which dice must count as they must for a throw that wins."""
    turn, count = _current(table), table.count
    if count is None or not (_may_choose(table) or count.winner):
        return Awaited.MOVE, turn
    waiting = uncounted(state) if table.room is Room.OPEN else None
    if waiting is not None:
        return Awaited.DICE_CONFIRMATION, {**turn, "side": wire_side(waiting.side.opponent)}
    return Awaited.CHOICE, turn


def _awaited_closed(table: TableState) -> tuple[Awaited, dict[str, Any]]:
    turn = _current(table)
    if table.phase is Phase.OPENING and len(table.players_set) < len(Side):
        return Awaited.SET, {**turn, "side": _missing(table.players_set)}
    if table.phase is Phase.TO_ACT:
        return Awaited.READY_OR_DOUBLE, turn
    return Awaited.OTHER_ROOM, turn
