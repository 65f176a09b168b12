"""The fork tallies of judged matches, and the ranking of people by their decisions at forks.

At a fork two people had the same position and roll and played differently. Neither had the better
dice, so whoever loses less there decides better. A fork tally sums up the decisions of one person
at the forks of one match, compared with those of the other room.

A match is judged once, by an engine. Its tallies are stored in memory and on disk, so that no match
is judged again for a visitor who opens a list or a ranking. The ranking covers matches that are
over, and can be printed as a form.
"""

import asyncio
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

import structlog

from rules import events as ev
from rules.duplicate.forks import Fork, ForkKind
from rules.games.known_games import INFOS
from rules.identities import MatchId, PersonId
from rules.room import Room
from rules.scoring.teams import TeamPlace, team_of
from server.matches.line_ups import player_of
from server.matches.match_record import MatchRecord
from server.store.accounts_db.accounts_file import AccountsUnavailable
from server.store.accounts_db.double_votes import ForkTallyStore, KeptTallies
from server.values.naming import Names, resolved
from server.values.played_match import DUPLICATE, PlayedMatch
from server.words.translation import Words
from yalta_extras.analysis.compared_rooms import ComparedRooms
from yalta_extras.analysis.judged import JudgedMatch
from yalta_extras.analysis.luck_sums import fork_cost
from yalta_extras.analysis.luck_tables import decimal

LEVEL = 0.0005
"""The difference, in points at cube 1, from which one play counts as better than another.

Costs that differ by less are mostly equal when they are shown with three decimals.
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class ForkTally:
    """How many of a person's plays at forks were better, equal or worse than the other room's.

    A play is better if it cost less. `lost` is the total cost of the person's own plays at forks,
    compared with the best plays, in points at cube 1.
    """

    person: PersonId
    better: int = 0
    equal: int = 0
    worse: int = 0
    lost: float = 0.0

    @property
    def forks(self) -> int:
        """The number of forks that the tally counts."""
        return self.better + self.equal + self.worse

    def with_play(self, own: float, other: float) -> "ForkTally":
        """Return the tally with one more fork.

        `own` is the cost of the person's own play at the fork, `other` that of the play in the
        other room, both in points at cube 1.
        """
        level = abs(own - other) < LEVEL
        return ForkTally(
            person=self.person,
            better=self.better + (not level and own < other),
            equal=self.equal + level,
            worse=self.worse + (not level and own > other),
            lost=self.lost + own,
        )

    def with_all_of(self, other: "ForkTally") -> "ForkTally":
        """Return the sum of both tallies as a tally of this tally's person."""
        return ForkTally(
            person=self.person,
            better=self.better + other.better,
            equal=self.equal + other.equal,
            worse=self.worse + other.worse,
            lost=self.lost + other.lost,
        )


def fork_tallies(
    record: MatchRecord, compared: ComparedRooms, judged: JudgedMatch
) -> tuple[ForkTally, ...]:
    """Return a tally for everybody who made a play at a fork of the match.

    Cube decisions are not judged and not counted. A match that counts in no standings has no
    tallies.
    """
    if record.scheduled.trial:
        return ()
    sums = dict[PersonId, ForkTally]()
    for game, fork, costs in _judged_forks(compared, judged):
        for room, other in ((Room.OPEN, Room.CLOSED), (Room.CLOSED, Room.OPEN)):
            person = who_decided(record, game, room, fork)
            known = sums.get(person, ForkTally(person=person))
            sums[person] = known.with_play(costs[room], costs[other])
    return tuple(sums.values())


def who_decided(record: MatchRecord, game: int, room: Room, fork: Fork) -> PersonId:
    """Return the person who decided in `room` at a fork of game `game`."""
    assert isinstance(record.scheduled, ev.MatchScheduled)
    home, away = record.teams
    team = home if team_of(fork.side, room) is TeamPlace.HOME else away
    return player_of(record, team, room, game)


