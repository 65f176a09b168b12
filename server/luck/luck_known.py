"""What is known of the luck of a match that is over, and how far its judging has come."""

from dataclasses import dataclass, replace
from enum import Enum

from server.luck.compared_rooms import ComparedRooms
from server.luck.judged import JudgedMatch


class Step(Enum):
    """How far the judging of a match has come."""

    WAITING = "waiting"
    RUNNING = "running"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class Progress:
    """How far it has come: `done` of `games` while it runs, so many `before` it while it waits."""

    step: Step
    done: int = 0
    games: int = 0
    before: int = 0


@dataclass(frozen=True, slots=True)
class LuckKnown:
    """What is known of a match that is over.

    `judged` is None until an engine has judged it; `progress` then says how far that is, None where
    nothing is to be judged or no engine is `installed`.
    """

    compared: ComparedRooms
    judged: JudgedMatch | None
    progress: Progress | None
    installed: bool

    @property
    def coming(self) -> bool:
        """Whether there will be more of it by itself."""
        return self.progress is not None and self.progress.step is not Step.FAILED

    def as_digested(self) -> "LuckKnown":
        """The same however far its judging has come: that changes with every second."""
        return replace(self, progress=Progress(Step.WAITING)) if self.coming else self
