"""The forty faults that a hall has to cope with (docs/faults.md), and plans of faults.

A plan says when faults happen to a simulated board: by chance with a seed, or by a script. Each
line of a plan is one fault:

- `bit_flip 0.01` happens to one frame in a hundred.
- `silence at event 12` happens once, when the board's event 12 is reached.
- `unplugged after ROLL` happens once, after the board has sent its first ROLL and before the server
  acknowledges it.
- `unplugged after ROLL at event 12` does the same with the first ROLL from event 12 on.

ALL_AT_ONCE is a plan with every fault that a hall overcomes without a person's help.
"""

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from random import Random


class PlannedFault(Enum):
    """A fault with its number; plans have its name in small letters."""

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
        """The fault's name as it is written in plans."""
        return self.name.lower()


BY_NAME = {fault.plan_name: fault for fault in PlannedFault}
OUTSIDE = frozenset(
    {
        PlannedFault.SERVER_KILLED,
        PlannedFault.BOARD_AHEAD,
        PlannedFault.BOARD_TWICE,
        PlannedFault.ROOMS_SWAPPED,
        PlannedFault.PORT_HELD,
        PlannedFault.CLOSED_ROOM_AHEAD,
    }
)
"""Faults outside a single board or line, which plans cannot have.

These faults are caused by the person who operates the server, the records and the cables.
"""
RECOVERABLE = frozenset(
    fault
    for fault in PlannedFault
    if fault.value <= 14
    or fault
    in (
        PlannedFault.CHECKER_IN_HAND,
        PlannedFault.SLIDE_THROUGH_POINTS,
        PlannedFault.SENSOR_FLICKER,
        PlannedFault.BUTTON_BOUNCE,
        PlannedFault.CLOCK_JUMP,
    )
)
"""Faults that the hall overcomes without a person's help."""


_LINE = re.compile(
    r"(?P<name>\w+)(?: (?P<chance>[0-9.]+))?"
    r"(?: after (?P<after>[A-Z_]+))?(?: at event (?P<event>[0-9]+))?"
)


class PlanRefused(ValueError):
    """A line of a plan is invalid; the error's text has the line and what is allowed."""

    def __init__(self, line: str, allowed: str) -> None:
        super().__init__(f"fault plan: {line!r}; allowed: {allowed}")


@dataclass(frozen=True, slots=True)
class Moment:
    """A moment at which a fault can happen to a board.

    `event` is the number of the board's newest event. `message` is the name in docs/wire.md of the
    message that is being sent, or empty.
    """

    event: int
    message: str = ""


@dataclass(frozen=True, slots=True)
class Scripted:
    """A fault that happens once, at a message from event number `event` on.

    `after` is the name of the message in docs/wire.md; if it is empty, any message will do.
    """

    fault: PlannedFault
    event: int = 0
    after: str = ""

    def is_due(self, at: Moment) -> bool:
        """Return True if the fault has to happen at this moment."""
        return at.event >= self.event and self.after in ("", at.message)


@dataclass(frozen=True, slots=True)
class FaultPlan:
    """A plan of faults: faults by chance and faults by script.

    `chances` maps a fault to the probability, 0 to 1, that it happens at a moment at which it can
    happen.
    """

    chances: Mapping[PlannedFault, float] = field(default_factory=dict)
    script: tuple[Scripted, ...] = ()

    @classmethod
    def of(cls, *lines: str) -> "FaultPlan":
        """Return the plan written in these lines, in the form that this module's docstring shows.

        Raises PlanRefused.
        """
        chances, script = dict[PlannedFault, float](), list[Scripted]()
        for line in lines:
            parts = _LINE.fullmatch(line)
            if parts is None:
                raise PlanRefused(line, "NAME CHANCE or NAME [after MESSAGE] [at event NUMBER]")
            fault = _named(line, parts["name"])
            if parts["chance"] is None:
                script.append(Scripted(fault, int(parts["event"] or 0), parts["after"] or ""))
            else:
                chances[fault] = _chance(line, parts["chance"])
        return cls(chances, tuple(script))


def _named(line: str, name: str) -> PlannedFault:
    fault = BY_NAME.get(name)
    if fault is None or fault in OUTSIDE:
        names = ", ".join(each.plan_name for each in PlannedFault if each not in OUTSIDE)
        raise PlanRefused(line, names)
    return fault


def _chance(line: str, text: str) -> float:
    try:
        chance = float(text)
    except ValueError:
        chance = -1.0
    if not 0 <= chance <= 1:
        raise PlanRefused(line, "a chance of 0 to 1")
    return chance


class Strikes:
    """The execution of a plan at one board; equal seeds and moments give equal faults.

    `struck` counts the faults that have happened. Each fault has its own random generator, so that
    an additional fault in the plan does not change when the others happen. After `stop` no more
    faults happen.
    """

    def __init__(self, plan: FaultPlan, seed: int | str) -> None:
        self.struck: Counter[PlannedFault] = Counter()
        self._chances = dict(plan.chances)
        self._script = list(plan.script)
        self._chance = {fault: Random(f"{seed}/{fault.name}") for fault in PlannedFault}

    def strikes(self, fault: PlannedFault, at: Moment) -> bool:
        """Return True if the fault has to happen at this moment, and count it then.

        Call it only at moments at which the fault is possible.
        """
        scripted = next((each for each in self._script if each.fault is fault), None)
        if scripted is not None and scripted.is_due(at):
            self._script.remove(scripted)
        elif self._chance[fault].random() >= self._chances.get(fault, 0.0):
            return False
        self.struck[fault] += 1
        return True

    def chance_of(self, fault: PlannedFault) -> Random:
        """Return the fault's random generator, for other random choices about the fault."""
        return self._chance[fault]

    def stop(self) -> None:
        """End all faults of the plan."""
        self._chances.clear()
        self._script.clear()


ALL_AT_ONCE = FaultPlan.of(
    "bit_flip 0.005",
    "byte_lost_or_added 0.005",
    "duplicate_frame 0.02",
    "lost_ack 0.01",
    "boot_log 0.01",
    "odd_reads 0.005",
    "oversize_frame 0.002",
    "stops_reading 0.0005",
    "silence 0.0003",
    "unplugged 0.0005",
    "another_port 0.0005",
    "reboot_mid_turn 0.002",
    "reboot_before_ack 0.001",
    "checker_in_hand 0.03",
    "slide_through_points 0.05",
    "sensor_flicker 0.03",
    "button_bounce 0.03",
    "clock_jump 0.05",
)
"""Recoverable faults with their chances at a frame or a message.

Killing the server is left to the caller.
"""
