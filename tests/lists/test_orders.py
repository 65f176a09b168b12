"""Every order of the catalogue, tried by the API and by its page's form from one table."""

import inspect
import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, get_args

import httpx
import pytest
from pydantic import AfterValidator

from rules.identities import MatchId
from rules.position import Side
from rules.room import Room
from server.access import Place, Visitor, may, may_somewhere
from server.web.catalogue import CatalogueEntry, catalogue
from server.web.orders.bodies import ORDER, value_of
from server.web.orders.order_list import MATCH_PAGE
from tests.guards.refusals import made
from tests.lists.orders_page import PAGE, page
from tests.server.web.edge.test_authorization import denied
from tests.support.ids import match_id
from tests.support.served import DIRECTOR, NAME, Served, everybody, opened_match

EVERY = tuple(catalogue())
BY_API = tuple(each for each in EVERY if each.api)
HERE = {"origin": f"http://{NAME}"}
OF_ONE_TABLE = (f"{MATCH_PAGE}/calls", f"{MATCH_PAGE}/presence")
"""Forms that say themselves of which table they are."""
LOOKS_FIRST = ("rule", "correct")
"""Orders that name a side: whose match that is, is looked up before it is decided who may."""
_NO_KIND = {"no": {"such": "value"}}
"""A value that no field holds."""


_PLACES = {"{tournament}": "club", "{number}": "1", "{room}": "open", "{board_id}": "BZ-1"}


def at(path: str) -> str:
    for name, value in _PLACES.items():
        path = path.replace(name, value)
    return path


async def sent(client: httpx.AsyncClient, entry: CatalogueEntry, **body: Any) -> httpx.Response:
    return await client.request(entry.method, at(entry.api), **body)


def body_of(entry: CatalogueEntry) -> dict[str, Any]:
    """A body of the order that has what is required, of the right kinds."""
    schema = entry.order.body.model_json_schema()
    body: dict[str, Any] = made(schema, schema.get("$defs", {}))
    return body


def allowed(visitor: Visitor, entry: CatalogueEntry, match: MatchId) -> bool:
    room = Room.OPEN if "{room}" in entry.api else None
    place = Place(match=match, room=room) if entry.listed is None else Place()
    return all(may(visitor, action, place) for action in entry.actions)


def test_no_two_orders_of_an_address_have_one_name() -> None:
    named = [(entry.page, entry.order.name) for entry in EVERY]
    assert len(set(named)) == len(named)


def test_the_documents_page_of_orders_is_that_of_the_catalogue() -> None:
    assert PAGE.read_text("utf-8") == page(), "run ./dev guards"


def test_what_checks_a_choice_shows_its_one_argument_on_every_python() -> None:
    """From Python 3.12 on an enumeration itself does not, and no body could be made with it."""
    (check,) = (each for each in get_args(value_of(Side)) if isinstance(each, AfterValidator))
    assert not isinstance(check.func, type)
    assert len(inspect.signature(check.func).parameters) == 1


async def test_every_order_has_its_route_and_is_described(tmp_path: Path) -> None:
    async with opened_match(tmp_path) as (served, _):
        document = served.app.openapi()
    for entry in BY_API:
        route = document["paths"][entry.api][entry.method.lower()]
        schema = route["requestBody"]["content"]
        text = json.dumps(schema["application/json"]["schema"])
        assert f"/{entry.order.body.__name__}" in text, entry.api
        assert document["components"]["schemas"][entry.order.body.__name__]["description"]


@pytest.mark.parametrize("who", sorted(everybody(1)))
async def test_an_order_is_taken_from_whom_the_table_lets_give_it_and_from_nobody_else(
    tmp_path: Path, who: str
) -> None:
    visitor = everybody(1)[who]
    wrong = []
    async with opened_match(tmp_path) as (served, _), served.client(visitor) as client:
        for entry in BY_API:
            answer = await sent(client, entry, json=body_of(entry))
            let_in = allowed(visitor, entry, match_id(1))
            looked_up = entry.order.name in LOOKS_FIRST and answer.status_code == 404
            refused = denied(answer) or (looked_up and not let_in)
            if refused is let_in or answer.is_server_error:
                wrong.append((entry.api, entry.order.name, answer.status_code, answer.text[:80]))
    assert wrong == []


