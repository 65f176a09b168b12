"""One table after what happened at it: dice, plays, the cube, resignations (rulings 3, 7 and 9)."""

from dataclasses import replace

from rules import events as ev
from rules.dice import Roll
from rules.games.counting import Choice, CountedTable
from rules.games.game import Game
from rules.play import Play
from rules.position import Position
from rules.room import Room
from rules.tables.state import EndClaim, Phase, TableState, TurnKey


def fresh_table(game: Game, room: Room, *, recorded: bool = True) -> TableState:
    """A table set up for a game, before its opening; `recorded`: its positions are."""
    start = game.start()
    return TableState(room=room, position=start, before=start, recorded=recorded)


def thrown(game: Game, table: TableState, key: TurnKey, dice: Roll) -> TableState:
    """The table once the dice of that side's turn lie on it."""
    turns = table.turns_with(key)
    count = table.count or game.counted(key.side)
    return replace(
        table,
        current=key,
        turns=turns,
        before=table.position,
        thrown_turns=turns,
        thrown_cube=table.cube,
        phase=Phase.MOVE,
        asked=(),
        declared=False,
        count_before=count,
        count=count and count.thrown(dice),
    )


def back_to(table: TableState, key: TurnKey, dice: Roll) -> TableState:
    """The table as it was right after its latest throw, now that key's dice are the thrown ones."""
    opening = sum(table.thrown_turns) == 1
    turns = (0, 0) if opening else table.thrown_turns
    table = replace(
        table,
        turns=turns,
        position=table.before,
        cube=table.thrown_cube,
        phase=Phase.MOVE,
        asked=(),
        declared=False,
        resigning=None,
        claim=None,
        result=None,
    )
    count = table.count_before
    return replace(table.with_turn(key), count=count and count.thrown(dice))


def after_event(table: TableState, event: ev.RoomEvent) -> TableState:
    """The table after an event in play; one about a result or its confirmation changes nothing."""
    match event:
        case ev.PlayerSet():
            return replace(table, players_set=table.players_set | {event.side})
        case ev.TurnReady():
            declared = Phase.DECLARED if table.phase is Phase.TO_ACT else table.phase
            return replace(table, declared=True, phase=declared)
        case ev.PlayMade():
            count = table.count and table.count.played(event.moves)
            return _next_turn(table, event.position, count)
        case ev.PlayCondoned():
            count = table.count and table.count.condoned(event.position)
            return _next_turn(table, event.position, count)
        case ev.PlayAsked():
            return _asked(table, event.plays)
        case ev.TurnPlayed():
            return _next_turn(table, table.position, table.count)
        case ev.PlayQuestioned():
            return replace(table, position=event.position, phase=Phase.QUESTIONED, asked=())
        case ev.PositionCorrected():
            count = table.count and table.count.put_right(event.position)
            return replace(table, position=event.position, count=count)
        case ev.EchoMismatched() | ev.TableReleased():
            return replace(table, stopped=isinstance(event, ev.EchoMismatched))
        case ev.ChoiceMade():
            return _chosen(table, event.choice)
        case ev.DoubleOffered():
            return replace(table, phase=Phase.DOUBLED)
        case ev.DoubleTaken():
            phase = Phase.DECLARED if table.room is Room.CLOSED else Phase.TO_ACT
            cube = table.cube.taken_by(event.side.opponent)
            return replace(table, cube=cube, declared=True, phase=phase)
        case ev.ResignationOffered():
            return replace(table, resigning=(event.side, event.ending))
        case ev.ResignationRefused() | ev.GameResigned():
            return replace(table, resigning=None)
        case ev.EndClaimed():
            return replace(table, claim=EndClaim(event.side, event.ending, event.left))
        case ev.EndRefused():
            return replace(table, claim=None)
        case _:
            return table


def _asked(table: TableState, plays: tuple[Play, ...]) -> TableState:
    """Until a play is named the checkers lie, for all that is known, where the throw found them."""
    return replace(
        table,
        position=table.before,
        phase=Phase.MOVE,
        asked=plays,
        askings=table.askings + 1,
    )


def _chosen(table: TableState, choice: Choice) -> TableState:
    assert table.count is not None
    count = table.count.chosen(choice)
    if choice is Choice.HOLD:
        return replace(table, count=count)
    return _next_turn(table, count.position, count)


def _next_turn(table: TableState, lying: Position, count: CountedTable | None) -> TableState:
    """The next throw is awaited; who has gone or borne off his last checker throws again."""
    key = table.next_key() if count is None else table.own_next(count.thrower)
    return replace(
        table,
        position=lying if count is None else count.position,
        current=key,
        turns=table.turns_with(key),
        phase=Phase.TO_ACT,
        asked=(),
        declared=False,
        count=count,
    )
