"""Search: what everybody finds by a name, in either script, and what nobody does."""

from dataclasses import replace
from pathlib import Path

import pytest

from server.values.naming import is_found, search_key
from tests.server.web.rulings.test_final_results import played_out
from tests.support.clock import Clock


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("ХЕРСОН", "Kherson"),
        ("chernihiv", "Чернігів"),
        ("СЕРГЕЙ", "Sergei"),
        ("haran", "Яков Гаран"),
        ("chernov", "Сергей Чернов"),
        ("yevhen", "Євген"),
        ("alexandr", "Александр"),
        ("zolw", "Żółw"),
        ("oneil", "O’Neil & Sons"),
        ("sons neil", "O Neil & Sons"),
    ],
)
def test_a_name_is_found_by_the_beginnings_of_its_words_in_either_script(
    typed: str, name: str
) -> None:
    assert is_found(search_key(typed), search_key(name))


def test_another_name_and_the_middle_of_a_word_are_not_found() -> None:
    assert not is_found(search_key("compass"), search_key("Rudder"))
    assert not is_found(search_key("udder"), search_key("Rudder"))


async def test_tournaments_teams_people_and_matches_are_found(tmp_path: Path) -> None:
    async with played_out(tmp_path, Clock()) as (served, _, pairings), served.client() as public:
        for asked, address in (
            ("harbour", "/t/club"),
            ("компас", "/t/club/teams/Compass"),
            ("holl", "/players/"),
            ("Стоне", "/players/"),
            ("Compass – Rudder", "/t/club/matches/"),
            (f"club/{pairings[0]['number']}", f"/t/club/matches/{pairings[0]['number']}"),
            (str(pairings[1]["number"]), f"/t/club/matches/{pairings[1]['number']}"),
        ):
            page = (await public.get("/search", params={"q": asked})).text
            assert f'href="{address}' in page.partition("<main")[2], asked


async def test_a_match_of_two_names_is_found_alone(tmp_path: Path) -> None:
    async with played_out(tmp_path, Clock()) as (served, _, pairings), served.client() as public:
        page = (await public.get("/search", params={"q": "Compass - Rudder"})).text
        for pairing in pairings:
            met = {pairing["home"], pairing["away"]} == {"Compass", "Rudder"}
            assert (f'data-match="club/{pairing["number"]}"' in page) is met


async def test_whoever_is_hidden_is_found_by_initials_alone_and_whoever_is_erased_by_nothing(
    tmp_path: Path,
) -> None:
    async with played_out(tmp_path, Clock()) as (served, _, _), served.client() as public:
        book = served.hall.persons
        (hidden,), (erased,) = book.named("Brook"), book.named("Fields")
        book.write([replace(hidden, hidden=True), replace(erased, erased=True, names=())])
        book.changed()
        for asked in ("Brook", "Fields", "N. N."):
            page = (await public.get("/search", params={"q": asked})).text
            assert "/players/" not in page.partition("<main")[2], asked


async def test_nobody_without_a_team_or_a_match_is_found(tmp_path: Path) -> None:
    async with played_out(tmp_path, Clock()) as (served, _, _), served.client() as public:
        assert served.hall.persons.named("Olena")
        page = (await public.get("/search", params={"q": "Olena"})).text
        assert "/players/" not in page.partition("<main")[2]


async def test_a_question_that_is_too_long_is_refused_and_an_odd_one_finds_nothing(
    tmp_path: Path,
) -> None:
    async with played_out(tmp_path, Clock()) as (served, _, _), served.client() as public:
        assert (await public.get("/search", params={"q": "a" * 101})).status_code == 422
        for odd in ("%", "–", "//", "🎲", "\u202e", "club/0", "club/" + "9" * 30):
            answer = await public.get("/search", params={"q": odd})
            assert answer.status_code == 200, odd
            assert "Nothing found for" in answer.text