def _judged_forks(
    compared: ComparedRooms, judged: JudgedMatch
) -> Iterator[tuple[int, Fork, dict[Room, float]]]:
    for game, shared in compared.shared.items():
        for fork in shared.forks:
            if fork.kind is ForkKind.PLAY:
                costs = {room: fork_cost(judged, game, room, fork) for room in Room}
                known = {room: cost for room, cost in costs.items() if cost is not None}
                if len(known) == len(Room):
                    yield game, fork, known


log = structlog.get_logger()
VERSION = 1
"""The version of the form in which tallies are stored.

Tallies of another version are ignored, and made again when somebody next asks for their match.
"""


class ForkBook:
    """The fork tallies of all judged matches, in memory and on disk.

    Those on disk are read when a method first needs them. Tallies that cannot be written to disk
    stay in memory, and are made again after the next start.
    """

    def __init__(self, store: ForkTallyStore) -> None:
        self._store = store
        self._reading, self._is_read = asyncio.Lock(), False
        self._judged = dict[MatchId, str]()
        self._tallies = dict[MatchId, Sequence[ForkTally]]()

    def __contains__(self, match_id: MatchId) -> bool:
        """Return True if the match has tallies in memory."""
        return match_id in self._tallies

    async def every(self) -> Mapping[MatchId, Sequence[ForkTally]]:
        """Return the tallies of all judged matches, keyed by match.

        Later changes of the book also change the returned mapping.
        """
        await self._read()
        return self._tallies

    async def has(self, match_id: MatchId, judged: JudgedMatch) -> bool:
        """Return True if the book has the match's tallies and they were made from `judged`."""
        await self._read()
        return self._judged.get(match_id) == _name_of(judged)

    async def keep(
        self, match_id: MatchId, judged: JudgedMatch, tallies: Sequence[ForkTally]
    ) -> None:
        """Store a match's tallies made from `judged`, unless the book has them already.

        If they cannot be written to disk, this is logged.
        """
        if await self.has(match_id, judged):
            return
        name = self._judged[match_id] = _name_of(judged)
        self._tallies[match_id] = tallies
        kept = KeptTallies(match_id, name, _written(tallies))
        try:
            await asyncio.to_thread(self._store.keep, kept, VERSION)
        except AccountsUnavailable as unavailable:
            log.warning("fork_tallies_not_kept", match=str(match_id), why=str(unavailable))

    async def forget(self, match_id: MatchId) -> None:
        """Delete the tallies of a match, which was over but is being played again."""
        await self._read()
        if self._judged.pop(match_id, None) is None:
            return
        del self._tallies[match_id]
        try:
            await asyncio.to_thread(self._store.forget, match_id)
        except AccountsUnavailable as unavailable:
            log.warning("fork_tallies_not_forgotten", match=str(match_id), why=str(unavailable))

    async def _read(self) -> None:
        """Read the tallies from disk, if not yet done; after an error the next call tries again."""
        async with self._reading:
            if self._is_read:
                return
            try:
                rows = await asyncio.to_thread(self._store.every, VERSION)
            except AccountsUnavailable as unavailable:
                log.warning("fork_tallies_not_read", why=str(unavailable))
                return
            for row in rows:
                if row.match_id not in self._judged:
                    self._judged[row.match_id] = row.judged
                    self._tallies[row.match_id] = _tallies_in(row.tallies)
            self._is_read = True


def _name_of(judged: JudgedMatch) -> str:
    return f"{judged.throws} {judged.engine} {judged.version} {judged.plies}"


def _written(tallies: Sequence[ForkTally]) -> str:
    return json.dumps(
        [[each.person.text, each.better, each.equal, each.worse, each.lost] for each in tallies]
    )


def _tallies_in(text: str) -> tuple[ForkTally, ...]:
    return tuple(
        ForkTally(person=PersonId(person), better=better, equal=equal, worse=worse, lost=lost)
        for person, better, equal, worse, lost in json.loads(text)
    )


