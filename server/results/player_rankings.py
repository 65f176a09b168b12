"""Rankings of players: a table for each game and kind of match, as pages and forms show them."""

from collections.abc import Sequence
from dataclasses import dataclass

from server.persons.naming import Names
from server.results.person_results import DUPLICATE, PersonResult, PlayedMatch, ranked


@dataclass(frozen=True, slots=True)
class PlayerRow:
    """A line of a ranking; `place` is shared by those with the same sums."""

    place: int
    person: str
    name: str
    matches: int
    games: int
    won: int
    own: tuple[int, int]
    difference: str
    smp: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Ranking:
    """One game and kind of match; `compared` says whether IMP or points are added up."""

    game_name: str
    duplicate: bool
    compared: str
    rows: tuple[PlayerRow, ...]


def rankings(played: Sequence[PlayedMatch], names: Names) -> list[Ranking]:
    """A ranking for each game and kind of match, those with most matches first."""
    by_kind: dict[tuple[str, str], list[PersonResult]] = {}
    for line in ranked(played, names):
        by_kind.setdefault((line.game_name, line.kind), []).append(line)
    made = [_ranking(game, kind, lines, names) for (game, kind), lines in by_kind.items()]
    return sorted(made, key=lambda each: -sum(row.matches for row in each.rows))


def _ranking(game: str, kind: str, lines: Sequence[PersonResult], names: Names) -> Ranking:
    by_imp = kind == DUPLICATE and any(line.imp != (0, 0) for line in lines)
    rows, place, last = list[PlayerRow](), 0, None
    for number, line in enumerate(lines, 1):
        own = line.imp if by_imp else line.points
        sums = own[0] - own[1], line.smp[0] - line.smp[1]
        place = place if sums == last else number
        last = sums
        rows.append(
            PlayerRow(
                place=place,
                person=line.person.text,
                name=names.of(line.person),
                matches=line.matches,
                games=line.games,
                won=line.won,
                own=own,
                difference=f"{sums[0]:+d}".replace("-", "−") if sums[0] else "0",
                smp=line.smp,
            )
        )
    return Ranking(game, kind == DUPLICATE, "IMP" if by_imp else "", tuple(rows))
