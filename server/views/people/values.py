"""Rankings of players, and a player's sums by room, separately for each game and kind of match."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from rules.games.known_games import INFOS
from rules.identities import PersonId
from rules.room import Room
from server.values.naming import Names, resolved
from server.values.played_match import DUPLICATE, PersonResult, PlayedMatch, ranked

FORM = 5
"""Number of results in a person's form."""


@dataclass(frozen=True, slots=True)
class Record:
    """A person's matches that are over: how many were won, drawn and lost.

    `form` has the last FORM results, the latest first: 1 won, 0 drawn, -1 lost.
    """

    won: int = 0
    drawn: int = 0
    lost: int = 0
    form: tuple[int, ...] = ()

    @property
    def matches(self) -> int:
        """The number of these matches."""
        return self.won + self.drawn + self.lost

    @property
    def text(self) -> str:
        """The record as figures, such as 5–1–3: won, drawn and lost."""
        return f"{self.won}–{self.drawn}–{self.lost}"


NOTHING_WON = Record()
"""The record of a person without a match that is over."""


@dataclass(frozen=True, slots=True)
class PlayerRow:
    """A player's line in a ranking. Players with the same difference share a `place`.

    `matches` and `games` are the numbers that the player played, `won` the number of games won.
    `own` are the sums for and against the player, in the ranking's unit, and `difference` their
    difference in words. `smp` are the sums of SMP for and against. `record` counts the matches.
    """

    place: int
    person: str
    name: str
    matches: int
    games: int
    won: int
    own: tuple[int, int]
    difference: str
    smp: tuple[int, int]
    record: Record


@dataclass(frozen=True, slots=True)
class Ranking:
    """The ranking of players in one game and kind of match.

    `duplicate` is True for matches in two rooms, False for matches at one table. `compared` is the
    unit of the sums: "IMP", or empty for points.
    """

    game_name: str
    duplicate: bool
    compared: str
    rows: tuple[PlayerRow, ...]


def rankings(played: Sequence[PlayedMatch], names: Names) -> list[Ranking]:
    """Return one ranking for each game and kind of match, the one with most matches first.

    `played` are the matches that count.
    """
    by_kind: dict[tuple[str, str], list[PersonResult]] = {}
    for line in ranked(played, names):
        by_kind.setdefault((line.game_name, line.kind), []).append(line)
    known = {each: records(_of_kind(played, *each), names) for each in by_kind}
    made = [
        _ranking(game, kind, lines, names, known[game, kind])
        for (game, kind), lines in by_kind.items()
    ]
    return sorted(made, key=lambda each: -sum(row.matches for row in each.rows))


@dataclass(frozen=True, slots=True)
class PlayerSums:
    """One person's sums in one game and kind of match; `compared` is as in a Ranking.

    `rows` has a row for each room in which the person sat, then the total with None as room. For
    matches at one table it has only the total.
    """

    game_name: str
    duplicate: bool
    compared: str
    rows: tuple[tuple[Room | None, PlayerRow], ...]


def sums_by_room(person: PersonId, played: Sequence[PlayedMatch], names: Names) -> list[PlayerSums]:
    """Return a person's sums in these matches, one PlayerSums for each game and kind of match.

    They are in the order in which `rankings` has these games and kinds.
    """
    own = [_of_person(match, person, names) for match in played]
    whole = rankings([match for match in own if match.tallies], names)
    rooms = {room: rankings([_of_room(match, room) for match in own], names) for room in Room}
    return [
        PlayerSums(
            every.game_name,
            every.duplicate,
            every.compared,
            (
                *((room, row) for room in Room for row in _rows_like(every, rooms[room])),
                *((None, row) for row in every.rows),
            ),
        )
        for every in whole
    ]


def records(played: Iterable[PlayedMatch], names: Names) -> dict[str, Record]:
    """Return everybody's record by the person's id, with merged persons as one.

    Matches that are not over count for nothing. The form is by the times of results.
    """
    results = dict[str, list[int]]()
    over = [each for each in played if each.score is not None]
    for match in sorted(over, key=_when_over):
        for person, result in match_results(match, names).items():
            results.setdefault(person, []).append(result)
    return {
        person: Record(
            every.count(1), every.count(0), every.count(-1), tuple(every[: -FORM - 1 : -1])
        )
        for person, every in results.items()
    }


def match_results(match: PlayedMatch, names: Names) -> dict[str, int]:
    """Return who won (1), lost (-1) or drew (0) a match that is over, by the persons' ids."""
    found = dict[str, int]()
    for tally in match.tallies:
        result = match.result_of(tally.person)
        if result is not None:
            found[standing_id(tally.person, names).text] = result
    return found


def _when_over(match: PlayedMatch) -> tuple[bool, float, int]:
    """Return a key by which matches without a posted result come last."""
    ended = match.ended
    return ended is None, 0.0 if ended is None else ended.timestamp(), match.match_id.number


def standing_id(person: PersonId, names: Names) -> PersonId:
    """Return the id that stands for a person, who may have several after a merge."""
    known = resolved(names.persons, person)
    return person if known is None else known.person_id


def is_person(person: PersonId, sat: PersonId, names: Names) -> bool:
    """Return True if `sat` is an id of that person, who may have several after a merge."""
    return person == standing_id(sat, names)


def _of_person(match: PlayedMatch, person: PersonId, names: Names) -> PlayedMatch:
    own = (each for each in match.tallies if is_person(person, each.person, names))
    return match._replace(tallies=tuple(own))


def _of_room(match: PlayedMatch, room: Room) -> PlayedMatch:
    return match._replace(tallies=tuple(each for each in match.tallies if each.room is room))


def _rows_like(ranking: Ranking, others: Sequence[Ranking]) -> Iterator[PlayerRow]:
    """Yield the rows of those of the `others` that have the same game and kind as `ranking`."""
    for other in others:
        if (other.game_name, other.duplicate) == (ranking.game_name, ranking.duplicate):
            yield from other.rows


def _of_kind(played: Sequence[PlayedMatch], game: str, kind: str) -> list[PlayedMatch]:
    return [each for each in played if (each.game_name, each.kind) == (game, kind)]


def _ranking(
    game: str,
    kind: str,
    lines: Sequence[PersonResult],
    names: Names,
    known: Mapping[str, Record],
) -> Ranking:
    by_imp = kind == DUPLICATE and not INFOS[game].scored.counted
    rows, place, last = list[PlayerRow](), 0, None
    for number, line in enumerate(lines, 1):
        own = line.imp if by_imp else line.points
        difference = own[0] - own[1]
        place = place if difference == last else number
        last = difference
        rows.append(
            PlayerRow(
                place=place,
                person=line.person.text,
                name=names.of(line.person),
                matches=line.matches,
                games=line.games,
                won=line.won,
                own=own,
                difference=f"{difference:+d}".replace("-", "−") if difference else "0",
                smp=line.smp,
                record=known.get(line.person.text, NOTHING_WON),
            )
        )
    return Ranking(game, kind == DUPLICATE, "IMP" if by_imp else "", tuple(rows))