LEAST: Final = 10
"""The number of forks that a person needs to be ranked (our choice).

A visitor can ask for another number.
"""
_DECIMALS: Final = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class DecisionRow:
    """A person's line in the ranking.

    `place` is their rank, None if they have too few forks. Persons with equal mean costs share a
    rank. `matches` is the number of matches in which the `tally` counts forks.
    """

    place: int | None
    person: PersonId
    name: str
    matches: int
    tally: ForkTally

    @property
    def mean(self) -> float:
        """The mean cost of the person's plays at forks, in points at cube 1."""
        return self.tally.lost / self.tally.forks

    def given_up(self, words: Words) -> str:
        """Return the mean cost (points given up per fork) as text in the language of `words`."""
        return decimal(self.mean, words, _DECIMALS)


@dataclass(frozen=True, slots=True, kw_only=True)
class DecisionRanking:
    """The ranking of people by the mean cost of their plays at forks.

    `rows` has the lines of people with at least `least` forks, then those of the others. `matches`
    is the number of matches that could be judged, `judged` the number of matches that have been
    judged.
    """

    rows: tuple[DecisionRow, ...]
    judged: int
    matches: int
    least: int


def decision_ranking(
    played: Iterable[PlayedMatch],
    forks: Mapping[MatchId, Sequence[ForkTally]],
    is_over: Callable[[MatchId], bool],
    names: Names,
    least: int = LEAST,
) -> DecisionRanking:
    """Return the ranking over those of the `played` matches that are over for everybody.

    `forks` are the tallies of the judged matches, keyed by match. `is_over` returns True for a
    match that is over for everybody. `least` is the number of forks that a person needs to be
    ranked. The tallies of persons who were merged are added up.
    """
    over = [
        each
        for each in played
        if each.kind == DUPLICATE
        and INFOS[each.game_name].nets
        and each.tallies
        and is_over(each.match_id)
    ]
    judged = [forks[each.match_id] for each in over if each.match_id in forks]
    sums, matches = dict[PersonId, ForkTally](), dict[PersonId, int]()
    for tallies in judged:
        met = set[PersonId]()
        for tally in tallies:
            known = resolved(names.persons, tally.person)
            person = tally.person if known is None else known.person_id
            sums[person] = sums.get(person, ForkTally(person=person)).with_all_of(tally)
            matches[person] = matches.get(person, 0) + (person not in met)
            met.add(person)
    lines = [
        DecisionRow(
            place=None,
            person=person,
            name=names.of(person),
            matches=matches[person],
            tally=tally,
        )
        for person, tally in sums.items()
    ]
    return DecisionRanking(
        rows=tuple(_placed(lines, least)), judged=len(judged), matches=len(over), least=least
    )


def _placed(lines: Iterable[DecisionRow], least: int) -> Iterable[DecisionRow]:
    """Yield the people with at least `least` forks, ranked by mean cost, then the others.

    Mean costs that are shown alike are equal. The others are ordered by their number of forks.
    """
    every = sorted(lines, key=lambda each: (round(each.mean, _DECIMALS), each.name))
    enough = [each for each in every if each.tally.forks >= least]
    place, last = 0, None
    for number, each in enumerate(enough, 1):
        mean = round(each.mean, _DECIMALS)
        place = place if mean == last else number
        last = mean
        yield replace(each, place=place)
    few = [each for each in every if each.tally.forks < least]
    yield from sorted(few, key=lambda each: -each.tally.forks)


def decision_notes(ranking: DecisionRanking, words: Words) -> Iterable[str]:
    """Yield the notes below the ranking: what the ranking counts, how many matches were judged."""
    gettext = words.gettext
    yield gettext(
        "Fork: two players, one in each room, had the same position and the same dice and played "
        "differently. Better, equal, worse: how good the play was compared with the play in the "
        "other room."
    )
    yield gettext(
        "Average cost: how much the plays at forks lost on average compared with the best play, in "
        "points at cube 1; lower is better. Only plays count: doubles, takes and passes do not."
    )
    yield words.ngettext(
        "Ranked from %(num)s fork.",
        "Ranked from %(num)s forks.",
        ranking.least,
    )
    if ranking.judged < ranking.matches:
        yield gettext(
            "%(judged)s of %(matches)s backgammon matches in two rooms have been judged so far. A "
            "match whose positions were recorded is judged after it ends, if the server has an "
            "engine. For all earlier matches at once, run: yalta luck",
            judged=ranking.judged,
            matches=ranking.matches,
        )
