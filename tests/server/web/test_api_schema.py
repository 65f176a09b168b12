"""The whole API as its own description has it, tried by every role: nothing breaks the server."""

import asyncio
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis import Case
from schemathesis.core.result import Ok
from schemathesis.schemas import APIOperation

from server.access import Role, Visitor
from server.web.edge.authorization import COOKIE
from tests.server.live.following import on_loopback
from tests.support.served import DIRECTOR, Served, everybody, opened, opened_match

FEW, LONG, SOAK = (1, 11), (1, 6), (2, 1)
"""How many examples a role sends to a route, and to every how manieth: most routes refuse it.

Each role begins with another route, so that together they try all of them.
"""
MORE = {("director", LONG): (3, 1), ("director", SOAK): (12, 1), ("operator", SOAK): (8, 1)}
IN_EVERY_RUN = ("director", "player in closed", "public")


class Trial:
    """Requests of one visitor, made by hypothesis from another thread than the server's."""

    def __init__(
        self, served: Served, port: int, visitor: Visitor, examples: int, every: int, new: bool
    ) -> None:
        self.faults: list[str] = []
        self.statuses: set[int] = set()
        self._file, self._visitor = served, visitor
        self._address = f"http://127.0.0.1:{port}"
        self._loop = asyncio.get_running_loop()
        self._every = every
        refusal = served.app.openapi()["components"]["schemas"]["Refusal"]
        self._codes = frozenset(refusal["properties"]["code"]["enum"])
        self._settings = settings(
            max_examples=examples,
            derandomize=not new,
            database=None,
            deadline=None,
            phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
        )

    def run(self) -> None:
        """Try the operations of the description."""
        schema = schemathesis.openapi.from_url(f"{self._address}/openapi.json")
        first = list(Role).index(self._visitor.role) % self._every
        for found in islice(schema.get_all_operations(), first, None, self._every):
            assert isinstance(found, Ok), found
            self._try(found.ok())

    def _try(self, operation: APIOperation[Any, Any, Any, Any]) -> None:
        headers = self._headers()

        @self._settings
        @given(case=operation.as_strategy())
        def tried(case: Case[Any]) -> None:
            answer = case.call(headers=headers)
            self.statuses.add(answer.status_code)
            if answer.status_code >= 500:
                self.faults.append(f"{answer.status_code}: {case.as_curl_command()}")
            if case.path.startswith("/api/") and answer.status_code in (404, 409, 422):
                self._check_code(answer.json())

        tried()

    def _check_code(self, body: dict[str, Any]) -> None:
        """What is refused has a promised code; not where no address is so, nor in a letter."""
        if body.get("code") not in self._codes and body.get("detail", "Not Found") != "Not Found":
            self.faults.append(f"no code: {body}")

    def _headers(self) -> dict[str, str]:
        """A session of this operation's own: some end the one they come with."""
        token = ""
        if self._visitor.person:
            coming = self._file.session(self._visitor)
            token = asyncio.run_coroutine_threadsafe(coming, self._loop).result()
        return {"cookie": f"{COOKIE}={token}", "origin": self._address}


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/api/session", r'{"name": "\ud800", "passphrase": "\ud800"}'),
        ("/api/t/club/teams", r'{"name": "\ud800", "players": ["a", "b"]}'),
        (
            "/api/t/club/matches/1/director/void-game",
            r'{"game": 1, "attempt": 1, "reason": "\ud800\ud800\ud800"}',
        ),
    ],
)
async def test_what_is_no_text_is_refused_as_a_field(tmp_path: Path, path: str, body: str) -> None:
    async with opened(tmp_path) as served, served.client(DIRECTOR) as director:
        headers = {"content-type": "application/json"}
        answer = await director.post(path, content=body, headers=headers)
        assert answer.status_code == 422
        assert {error["type"] for error in answer.json()["detail"]} == {"string_unicode"}


@pytest.mark.parametrize(
    ("who", "size"),
    [
        *((who, FEW) for who in IN_EVERY_RUN),
        *(
            pytest.param(who, size, marks=mark)
            for who in sorted(everybody(1))
            for size, mark in ((LONG, pytest.mark.long(8)), (SOAK, pytest.mark.soak))
        ),
    ],
)
async def test_nothing_a_role_sends_breaks_the_server(
    tmp_path: Path, who: str, size: tuple[int, int]
) -> None:
    examples, every = MORE.get((who, size), size)
    async with opened_match(tmp_path) as (served, _), on_loopback(served.app) as port:
        trial = Trial(served, port, everybody(1)[who], examples, every, new=size == SOAK)
        await asyncio.to_thread(trial.run)
    assert trial.faults == []
    if who in ("director", "operator"):
        assert {404, *([422] if examples > 1 else [])} <= trial.statuses
        assert trial.statuses & {200, 201, 204}
    else:
        assert trial.statuses & {401, 403}
