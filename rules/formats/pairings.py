"""Pairings and rounds of a stage, and what a team that comes late changes of them (ADR 22)."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from rules import events as ev


@dataclass(frozen=True, slots=True)
class Pairing:
    """Two teams of a group in a round; `number` is their match's once the round is published.

    `missed` is the one that was not in the stage yet when its round was published.
    """

    group: int
    home: str
    away: str
    number: int | None = None
    missed: str = ""

    @property
    def teams(self) -> tuple[str, str]:
        """Home, White in the open room, then away."""
        return self.home, self.away


@dataclass(frozen=True, slots=True)
class Round:
    """A round of a stage; `byes` are teams of its groups that meet nobody in it.

    A pairing of a published round without a number is not played: one of the two has withdrawn.
    """

    number: int
    pairings: tuple[Pairing, ...]
    byes: tuple[str, ...]
    published: bool = False
    closed: bool = False


def with_joined(drafts: Sequence[Sequence[Pairing]], joined: ev.TeamJoined) -> list[list[Pairing]]:
    """The pairs of each round once that team plays in its group."""
    group, first = joined.group, joined.round
    behind = first - 1 + len(joined.rounds)
    changed = [[*pairs] for pairs in drafts]
    changed += [[] for _ in range(behind - len(drafts))]
    for number, pairs in enumerate(changed, 1):
        if number >= first:
            pairs[:] = [each for each in pairs if each.group != group]
    for number, announced in enumerate(joined.rounds, first):
        changed[number - 1] += [Pairing(group, home, away) for home, away in announced]
    for number, team in joined.missed:
        changed[number - 1].append(Pairing(group, team, joined.team))
    return changed


def joined_renamed(joined: ev.TeamJoined, team: str, name: str) -> ev.TeamJoined:
    """What is kept of a team that came late, once a team has another name."""

    def now(each: str) -> str:
        return name if each == team else each

    rounds = tuple(tuple((now(home), now(away)) for home, away in pairs) for pairs in joined.rounds)
    missed = tuple((number, now(each)) for number, each in joined.missed)
    return replace(joined, team=now(joined.team), rounds=rounds, missed=missed)