@pytest.mark.parametrize("who", sorted(everybody(1)))
async def test_the_form_of_an_order_is_taken_from_the_same_people(tmp_path: Path, who: str) -> None:
    visitor = everybody(1)[who]
    wrong = []
    async with opened_match(tmp_path) as (served, _), served.client(visitor) as client:
        for address, entry in FIRST_OF_PAGE.items():
            answer = await client.post(at(address), data={ORDER: "none"}, headers=HERE)
            let_in = may_somewhere if address in OF_ONE_TABLE else may
            if denied(answer) is let_in(visitor, entry.actions[0]):
                wrong.append((address, answer.status_code))
    assert wrong == []


def has_page(entry: CatalogueEntry) -> bool:
    return entry.order.name not in ("let-roll-stand", "void-for-roll", "lift-hold")


FIRST_OF_PAGE = {each.page: each for each in reversed(EVERY) if has_page(each)}
"""By page the order that all may give who may give any there."""


def wrong_bodies(entry: CatalogueEntry) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Bodies with one thing wrong: the field, what is wrong with it, the body."""
    body = body_of(entry)
    yield "by", "extra_forbidden", {**body, "by": "somebody"}
    for name, field in entry.order.body.model_fields.items():
        if name == ORDER:
            continue
        if field.is_required():
            yield name, "missing", {each: body[each] for each in body if each != name}
        yield name, "", {**body, name: _NO_KIND}


def place_of(error: Mapping[str, Any]) -> list[Any]:
    return [each for each in error["loc"] if each != "body"]


@pytest.mark.parametrize("half", [0, 1])
async def test_a_body_with_something_wrong_names_the_field_the_value_and_what_may_be(
    tmp_path: Path, half: int
) -> None:
    async with opened_match(tmp_path) as (served, _), served.client(DIRECTOR) as client:
        for entry in BY_API[half::2]:
            for field, kind, body in wrong_bodies(entry):
                answer = await sent(client, entry, json=body)
                assert answer.status_code == 422, (entry.api, field, answer.text)
                errors = [each for each in answer.json()["detail"] if field in place_of(each)]
                assert errors, (entry.api, field, answer.text)
                assert all(each["msg"] and "input" in each for each in errors)
                assert not kind or kind in [each["type"] for each in errors]


async def test_a_body_with_a_field_twice_is_refused_with_both_values(tmp_path: Path) -> None:
    async with opened_match(tmp_path) as (served, _), served.client(DIRECTOR) as client:
        for entry in BY_API:
            text = json.dumps({**body_of(entry), "reason": "one"})
            doubled = f'{text[:-1]}, "reason": "two"}}'
            answer = await sent(client, entry, content=doubled, headers=_JSON)
            assert answer.status_code == 422
            (error,) = answer.json()["detail"]
            assert (error["loc"], error["type"]) == (["body", "reason"], "doubled")


_JSON = {"content-type": "application/json"}


FORMS_SHOWN = {
    "cases": ("period", "minutes"),
    "timetable": ("plan", "tables"),
    "entries": ("terms", "fee"),
    "messages": ("start", "name"),
    "calls": ("call-open", "coming"),
    "boards": ("board-open", "board_id"),
    "let-in": ("board-open", "board_id"),
    "recording": ("recording-open", "positions"),
    "presence": ("presence-open", "player"),
    "holds": ("hold", "reason"),
    "announcements": ("announce", "text"),
}
"""A form that stands on the page as this hall is, and a field of it; elsewhere any says it."""


async def test_a_form_with_a_field_twice_changes_nothing_and_says_which(tmp_path: Path) -> None:
    async with opened_match(tmp_path) as (served, _), served.client(DIRECTOR) as client:
        before = entries_of(served)
        for address in sorted(each for each in FIRST_OF_PAGE if each.startswith("/hall")):
            form, field = FORMS_SHOWN.get(address.rpartition("/")[2], ("", "reason"))
            doubled = f"form={form}&order=close&{field}=one&{field}=another"
            answer = await client.post(at(address), content=doubled, headers={**HERE, **_FORM})
            assert answer.status_code == 409, address
            assert "one value" in answer.text, address
        assert entries_of(served) == before


_FORM = {"content-type": "application/x-www-form-urlencoded"}


def entries_of(served: Served) -> int:
    """How many entries the tournament's log has."""
    return sum(len(each.entries) for each in served.hall.tournaments.processes.values())
