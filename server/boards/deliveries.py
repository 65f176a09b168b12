"""The boards' frames that are stored, and those that are being written to the log.

A board that reconnects while one of its frames is being written sends the frame again on its new
link. The frame must be stored once, and acknowledged on the link that is open when it is stored. An
acknowledgement covers all earlier frames as well, so a frame may not be stored while an earlier
frame is missing.

Also here: the comparison of the position that a board reports when it reconnects with the position
of its table in the match. docs/wire.md, "Handshake", says that a SNAPSHOT settles any doubt. The
position is certain only between turns. A play that is being made is judged by its TURN_DONE;
checkers are set up and cleared away before and after a game, and in Trictrac also during a game
(rulings 24 and 25). If a table does not record positions, its position is never certain.
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
    """One journal: all frames up to number `head` are stored, and those numbered in `beyond`."""

    head: int = 0
    beyond: set[int] = field(default_factory=set)
    under_way: dict[int, list[DurableCallback]] = field(default_factory=dict)


class Deliveries:
    """The journals of all boards.

    `heads` are the numbers stored so far, by board id and journal id. `stored` is called with the
    board's id each time a frame has been stored.
    """

    def __init__(
        self, heads: Mapping[tuple[str, bytes], int], stored: Callable[[str], None] | None = None
    ) -> None:
        self._stored = stored
        self._journals = {journal: _Journal(head) for journal, head in heads.items()}

    def head(self, board_id: str, journal_id: bytes) -> int:
        """Return the highest number up to which all events of the journal are stored, or 0."""
        journal = self._journals.get((board_id, journal_id))
        return journal.head if journal else 0

    def knows_another(self, board_id: str, journal_id: bytes) -> bool:
        """Return True if nothing of this journal is stored, but another journal of the board is."""
        if self.head(board_id, journal_id):
            return False
        return any(known[0] == board_id and each.head for known, each in self._journals.items())

    def begin(self, entry: JournalEntry, durable: DurableCallback) -> bool:
        """Return True if the frame is to be written now. `durable` is called once it is stored.

        A frame whose predecessor is missing is not written: the board will send both again.
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
        """Mark the frame as stored, and call the callbacks of the frames that are now complete.

        A frame is complete when it and all frames before it are stored.
        """
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
        """Note that the frame could not be written, so that it is written when it is sent again."""
        self._journal(entry).under_way.pop(entry.number, None)

    def _journal(self, entry: JournalEntry) -> _Journal:
        return self._journals.setdefault((entry.board_id, entry.journal_id), _Journal())


_BETWEEN_TURNS = (Phase.TO_ACT, Phase.DOUBLED, Phase.DECLARED)


def differences(
    state: MatchInPlay, room: Room, found: Sensed, sensors: Sensors
) -> tuple[PlaceDiffers, ...]:
    """Return the places whose checkers certainly differ from those of the match.

    Places count from each side's own home; they count from White's home if the sensors cannot tell
    the colours. Places masked as faulty are ignored. Two stacks above the sensors' limit count as
    equal.
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
    """Yield, for each place, the count that the sensors found and the count in `position`.

    Only counts that sensors of this kind can report are yielded. Without `colour`, the sensors
    count the checkers of both sides together.
    """
    for side, counts in ((Side.WHITE, found.white), (Side.RED, found.red)):
        for place in ALL_PLACES if sensors.colour else (OFF,):
            yield PlaceDiffers(side, place, counts[place], position.of(side)[place])
    for white in () if sensors.colour else ALL_PLACES[1:]:
        red = sensors.facing_place(white)
        known = position.white[white] + position.red[red]
        yield PlaceDiffers(None, white, found.white[white] + found.red[red], known)


def _is_being_set(table: TableState) -> bool:
    """Return True if each side has all checkers in one place: they may still be being set up.

    Long gammon and Trictrac begin in this way.
    """
    return all(max(table.position.of(side)) == CHECKERS for side in Side)
