"""Everybody's decisions at forks, over matches that are over: a ranking, and as a form.

At a fork two people had the same position and roll and played otherwise, so that neither had the
better dice: whoever gives up less there decides better. Read from what was kept when matches were
judged (server.luck.fork_book).
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from protocol_forms.labels import FULL_NAME, shortened
from protocol_forms.table_form import FormColumn, FormTable, TablesForm
from rules.games.backgammon import BACKGAMMON
from rules.identities import MatchId, PersonId
from server.luck.figures import NONE, decimal
from server.luck.fork_tallies import ForkTally
from server.persons.naming import Names, resolved
from server.results.person_results import DUPLICATE, PlayedMatch
from server.translation import Words

LEAST: Final = 10
"""Forks that somebody must have met to have a place, where nothing else is asked for (ours)."""
_DECIMALS: Final = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class DecisionRow:
    """A person's line; `place` is None for who has met too few forks, and shared by equals."""

    place: int | None
    person: PersonId
    name: str
    matches: int
    tally: ForkTally

    @property
    def mean(self) -> float:
        """What a play at a fork cost in the mean, in points at cube 1."""
        return self.tally.lost / self.tally.forks

    def given_up(self, words: Words) -> str:
        """The same as it is shown."""
        return decimal(self.mean, words, _DECIMALS)


@dataclass(frozen=True, slots=True, kw_only=True)
class DecisionRanking:
    """The lines of who met `least` forks, and of the others; `judged` of `matches` are in them."""

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
    """The ranking over those of the matches that are over for everybody.

    `forks` are the tallies of those that were judged. Persons who turned out to be one are one.
    """
    over = [
        each
        for each in played
        if (each.kind, each.game_name) == (DUPLICATE, BACKGAMMON.name)
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
    """By what plays cost in the mean, as far as it is shown; behind them who met too few forks."""
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


def decisions_form(event: str, ranking: DecisionRanking, words: Words) -> TablesForm:
    """The ranking as a form; without a match that was judged it says so."""
    gettext = words.gettext
    columns = (
        FormColumn(gettext("Place"), figure=True),
        FormColumn(gettext("Player")),
        FormColumn(gettext("Matches"), figure=True),
        FormColumn(gettext("Forks"), figure=True),
        FormColumn(gettext("Better"), figure=True),
        FormColumn(gettext("Equal"), figure=True),
        FormColumn(gettext("Worse"), figure=True),
        FormColumn(gettext("Given up"), figure=True, strong=True),
    )
    rows = tuple(_cells(each, words) for each in ranking.rows)
    table = FormTable("", columns, rows, row_head=1)
    return TablesForm(
        title=gettext("Decisions at forks"),
        event=event,
        tables=(table,) if rows else (),
        notes=tuple(decision_notes(ranking, words)),
    )


def _cells(row: DecisionRow, words: Words) -> tuple[str, ...]:
    return (
        NONE if row.place is None else str(row.place),
        shortened(row.name, FULL_NAME),
        str(row.matches),
        str(row.tally.forks),
        str(row.tally.better),
        str(row.tally.equal),
        str(row.tally.worse),
        row.given_up(words),
    )


def decision_notes(ranking: DecisionRanking, words: Words) -> Iterable[str]:
    """What is counted, and of how many matches."""
    gettext = words.gettext
    yield gettext(
        "A fork: two players had the same position and the same dice, one in each room, and played "
        "otherwise. Better, equal, worse: what the play cost beside the one in the other room."
    )
    yield gettext(
        "Given up: what plays at forks cost in the mean beside the best play, in points at cube 1; "
        "lower is better. Only plays are counted: where the rooms parted over a double, over "
        "taking or over passing, nobody gets or loses anything here."
    )
    yield words.ngettext(
        "%(num)s fork or more gives a place.",
        "%(num)s forks or more give a place.",
        ranking.least,
    )
    if ranking.judged < ranking.matches:
        yield gettext(
            "%(judged)s of %(matches)s matches of backgammon in two rooms are judged. A server "
            "with an engine judges a match whose positions were recorded once it is over, or all "
            "such matches by: yalta luck",
            judged=ranking.judged,
            matches=ranking.matches,
        )
