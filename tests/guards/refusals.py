"""What the API and the pages' forms answer to bodies that are wrong, field by field."""

import json
from collections.abc import Iterator, Mapping
from typing import Any

import httpx

from tests.guards.halls import FixedHall, shorter
from tests.guards.page_texts import Page, SentForm, without_chance
from tests.support.all_pages import PageSeen
from tests.support.full_hall import OVER, PLANNED, UNDER_WAY_TO_POINTS
from tests.support.persons import person_id
from tests.support.served import DIRECTOR, Served

_PLACES = {"tournament": "club", "room": "open", "game": "1", "person": str(person_id("Otto"))}
_VALUES: Mapping[str, Any] = {
    "team": "Compass",
    "home": "Compass",
    "away": "Rudder",
    "player": str(person_id("Otto")),
    "dice": [3, 1],
    "reason": "seen by both",
    "room": "open",
    "side": "white",
}
"""Values that this hall understands; others are the smallest that the schema allows."""
_LEFT_OUT = ("/api/session", "/api/account/", "/api/accounts")
"""What ends the asking director's own session, or costs a passphrase's digest each time."""


def made(schema: Mapping[str, Any], every: Mapping[str, Any], name: str = "") -> Any:
    """A small value of that schema; `every` are the document's schemas by name."""
    if "$ref" in schema:
        return made(every[schema["$ref"].rpartition("/")[2]], every, name)
    if name in _VALUES and not schema.get("properties"):
        return _VALUES[name]
    if "const" in schema:
        return schema["const"]
    if "enum" in schema:
        return schema["enum"][0]
    for several in ("anyOf", "oneOf", "allOf"):
        if several in schema:
            return made(schema[several][0], every, name)
    match schema.get("type"):
        case "object":
            required = schema.get("required", ())
            return {
                each: made(of, every, each)
                for each, of in schema.get("properties", {}).items()
                if each in required or each in ("do", "kind")
            }
        case "array" if "prefixItems" in schema:
            return [made(each, every) for each in schema["prefixItems"]]
        case "array":
            return [made(schema.get("items", {}), every)] * max(schema.get("minItems", 1), 1)
        case "integer" | "number":
            return schema.get("minimum", schema.get("exclusiveMinimum", 0) + 1)
        case "boolean":
            return False
        case _ if schema.get("format") == "date-time":
            return "2008-05-03T14:00:00Z"
        case _ if schema.get("format") == "date":
            return "2008-05-03"
        case _:
            return "x" * max(schema.get("minLength", 1), 1)


