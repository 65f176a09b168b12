"""Ids of commands that come over HTTP, so that one sent twice is carried out once.

A program names its command in the header Idempotency-Key. A page's forms carry the key that the
page was given when it was made: the same form of the same page with the same fields is the same
command, whether it is pressed twice or sent again.
"""

import hashlib
import secrets
from collections.abc import AsyncIterator
from typing import Annotated, cast

from fastapi import Depends, Header, Request
from markupsafe import Markup
from starlette.datastructures import Headers
from starlette.requests import HTTPConnection

from server.command_answers import KEY, LONGEST, command_id
from server.web.edge.authorization import visitor_of
from server.web.edge.public_services import public_services_of

FIELD = "command_id"
"""Name of the hidden field of a form."""
_DIGEST_LENGTH = 16
"""Hexadecimal figures: enough to tell two requests of one sender apart."""
_FORMS = ("application/x-www-form-urlencoded", "multipart/form-data")

IdempotencyKey = Annotated[
    str | None,
    Header(
        alias="Idempotency-Key",
        min_length=1,
        max_length=LONGEST,
        pattern=f"^{KEY.pattern}$",
        description=(
            "The command's id, of the sender's own making: 1 to 64 letters, figures and -._~. Sent "
            "again under it, a command is carried out once and answered as the first time; another "
            "one to the same match, tournament, hall or to the accounts is refused with 422. "
            "Without it one is drawn."
        ),
    ),
]


async def _command_id(request: Request, key: IdempotencyKey = None) -> AsyncIterator[str]:
    """Yield the command's id, once no other request with the same id is under way."""
    if key is not None:
        own = command_id(key, await _digest(request))
    elif form_key := await _form_key(request):
        own = key = f"{form_key}.{await _digest(request)}"
    else:
        yield secrets.token_urlsafe(_DIGEST_LENGTH)
        return
    requests = public_services_of(request).requests_under_way
    async with requests.turn(visitor_of(request).actor, key):
        yield own


CommandIdDep = Annotated[str, Depends(_command_id)]
"""The id of the command that a request makes."""


class FormKey:
    """The key that the forms of one page carry; templates call it, `{{ form_key() }}`.

    The key is drawn for the first form: a page without one draws none.
    """

    def __init__(self) -> None:
        self._key = ""

    @property
    def is_drawn(self) -> bool:
        """True once a form of the page, as far as it is rendered, carries the key."""
        return bool(self._key)

    def __call__(self) -> Markup:
        """Return the hidden field of a form."""
        self._key = self._key or secrets.token_urlsafe(_DIGEST_LENGTH)
        return Markup('<input type="hidden" name="{}" value="{}">').format(FIELD, self._key)


def form_key_of(connection: HTTPConnection) -> FormKey:
    """Return the key of the forms on the page that answers a request."""
    if not hasattr(connection.state, "form_key"):
        connection.state.form_key = FormKey()
    return cast(FormKey, connection.state.form_key)


def no_form_key() -> Markup:
    """Return nothing, for forms pushed into an open page: its script gives them the page's key."""
    return Markup()


async def _form_key(request: Request) -> str:
    """Return the key that a form of ours carries, empty for any other request.

    A missing key is not the visitor's fault.
    """
    if not _is_form(request.headers):
        return ""
    key = (await request.form()).get(FIELD)
    longest = LONGEST - _DIGEST_LENGTH - 1
    return key if isinstance(key, str) and len(key) <= longest and KEY.fullmatch(key) else ""


async def _digest(request: Request) -> str:
    """Return a digest of the request: method, path and body."""
    if _is_form(request.headers):
        fields = (await request.form()).multi_items()
        body = repr([(name, value) for name, value in fields if isinstance(value, str)]).encode()
    else:
        body = await request.body()
    asked = f"{request.method} {request.url.path}\n".encode() + body
    return hashlib.sha256(asked).hexdigest()[:_DIGEST_LENGTH]


def _is_form(headers: Headers) -> bool:
    return headers.get("content-type", "").partition(";")[0].strip().lower() in _FORMS
