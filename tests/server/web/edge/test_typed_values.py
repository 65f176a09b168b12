"""Names and remarks as they are typed."""

from pathlib import Path

import pytest
from pydantic import TypeAdapter, ValidationError

from server.web.orders.fields import NewName
from tests.support.served import planned_match, served

NAME: TypeAdapter[str] = TypeAdapter(NewName)


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("  Brook\t", "Brook"),
        ("Anna\u00a0 Maria", "Anna Maria"),
        ("two\nlines", "two lines"),
        ("e\u0301", "é"),
        ("<b>Ко\u2019валь</b>", "<b>Ко’валь</b>"),
        ("=1+1", "=1+1"),
        ("علي", "علي"),
        ("👩\u200d👩\u200d👧", "👩\u200d👩\u200d👧"),
        ("🏴\U000e0067\U000e0062\U000e007f", "🏴\U000e0067\U000e0062\U000e007f"),
    ],
)
def test_a_name_is_kept_with_composed_letters_and_single_spaces(typed: str, kept: str) -> None:
    assert NAME.validate_python(typed) == kept


@pytest.mark.parametrize(
    ("typed", "code"),
    [
        ("a\x1b[2Jb", "U+001B"),
        ("a\x00", "U+0000"),
        ("a\x7fb", "U+007F"),
        ("a\u202eb", "U+202E"),
        ("a\u2067b", "U+2067"),
        ("Ga\u200bral", "U+200B"),
        ("Ga\u00adral", "U+00AD"),
        ("\ufeffBrook", "U+FEFF"),
    ],
)
def test_a_character_that_cannot_be_seen_is_refused_by_its_number(typed: str, code: str) -> None:
    with pytest.raises(ValidationError) as refused:
        NAME.validate_python(typed)
    assert code in refused.value.errors()[0]["msg"]


@pytest.mark.parametrize(
    ("typed", "kind"),
    [("\x1f \u2028", "string_too_short"), ("x" * 81, "string_too_long"), (5, "string_type")],
)
def test_a_name_has_one_to_eighty_characters(typed: object, kind: str) -> None:
    with pytest.raises(ValidationError) as refused:
        NAME.validate_python(typed)
    assert refused.value.errors()[0]["type"] == kind


async def test_what_cannot_be_seen_is_refused_wherever_a_name_is_entered(tmp_path: Path) -> None:
    bad = "turned\u202e"
    async with served(tmp_path) as client:
        await planned_match(client)
        captain = {"team": "Compass", "seat": "captain"}
        for path, form in (
            ("/hall/t/club/teams", {"name": bad, "players": "a\nb"}),
            ("/hall/t/club/teams", {"name": "Kiev", "players": f"a\n{bad}"}),
            ("/hall/t/club/matches/new", {"home": "Compass", "away": "Rudder", "event": bad}),
            ("/hall/t/club/matches/1/links", {**captain, "name": bad}),
            ("/boards", {"board_id": "BZ-1", "label": bad}),
        ):
            answer = await client.post(path, data=form)
            assert answer.status_code in (409, 422), path
            assert "U+202E cannot be seen" in answer.text, path
        for path, body in (
            ("/api/t/club/teams", {"name": bad, "players": ["a", "b"]}),
            ("/api/t/club/matches", {"home": "Compass", "away": "Rudder", "event": bad}),
            ("/api/t/club/matches/1/links", {"kind": "captain", "team": "Compass", "name": bad}),
            ("/api/boards", {"board_id": "BZ-1", "label": bad}),
            ("/api/accounts", {"name": bad, "role": "operator"}),
            ("/api/t/club/matches/1/signatures", {"team": "Compass", "by": bad, "results": []}),
            ("/api/t/club/matches/1/director/void-game", {"game": 1, "attempt": 1, "reason": bad}),
        ):
            assert (await client.post(path, json=body)).status_code in (409, 422), path
        assert bad not in (await client.get("/hall")).text


async def test_a_number_too_long_to_be_one_is_no_match(tmp_path: Path) -> None:
    async with served(tmp_path) as client:
        for number in ("9" * 5000, "9" * 30):
            for path in (
                f"/t/club/matches/{number}",
                f"/api/t/club/matches/{number}",
                f"/hall/t/club/matches/{number}",
            ):
                assert (await client.get(path)).status_code in (404, 422)
