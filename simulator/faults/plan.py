"""When which fault strikes a simulated board: by chance out of a seed, or by a script.

A plan is lines of text: `bit_flip 0.01` strikes one frame in a hundred, `silence at event 12` once,
`unplugged after ROLL` between the first roll and its acknowledgement, `unplugged after ROLL at
event 12` between the first such roll from that event on and its acknowledgement.
"""

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from random import Random

from simulator.faults.fault import BY_NAME, OUTSIDE, Fault

_LINE = re.compile(
    r"(?P<name>\w+)(?: (?P<chance>[0-9.]+))?"
    r"(?: after (?P<after>[A-Z_]+))?(?: at event (?P<event>[0-9]+))?"
)


class PlanRefused(ValueError):
    """A line of a plan that cannot be followed: it names the line and what is allowed."""

    def __init__(self, line: str, allowed: str) -> None:
        super().__init__(f"fault plan: {line!r}; allowed: {allowed}")


@dataclass(frozen=True, slots=True)
class Moment:
    """What happens at a board: `message` is its name in docs/wire.md, empty for none.

    `event` is the number of the board's newest event.
    """

    event: int
    message: str = ""


@dataclass(frozen=True, slots=True)
class Scripted:
    """A fault that strikes once: with the first message `after`, or any, from that event on."""

    fault: Fault
    event: int = 0
    after: str = ""

    def is_due(self, at: Moment) -> bool:
        """Whether it strikes now."""
        return at.event >= self.event and self.after in ("", at.message)


@dataclass(frozen=True, slots=True)
class FaultPlan:
    """Faults by chance, each with its probability at every moment that fits it, and by script."""

    chances: Mapping[Fault, float] = field(default_factory=dict)
    script: tuple[Scripted, ...] = ()

    @classmethod
    def of(cls, *lines: str) -> "FaultPlan":
        """The plan in words, as the head of this module shows. Raises PlanRefused."""
        chances, script = dict[Fault, float](), list[Scripted]()
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


def _named(line: str, name: str) -> Fault:
    fault = BY_NAME.get(name)
    if fault is None or fault in OUTSIDE:
        names = ", ".join(each.plan_name for each in Fault if each not in OUTSIDE)
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
    """A plan being followed at one board; equal seeds and moments give equal strikes.

    `struck` counts what has happened. Each fault has chance of its own, so that one more in the
    plan does not move the others. `stop` ends all faults: what is played out then is undisturbed.
    """

    def __init__(self, plan: FaultPlan, seed: int | str) -> None:
        self.struck: Counter[Fault] = Counter()
        self._chances = dict(plan.chances)
        self._script = list(plan.script)
        self._chance = {fault: Random(f"{seed}/{fault.name}") for fault in Fault}

    def strikes(self, fault: Fault, at: Moment) -> bool:
        """Whether the fault happens at this moment, which fits it."""
        scripted = next((each for each in self._script if each.fault is fault), None)
        if scripted is not None and scripted.is_due(at):
            self._script.remove(scripted)
        elif self._chance[fault].random() >= self._chances.get(fault, 0.0):
            return False
        self.struck[fault] += 1
        return True

    def chance_of(self, fault: Fault) -> Random:
        """What else about that fault is left to chance."""
        return self._chance[fault]

    def stop(self) -> None:
        """Let nothing strike any more."""
        self._chances.clear()
        self._script.clear()
