"""The strip above the tiles: what somebody has to do in the hall, who has waited longest first."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from rules.identities import MatchAddress
from rules.scoring.teams import PerTeam
from server.console.needs import Need
from server.console.sentences import since_words
from server.console.tiles.tile import Tile
from server.words.translation import Words


@dataclass(frozen=True, slots=True)
class StripLine:
    """A need of the hall and the match it is in.

    `since` is since when it waits, empty where nobody can say or its own text does, `more` how many
    others the match has that are of the same kind and have no line.
    """

    need: Need
    address: MatchAddress
    teams: PerTeam[str]
    since: str = ""
    more: int = 0


def strip_of(tiles: Iterable[Tile], words: Words, now: datetime) -> list[StripLine]:
    """Every need that has stood since some time, the longest first, calls before others.

    Behind them, a line a match, is what is missing for a match to begin, or to be signed.
    """
    waiting, later = list[StripLine](), list[StripLine]()
    for tile in tiles:
        known = [need for need in tile.needs if tile.begun and need.since is not None]
        other = [need for need in tile.needs if need not in known]
        for need in known:
            since = "" if need.called else since_words(words, need.since, now)
            waiting.append(StripLine(need, tile.address, tile.teams, since))
        for need in other[:1]:
            later.append(StripLine(need, tile.address, tile.teams, more=len(other) - 1))
    return sorted(waiting, key=_place) + sorted(later, key=lambda line: line.need.rank)


def _place(line: StripLine) -> tuple[bool, datetime, MatchAddress]:
    assert line.need.since is not None
    return line.need.called is None, line.need.since, line.address
