"""The extra's forms at the greatest size that the hall's fields allow, and at the usual size."""

from collections.abc import Callable, Mapping, Sequence

from protocol_forms.any_form import AnyForm
from rules.identities import MatchId, PersonId
from server.matches.match_record import MatchRecord
from server.matches.protocols import match_protocol
from server.values.naming import NO_NAMES, Names, Person
from server.values.played_match import DUPLICATE, PersonTally, PlayedMatch
from server.words.translation import Words
from tests.support.ids import TOURNAMENT
from tests.support.persons import person_id
from tests.support.rooms import scheduled, started
from tests.support.sensible_match import sensible_play
from tests.support.worst_forms import CUP, EVENT, NAMES, PEOPLE, PERSONS
from yalta_extras.analysis.compared_rooms import compared_rooms
from yalta_extras.analysis.fork_book import ForkTally, decision_ranking
from yalta_extras.analysis.judged import JudgedMatch
from yalta_extras.analysis.luck_sums import LuckKnown
from yalta_extras.analysis.prints import Taken, decisions_form, take_home_form
from yalta_extras.analysis.tests.lucky_hall import invented_turn


def _take_home(words: Words, names: Names, event: str) -> AnyForm:
    """Return Brook's take-home sheet of a match of sensible players, with invented luck."""
    events = (scheduled(), started(), *sensible_play())
    record = MatchRecord.of(scheduled()).after(events[1:])
    compared = compared_rooms(record, events)
    assert compared is not None
    games = {place: tuple(map(invented_turn, throws)) for place, throws in compared.throws.items()}
    taken = Taken(
        person=person_id("Brook"),
        event=event,
        page="https://yalta.example.org/t/club/matches/1",
        record=record,
        protocol=match_protocol(record),
        known=LuckKnown(compared, JudgedMatch("", "gnubg-nn", "1.1.0", 0, games), None, True),
    )
    return take_home_form(taken, names, words)


def _decisions(words: Words, persons: Sequence[PersonId], names: Names, event: str) -> AnyForm:
    tallies = [
        ForkTally(person=each, better=place, equal=1, worse=9, lost=0.4 + place / 10)
        for place, each in enumerate(persons)
    ]
    match = MatchId(TOURNAMENT, 1)
    played = [
        PlayedMatch(MatchId(TOURNAMENT, number), ("A", "B"), "backgammon", DUPLICATE,
                    (PersonTally(person=persons[0]),))
        for number in (1, 2)
    ]  # fmt: skip
    ranking = decision_ranking(played, {match: tallies}, lambda _: True, names)
    return decisions_form(event, ranking, words)


_LONG_NAMED = Names(
    {
        each: Person(person_id=each, names=(name,))
        for each, name in zip(
            map(person_id, ("Brook", "Fields", "Holloway", "Stonely")), PEOPLE, strict=False
        )
    }
)


WORST: Mapping[str, Callable[[Words], AnyForm]] = {
    "take-home-sheet": lambda words: _take_home(words, _LONG_NAMED, EVENT),
    "decisions": lambda words: _decisions(words, PERSONS, NAMES, EVENT),
}
SMALL: Mapping[str, Callable[[Words], AnyForm]] = {
    "take-home-sheet": lambda words: _take_home(words, NO_NAMES, CUP),
    "decisions": lambda words: _decisions(
        words, [person_id(name) for name in ("Brook", "Fields", "Holloway")], NO_NAMES, CUP
    ),
}
