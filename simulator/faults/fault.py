"""The forty faults that a hall has to live with (docs/faults.md)."""

from enum import Enum


class Fault(Enum):
    """A fault by its number; its name in small letters is how a plan names it."""

    BIT_FLIP = 1
    BYTE_LOST_OR_ADDED = 2
    DUPLICATE_FRAME = 3
    LOST_ACK = 4
    BOOT_LOG = 5
    ODD_READS = 6
    OVERSIZE_FRAME = 7
    STOPS_READING = 8
    SILENCE = 9
    UNPLUGGED = 10
    ANOTHER_PORT = 11
    REBOOT_MID_TURN = 12
    REBOOT_BEFORE_ACK = 13
    SERVER_KILLED = 14
    JOURNAL_WIPED = 15
    BOARD_AHEAD = 16
    BOARD_TWICE = 17
    WRONG_VERSION = 18
    BAD_TAG = 19
    ROOMS_SWAPPED = 20
    COCKED_DIE = 21
    NUDGED_DIE = 22
    UNASKED_ROLL = 23
    MIS_KEYED_ROLL = 24
    OTHER_DICE_SHOWN = 25
    CHECKER_IN_HAND = 26
    SLIDE_THROUGH_POINTS = 27
    DEAD_SENSOR = 28
    SENSOR_FLICKER = 29
    TALL_STACK = 30
    ILLEGAL_PLAY = 31
    EARLY_TURN_DONE = 32
    LATE_DOUBLE = 33
    TAKE_AND_PASS = 34
    BUTTON_BOUNCE = 35
    CLOCK_JUMP = 36
    LOW_BATTERY = 37
    WRONG_BAUD = 38
    PORT_HELD = 39
    CLOSED_ROOM_AHEAD = 40

    @property
    def plan_name(self) -> str:
        """How a plan names it."""
        return self.name.lower()


BY_NAME = {fault.plan_name: fault for fault in Fault}
OUTSIDE = frozenset(
    {
        Fault.SERVER_KILLED,
        Fault.BOARD_AHEAD,
        Fault.BOARD_TWICE,
        Fault.ROOMS_SWAPPED,
        Fault.PORT_HELD,
        Fault.CLOSED_ROOM_AHEAD,
    }
)
"""Faults of no one board or line: whoever runs server, records and cables brings them about."""
RECOVERABLE = frozenset(
    fault
    for fault in Fault
    if fault.value <= 14
    or fault
    in (
        Fault.CHECKER_IN_HAND,
        Fault.SLIDE_THROUGH_POINTS,
        Fault.SENSOR_FLICKER,
        Fault.BUTTON_BOUNCE,
        Fault.CLOCK_JUMP,
    )
)
"""Faults that pass without a person's help."""
