"""What the API answers to what it refuses has a code that programs can rely on."""

import re
from pathlib import Path
from typing import Any

from fastapi import FastAPI

from server.web.accounts.sign_in import ACCOUNT_CODES
from server.web.edge.refusals import REFUSAL_CODES, describe_refusals
from server.words.field_refusals import FIELD_REFUSALS
from server.words.refusals import REFUSALS
from tests.support.served import DIRECTOR, opened_match

OTHERS = 14
"""Codes that are neither of the tables of refusals nor of accounts."""


def test_no_code_says_two_things() -> None:
    codes = [each.code for each in FIELD_REFUSALS.values()]
    assert len(set(codes)) == len(codes)
    assert len(REFUSAL_CODES) == len(codes) + len(REFUSALS) + OTHERS
    assert not REFUSAL_CODES.keys() & ACCOUNT_CODES.keys()


def test_codes_are_lower_case_words_with_what_is_so() -> None:
    for code, meaning in {**REFUSAL_CODES, **ACCOUNT_CODES}.items():
        assert re.fullmatch(r"[a-z]+(_[a-z]+)+|held|stale|conflict|cocked", code), code
        assert meaning


def test_the_description_has_one_body_for_whatever_is_refused() -> None:
    document = _described().openapi()
    schemas = document["components"]["schemas"]
    assert schemas["Refusal"]["properties"]["code"]["enum"] == sorted(REFUSAL_CODES)
    assert "HTTPValidationError" not in schemas
    paths = document["paths"]
    assert _refusals(paths["/matches/{number}"]["get"]) == ["404", "422"]
    assert _refusals(paths["/matches/{number}"]["put"]) == ["404", "409", "422"]
    assert _refusals(paths["/healthz"]["get"]) == []


def test_a_description_that_was_made_is_not_made_again() -> None:
    app = _described()
    assert app.openapi() is app.openapi()


def _described() -> FastAPI:
    app = FastAPI()

    @app.get("/healthz")
    def healthz() -> str:
        return "ok"

    @app.get("/matches/{number}")
    @app.put("/matches/{number}")
    def match(number: int) -> int:
        return number

    describe_refusals(app, REFUSAL_CODES)
    return app


def _refusals(operation: dict[str, Any]) -> list[str]:
    return [
        status
        for status, answer in sorted(operation["responses"].items())
        if answer.get("content", {}).get("application/json", {}).get("schema")
        == {"$ref": "#/components/schemas/Refusal"}
    ]


async def test_answers_say_by_their_code_what_is_so(tmp_path: Path) -> None:
    team = {"name": "Compass", "players": ["Anna", "Boris"]}
    void = {"game": 1, "attempt": 2, "reason": "mixed up"}
    async with opened_match(tmp_path) as (served, _), served.client(DIRECTOR) as director:
        answers = [
            await director.get("/api/t/club/matches/99"),
            await director.post("/api/t/club/teams", json={**team, "name": ""}),
            await director.post("/api/t/club/teams", json=team),
            await director.post("/api/t/club/matches/1/director/void-game", json=void),
            await director.delete("/api/boards/alarms/7"),
        ]
    assert [(each.status_code, each.json()["code"]) for each in answers] == [
        (404, "value_not_allowed"),
        (422, "request_invalid"),
        (409, "team_name_taken"),
        (409, "stale"),
        (404, "value_not_allowed"),
    ]


def test_no_body_is_called_by_the_module_it_stands_in() -> None:
    names = _described().openapi()["components"]["schemas"]
    assert not [name for name in names if "__" in name]
