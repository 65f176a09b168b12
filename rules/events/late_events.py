"""A team that joins a round robin which is under way (ruling 1, ADR 22)."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamJoined:
    """A team plays in a group from round `round` on, the first that was not published.

    `rounds` are the group's pairs from that round on, home first, in place of those drafted until
    now. `missed` are earlier rounds with who had a bye there: that team wins by walkover.
    """

    stage: int
    group: int
    team: str
    round: int
    rounds: tuple[tuple[tuple[str, str], ...], ...]
    missed: tuple[tuple[int, str], ...]
    reason: str
