"""The boards' frames that are durable, and those on their way to the log.

A board that reconnects while one of its frames is still being written sends it again on its new
link; it must be stored once and acknowledged on the link that is open when it is durable. A frame
is acknowledged together with all before it, so none may overtake one that could not be written.

Also here: the position that a board reports after a reconnection, compared with its table's.

docs/wire.md, "Handshake": a SNAPSHOT settles any doubt. Only between turns is the position certain:
a play under way is judged by its TURN_DONE, checkers are set up and cleared away before and after a
game, and in Trictrac in the middle of one (rulings 24 and 25). If no positions are recorded it
is never certain.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

from board_drivers.interpreter.sensors import ALL_PLACES, Sensed, Sensors
from rules.position import CHECKERS, OFF, Position, Side
from rules.room import Room
from rules.tables.state import MatchInPlay, Phase, TableState
from server.boards.board_alarm import PlaceDiffers
from server.store.event_log.contract import JournalEntry

DurableCallback = Callable[[], None]


@dataclass(slots=True)
class _Journal:
    """One journal: all up to `head` is durable, and so are the numbers in `beyond`."""

    head: int = 0
    beyond: set[int] = field(default_factory=set)
    under_way: dict[int, list[DurableCallback]] = field(default_factory=dict)


class Deliveries:
    """All board journals; `heads` by board id and journal id are what the log holds by now.

    `stored` is called with the board's id each time a frame has become durable.
    """

    def __init__(
        self, heads: Mapping[tuple[str, bytes], int], stored: Callable[[str], None] | None = None
    ) -> None:
        self._stored = stored
        self._journals = {journal: _Journal(head) for journal, head in heads.items()}

    def head(self, board_id: str, journal_id: bytes) -> int:
        """Return the highest event number of that journal that is durable with all before it.

        0 for none.
        """
        journal = self._journals.get((board_id, journal_id))
        return journal.head if journal else 0

    def knows_another(self, board_id: str, journal_id: bytes) -> bool:
        """Return True if another journal of that board is stored, and nothing of this one."""
        if self.head(board_id, journal_id):
            return False
        return any(known[0] == board_id and each.head for known, each in self._journals.items())

    def begin(self, entry: JournalEntry, durable: DurableCallback) -> bool:
        """Return True if this frame is to be written now; `durable` is called once it is.

        A frame that would leave a gap before it is not written: the board will send both again.
        """
        journal, number = self._journal(entry), entry.number
        if number <= journal.head:
            durable()
        elif number in journal.under_way or number in journal.beyond:
            journal.under_way.setdefault(number, []).append(durable)
        elif number == journal.head + 1 or number - 1 in (journal.beyond | set(journal.under_way)):
            journal.under_way[number] = [durable]
            return True
        return False

    def done(self, entry: JournalEntry) -> None:
        """Mark the frame as durable, and call those who wait once all before it is."""
        journal = self._journal(entry)
        journal.beyond.add(entry.number)
        while journal.head + 1 in journal.beyond:
            journal.head += 1
            journal.beyond.discard(journal.head)
            for durable in journal.under_way.pop(journal.head, []):
                durable()
        if self._stored is not None:
            self._stored(entry.board_id)

    def dropped(self, entry: JournalEntry) -> None:
        """Note that the frame could not be written; when it is sent again it is written then."""
        self._journal(entry).under_way.pop(entry.number, None)

    def _journal(self, entry: JournalEntry) -> _Journal:
        return self._journals.setdefault((entry.board_id, entry.journal_id), _Journal())


_BETWEEN_TURNS = (Phase.TO_ACT, Phase.DOUBLED, Phase.DECLARED)


def differences(
    state: MatchInPlay, room: Room, found: Sensed, sensors: Sensors
) -> tuple[PlaceDiffers, ...]:
    """Return the places whose checkers certainly differ from the match's; empty if none do.

    Points are counted from each side's own home, those of sensors that see no colour from White's.
    Points masked as faulty are ignored, and stacks above a point's limit look alike.
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
    """Yield every count that such sensors give, beside the one expected."""
    for side, counts in ((Side.WHITE, found.white), (Side.RED, found.red)):
        for place in ALL_PLACES if sensors.colour else (OFF,):
            yield PlaceDiffers(side, place, counts[place], position.of(side)[place])
    for white in () if sensors.colour else ALL_PLACES[1:]:
        red = sensors.facing_place(white)
        known = position.white[white] + position.red[red]
        yield PlaceDiffers(None, white, found.white[white] + found.red[red], known)


def _is_being_set(table: TableState) -> bool:
    """Return True if all checkers belong where a game starts, and may not all be set yet."""
    return all(max(table.position.of(side)) == CHECKERS for side in Side)
