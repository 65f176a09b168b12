"""One form of a running server, as it shows it to everybody."""

from dataclasses import asdict
from urllib.parse import urlencode

import httpx

from rules.errors import MatchRefused
from server.prints.formats import MEDIA_TYPES, FormFormat
from yalta.printing.what_to_print import Order, form_named

_PATIENCE = 30.0
"""Seconds that a server may be silent."""


class FormNotServed(Exception):
    """The server gives no such form; whoever asked: as it says."""


def served_form(order: Order, ending: FormFormat, server: str) -> bytes:
    """The form's file; raises FormNotServed, and MatchRefused where more than one is meant."""
    kinds = order.kinds or (("protocol",) if order.number else ())
    if len(kinds) != 1 or order.whole:
        allowed = "one form of a running server; its print desk prints a round"
        raise MatchRefused("FORM", ", ".join(kinds), allowed)
    kind = form_named(kinds[0])
    if kind.scope.of_match is not bool(order.number):
        raise MatchRefused("NAME", order.tournament, "a match, such as club/3, for a match's form")
    of_match = f"/matches/{order.number}" if order.number else ""
    path = f"/t/{order.tournament}{of_match}/forms/{kind.kind}.{ending.value}"
    return _content(f"{server.rstrip('/')}{path}?{_query(order, ending)}", ending)


def _query(order: Order, ending: FormFormat) -> str:
    part = {**asdict(order.part), "room": order.part.room.value if order.part.room else None}
    said: dict[str, object] = {"language": order.words.code, **part}
    if ending is FormFormat.PDF:
        said["paper"] = order.paper.name.lower()
    if order.second is not None:
        said["second"] = order.second.code
    return urlencode({name: value for name, value in said.items() if value})


def _content(address: str, ending: FormFormat) -> bytes:
    try:
        answer = httpx.get(address, timeout=_PATIENCE, follow_redirects=False)
    except httpx.HTTPError as error:
        raise FormNotServed(f"{address}: {error}") from error
    except (httpx.InvalidURL, ValueError) as error:
        raise FormNotServed(f"{address}: {error}") from error
    kind = answer.headers.get("content-type", "").partition(";")[0]
    if answer.status_code != httpx.codes.OK or kind != MEDIA_TYPES[ending]:
        raise FormNotServed(f"{address}: {answer.status_code}, {_why(answer)}")
    return answer.content


def _why(answer: httpx.Response) -> str:
    try:
        return str(answer.json()["detail"])[:500]
    except (ValueError, KeyError, TypeError):
        return "not what was asked for"
