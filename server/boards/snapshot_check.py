"""What a board says lies on it after a reconnection, against what its table knows.

docs/wire.md, "Handshake": a SNAPSHOT settles any doubt. Only between turns does the table know
what must lie there: a play under way is judged by its TURN_DONE, checkers are set up and cleared
away before and after a game, and in Trictrac in the middle of one (rulings 24 and 25).
"""

from board_drivers.wire import messages as wire
from rules.position import BAR, CHECKERS, OFF
from rules.room import Room
from rules.side import Side
from rules.tables.state import MatchInPlay, Phase, TableState
from server.boards.board_alarm import PlaceDiffers

_BETWEEN_TURNS = (Phase.TO_ACT, Phase.DOUBLED, Phase.DECLARED)
_NO_POINTS = (OFF, BAR)


def differences(
    state: MatchInPlay, room: Room, found: wire.Snapshot, point_limit: int
) -> tuple[PlaceDiffers, ...]:
    """Where something lies otherwise than it should; empty if nowhere that is known.

    Points are counted from each side's own home; `point_limit` is how many checkers the board can
    count on one, 0 for any number. Points masked as faulty say nothing.
    """
    table = state.table(room)
    if table.phase not in _BETWEEN_TURNS or _is_being_set(table):
        return ()
    limit = point_limit or 15
    return tuple(
        PlaceDiffers(side, place, sensed, known)
        for side, counts in ((Side.WHITE, found.position.white), (Side.RED, found.position.red))
        for place, (sensed, known) in enumerate(zip(counts, table.position.of(side), strict=True))
        if not _is_masked(found.fault_mask, side, place)
        and sensed != (min(known, limit) if place not in _NO_POINTS else known)
    )


def _is_being_set(table: TableState) -> bool:
    """All checkers belong where a game starts, and perhaps not all of them have been put there."""
    return all(max(table.position.of(side)) == CHECKERS for side in Side)


def _is_masked(mask: int, side: Side, place: int) -> bool:
    """The mask counts White's points; the bar and the trays are bits of their own."""
    bit = 25 - place if side is Side.RED and place not in _NO_POINTS else place
    return bool(mask >> bit & 1)
