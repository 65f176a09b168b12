"""What a director asks for a team that comes when a round robin is under way (ruling 1)."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class JoinStage:
    """Let a team play in a group; `round` is the next one, as the sender saw it."""

    stage: int
    group: int
    team: str
    round: int
    reason: str