def bodies_of(schema: Mapping[str, Any], every: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """The schema of each kind of body that may be sent."""
    if "$ref" in schema:
        yield from bodies_of(every[schema["$ref"].rpartition("/")[2]], every)
    elif "oneOf" in schema or "anyOf" in schema:
        for each in schema.get("oneOf") or schema["anyOf"]:
            yield from bodies_of(each, every)
    elif schema.get("type") == "object":
        yield schema


def wrong_bodies(
    schema: Mapping[str, Any], every: Mapping[str, Any]
) -> Iterator[tuple[str, dict[str, Any]]]:
    """Bodies of that kind with one thing wrong, each with its name."""
    whole = made(schema, every)
    yield "a field more", {**whole, "by": "x"}
    for field in schema.get("properties", {}):
        if field in whole:
            yield f"no {field}", {name: each for name, each in whole.items() if name != field}
        yield f"null {field}", {**whole, field: None}
        yield f"long {field}", {**whole, field: "x" * 1001}
        yield f"-1 {field}", {**whole, field: -1}


async def api_refusals(served: Served) -> list[str]:
    """How each route of the API answers wrong bodies, and then a body that may be right."""
    document = served.app.openapi()
    every = document["components"]["schemas"]
    asked: list[tuple[str, str, str, Any]] = []
    later: list[tuple[str, str, str, Any]] = []
    for path, operations in sorted(document["paths"].items()):
        for method, operation in operations.items():
            if method == "get" or path.startswith(_LEFT_OUT):
                continue
            content = operation.get("requestBody", {}).get("content", {})
            schema = content.get("application/json", {}).get("schema", {})
            for body in bodies_of(schema, every):
                for name, wrong in wrong_bodies(body, every):
                    asked.append((method, path, f"{body.get('title')}, {name}", wrong))
                later.append((method, path, f"{body.get('title')}", made(body, every)))
            if not schema and method != "delete":
                later.append((method, path, "nothing", None))
    answers = _Answers()
    async with served.client(DIRECTOR, raising=False) as client:
        for method, path, name, body in asked:
            answer = await client.request(method, _at(path, OVER), json=body)
            answers.add(f"{method.upper()} {path}", name, _json_words(answer))
        for number in (OVER, PLANNED, UNDER_WAY_TO_POINTS, 1, 99):
            for method, path, name, body in later:
                if number != OVER and "{number}" not in path:
                    continue
                answer = await client.request(method, _at(path, number), json=body)
                answers.add(f"{method.upper()} {path}", f"{name} of {number}", _json_words(answer))
    return answers.lines()


class _Answers:
    """What was sent to each address, together where it was answered alike."""

    def __init__(self) -> None:
        self._names: dict[tuple[str, str], list[str]] = {}

    def add(self, target: str, name: str, answer: str) -> None:
        text = without_chance(shorter(answer)).rstrip()
        self._names.setdefault((without_chance(target), text), []).append(name)

    def lines(self) -> list[str]:
        return [
            f"{target} -> {answer}\n    {', '.join(names)}"
            for (target, answer), names in self._names.items()
        ]


def _at(path: str, number: int) -> str:
    for name, value in {**_PLACES, "number": str(number)}.items():
        path = path.replace("{" + name + "}", value)
    return path.replace("{", "none-").replace("}", "")


def _json_words(answer: httpx.Response) -> str:
    if answer.status_code < 400:
        return str(answer.status_code)
    is_json = "json" in answer.headers.get("content-type", "")
    content = answer.json() if is_json else answer.text
    detail = content.get("detail") if isinstance(content, dict) else None
    if isinstance(detail, list):
        text = "; ".join(
            f"{'.'.join(map(str, each['loc'][1:]))}: {each['type']}: {each['msg']}"
            for each in detail
        )
    else:
        text = json.dumps(content, ensure_ascii=False, sort_keys=True)
    return f"{answer.status_code} {text}"


_FORMS_LEFT_OUT = ("/sign-out", "/account", "/language", "/theme", "/set-up", "/passphrase")


async def form_refusals(hall: FixedHall) -> list[str]:
    """How each form of the pages answers when a field of it is empty, too long or nonsense.

    Forms with the same address and fields are one; each is sent by who saw it.
    """
    answers = _Answers()
    sent: set[str] = set()
    for at, _, page in hall.pages:
        for form in page.forms:
            kind = f"{form.action.split('?')[0]}: {'; '.join(dict.fromkeys(form.fields))}"
            if form.method != "post" or form.action.startswith(_FORMS_LEFT_OUT) or kind in sent:
                continue
            sent.add(kind)
            await _send_wrong(hall.served, at, form, answers)
    return answers.lines()


async def _send_wrong(served: Served, at: PageSeen, form: SentForm, answers: _Answers) -> None:
    target = form.action or at.address
    async with served.client(at.visitor, raising=False) as client:
        for name, values in _wrong_fields(form):
            answer = await client.post(target, data=values)
            alarms = " | ".join(
                dict.fromkeys(" ".join(each.split()) for each in Page(answer.text).alarms)
            )
            answers.add(f"{at.route}: {target}", name, f"{answer.status_code} {alarms}")


def _wrong_fields(form: SentForm) -> Iterator[tuple[str, dict[str, list[str]]]]:
    whole: dict[str, list[str]] = {}
    for name, value in form.values:
        whole.setdefault(name, []).append(value)
    for field in whole:
        if field != "command_id":
            for name, value in (("empty", ""), ("long", "x" * 1001)):
                yield f"{name} {field}", {**whole, field: [value], "command_id": []}
