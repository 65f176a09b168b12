"""Refused forms are told in the language of the page, down to what is allowed."""

import re
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from rules.errors import MatchRefused
from server.web.shell.form_errors import refused
from server.words.languages import LANGUAGES
from server.words.translation import words_for
from tests.support.served import served_match

ORDER = {"game": "1", "attempt": "1", "room": "open", "reason": "так вирішено"}
RESULT = {
    **ORDER,
    "game": "1:1",
    "loser": "white",
    "ending": "bearoff",
    "left": "3",
    "cube": "1",
    "was": "[]",
}
MENDED = {
    "team": "Compass",
    "name": "Compass",
    "players": "Brook\nFields",
    "was": '["Brook","Fields"]',
}
LINE_UP = {"team": "Compass", "open_player": "Brook", "closed_player": "Fields", "was": "null"}
MATCH = {"home": "Compass", "away": "Rudder", "games": "4"}
ENGLISH = re.compile(r"\b[a-z]{2,} [a-z]{2,}\b")


@pytest.mark.parametrize(
    ("path", "fields"),
    [
        ("/hall/t/club/teams", {"name": "Compass", "players": "A\nB"}),
        ("/hall/t/club/teams", {"name": "X", "players": "A"}),
        ("/hall/t/club/teams/mended", {"team": "X", "name": "X", "players": "A\nB", "was": "[]"}),
        ("/hall/t/club/teams/mended", {**MENDED, "name": "Kharkiv"}),
        ("/hall/t/club/teams/mended", {**MENDED, "players": "A\nB"}),
        ("/hall/t/club/matches/new", {**MATCH, "home": "X"}),
        ("/hall/t/club/matches/new", {**MATCH, "away": "Compass"}),
        ("/hall/t/club/matches/new", {**MATCH, "games": "9"}),
        ("/hall/t/club/matches/new", {**MATCH, "max_lead": "101"}),
        ("/hall/t/club/matches/1/line-ups", LINE_UP),
        ("/hall/t/club/matches/2/line-ups", {**LINE_UP, "open_player": "X"}),
        ("/hall/t/club/matches/2/line-ups", {**LINE_UP, "open_player": "Fields"}),
        ("/hall/t/club/matches/2/signatures", {"team": "Compass", "by": "Brook", "results": "[]"}),
        ("/hall/t/club/matches/1/orders/correct-position", {**ORDER, "white-6": "3"}),
        ("/hall/t/club/matches/1/orders/correct-result", {**RESULT, "left": "15"}),
        ("/hall/t/club/matches/1/orders/correct-result", {**RESULT, "ending": "gammon"}),
        (
            "/hall/t/club/matches/1/orders/substitute",
            {
                **ORDER,
                "seat": "open:Compass",
                "player": "X",
                "was": '{"open:Compass":"Brook"}',
                "watched": "false",
            },
        ),
        ("/hall/t/club/matches/1/orders/release-table", ORDER),
    ],
)
async def test_a_refusal_is_told_in_the_language_of_the_page(
    tmp_path: Path, path: str, fields: dict[str, str]
) -> None:
    async with served_match(tmp_path) as (client, _, _):
        await client.post(
            "/api/t/club/matches", json={"home": "Compass", "away": "Rudder", "games": 4}
        )
        answer = await client.post(path, data=fields, headers={"accept-language": "uk"})
        assert answer.status_code in (409, 422)
        (refusal,) = re.findall(r'role="alert">(.+?)</ul>', answer.text, re.DOTALL)
        assert "<li>" in refusal
        assert not ENGLISH.search(re.sub(r"<[^>]+>", " ", refusal)), refusal


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_refused_time_is_told_by_the_halls_clock(language: str) -> None:
    words = words_for(language)
    at = datetime(2026, 10, 3, 7, tzinfo=UTC)
    error = MatchRefused("until", at, "a time after %(last)s", last=at + timedelta(hours=2))
    (text,) = refused("last-start", {}, error, words).texts.values()
    assert words.moment(at) in text
    assert words.moment(at + timedelta(hours=2)) in text
    assert "+00:00" not in text
