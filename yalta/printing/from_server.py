"""Forms of a running server, as it shows them to everybody."""

from dataclasses import asdict
from urllib.parse import urlencode

import httpx

from rules.errors import MatchRefused
from server.prints.chosen_forms import form_named
from server.prints.formats import FORM_COUNT, MEDIA_TYPES, FormFormat
from server.prints.match_forms import PROTOCOL
from yalta.printing.order import Order

_PATIENCE = 180.0
"""Seconds that a server may be silent: one that sets all forms of an event is, for a while."""


class FormNotServed(Exception):
    """The server gives no such form; whoever asked: as it says."""


def served_forms(order: Order, ending: FormFormat, server: str) -> tuple[bytes, int]:
    """The forms in one file, and how many; raises FormNotServed, and MatchRefused for what no file
    of that format holds.
    """
    asked = order.asked
    kinds = asked.kinds or ((PROTOCOL,) if asked.number else ())
    base = f"{server.rstrip('/')}/t/{order.tournament}"
    of_match = len(kinds) == 1 and form_named(kinds[0]).scope.of_match
    if len(kinds) == 1 and (asked.number or not of_match):
        match = f"/matches/{asked.number}" if of_match else ""
        query = _query(order, ending)
        answer = _answer(f"{base}{match}/forms/{kinds[0]}.{ending.value}?{query}", ending)
        return answer.content, 1
    if ending is not FormFormat.PDF:
        raise MatchRefused("--out", f".{ending.value}", "a name in .pdf for several forms")
    several = [("form", kind) for kind in asked.kinds]
    several += [("match", str(asked.number))] if asked.number else []
    several += [("whole", "true")] if asked.whole else []
    answer = _answer(f"{base}/forms.pdf?{urlencode(several)}&{_query(order, ending)}", ending)
    return answer.content, int(answer.headers.get(FORM_COUNT, "0"))


def _query(order: Order, ending: FormFormat) -> str:
    part = {**asdict(order.part), "room": order.part.room.value if order.part.room else None}
    query: dict[str, object] = {"language": order.words.code, **part}
    if ending is FormFormat.PDF:
        query["paper"] = order.paper.name.lower()
    if order.second is not None:
        query["second"] = order.second.code
    return urlencode({name: value for name, value in query.items() if value})


def _answer(address: str, ending: FormFormat) -> httpx.Response:
    try:
        answer = httpx.get(address, timeout=_PATIENCE, follow_redirects=False)
    except httpx.HTTPError as error:
        raise FormNotServed(f"{address}: {error}") from error
    except (httpx.InvalidURL, ValueError) as error:
        raise FormNotServed(f"{address}: {error}") from error
    kind = answer.headers.get("content-type", "").partition(";")[0]
    if answer.status_code != httpx.codes.OK or kind != MEDIA_TYPES[ending]:
        raise FormNotServed(f"{address}: {answer.status_code}, {_why(answer)}")
    return answer


def _why(answer: httpx.Response) -> str:
    try:
        return str(answer.json()["detail"])[:500]
    except (ValueError, KeyError, TypeError):
        return "not what was asked for"
