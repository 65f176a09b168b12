"""How people name matches, and what names none."""

import pytest

from rules.errors import MatchRefused
from rules.identities import MatchId, PersonId
from server.values.naming import Names, Person, unknown_match
from tests.support.ids import NAMES, match_id
from tests.support.persons import person_id


def test_a_match_is_named_by_its_tournament_and_number() -> None:
    assert NAMES.match_meant("club/12") == match_id(12)


@pytest.mark.parametrize(
    "text", ["club", "club/", "club/x", "club/-1", "club/½", "club/" + "9" * 40]
)
def test_what_names_no_match_is_refused_with_how_one_is_named(text: str) -> None:
    with pytest.raises(MatchRefused, match="a tournament's name and a number, such as club/3"):
        NAMES.match_meant(text)


def test_a_match_of_an_unknown_tournament_is_refused_with_those_there_are() -> None:
    with pytest.raises(MatchRefused, match="allowed: club"):
        NAMES.match_meant("harbour/3")


@pytest.mark.parametrize(
    ("known", "allowed"),
    [((), "none yet"), ((1, 2, 5), "1, 2, 5"), (range(1, 14), "1 to 13")],
)
def test_an_unknown_match_is_refused_with_the_numbers_there_are(
    known: tuple[int, ...], allowed: str
) -> None:
    refused = unknown_match(MatchId(match_id(1).tournament, 99), known)
    assert str(refused).endswith(f"allowed: {allowed}")


def test_who_turned_out_to_be_somebody_is_the_same_and_a_board_is_only_itself() -> None:
    brook, brooke = person_id("Brook"), person_id("Brooke")
    names = Names(
        {
            brook: Person(person_id=brook, names=("Brook",)),
            brooke: Person(person_id=brooke, names=("Brooke",), merged_into=brook),
        }
    )
    assert names.same(brook.text, brooke.text)
    assert not names.same(brook.text, PersonId("Fields").text)
    assert not names.same("board BZ-1", brook.text)
    assert names.same("board BZ-1", "board BZ-1")
    assert not names.same("", brook.text)
