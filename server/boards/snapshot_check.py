"""What a board says lies on it after a reconnection, against what its table knows.

docs/wire.md, "Handshake": a SNAPSHOT settles any doubt. Only between turns does the table know
what must lie there: a play under way is judged by its TURN_DONE, checkers are set up and cleared
away before and after a game, and in Trictrac in the middle of one (rulings 24 and 25). Where no
positions are recorded it never knows.
"""

from collections.abc import Iterator

from board_drivers.interpreter.sensors import ALL_PLACES, Sensed, Sensors
from rules.position import CHECKERS, OFF, Position, Side
from rules.room import Room
from rules.tables.state import MatchInPlay, Phase, TableState
from server.boards.board_alarm import PlaceDiffers

_BETWEEN_TURNS = (Phase.TO_ACT, Phase.DOUBLED, Phase.DECLARED)


def differences(
    state: MatchInPlay, room: Room, found: Sensed, sensors: Sensors
) -> tuple[PlaceDiffers, ...]:
    """Where something lies otherwise than it should; empty if nowhere that is known.

    Points are counted from each side's own home, those of sensors that see no colour from White's.
    Points masked as faulty say nothing, and taller stacks than a point can count look alike.
    """
    table = state.table(room)
    if not table.recorded or table.phase not in _BETWEEN_TURNS or _is_being_set(table):
        return ()
    return tuple(
        each
        for each in _counts(table.position, found, sensors)
        if not sensors.is_masked(sensors.whites_place(each.side or Side.WHITE, each.place))
        and not sensors.may_be(each.place, each.sensed, each.known)
    )


def _counts(position: Position, found: Sensed, sensors: Sensors) -> Iterator[PlaceDiffers]:
    """Every count that such sensors give, beside what it should be."""
    for side, counts in ((Side.WHITE, found.white), (Side.RED, found.red)):
        for place in ALL_PLACES if sensors.colour else (OFF,):
            yield PlaceDiffers(side, place, counts[place], position.of(side)[place])
    for white in () if sensors.colour else ALL_PLACES[1:]:
        red = sensors.facing_place(white)
        known = position.white[white] + position.red[red]
        yield PlaceDiffers(None, white, found.white[white] + found.red[red], known)


def _is_being_set(table: TableState) -> bool:
    """All checkers belong where a game starts, and perhaps not all of them have been put there."""
    return all(max(table.position.of(side)) == CHECKERS for side in Side)
