"""What a Trictrac table refuses."""

from rules.errors import RulesError


class InvalidMark(RulesError):
    """Points nobody can mark (player: say an even number)."""

    def __init__(self, field: str, value: int) -> None:
        super().__init__(f"{field}: {value} is not possible; allowed: 0, 2, 4 and so on")
        self.field = field
        self.value = value


class WrongMoment(RulesError):
    """Something was done while the table waits for something else (player: do that first)."""

    def __init__(self, done: str, awaited: str) -> None:
        super().__init__(f"{done}: the table waits for {awaited}")
        self.done = done
        self.awaited = awaited
