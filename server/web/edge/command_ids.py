"""Ids of commands that come over HTTP, so that a command that is sent twice is carried out once.

A program sends the command's id in the header Idempotency-Key. The forms of a page carry a key that
is drawn when the page is made: the same form of the same page with the same fields is the same
command, whether its button is pressed twice or the form is sent again.
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
"""Name of the hidden field that carries the key in a form."""
_DIGEST_LENGTH = 16
"""Hexadecimal digits of a request's digest in a command id (our choice).

This many digits are enough to tell two requests of one sender apart.
"""
_FORMS = ("application/x-www-form-urlencoded", "multipart/form-data")

IdempotencyKey = Annotated[
    str | None,
    Header(
        alias="Idempotency-Key",
        min_length=1,
        max_length=LONGEST,
        pattern=f"^{KEY.pattern}$",
        description=(
            "The id of the command, chosen by the sender: 1 to 64 letters, figures and -._~. A "
            "command that is sent again with its id is carried out once and answered as the first "
            "time. Another command with this id to the same match, tournament, hall or accounts is "
            "refused with 422. Without the header the server chooses an id."
        ),
    ),
]


async def _command_id(request: Request, key: IdempotencyKey = None) -> AsyncIterator[str]:
    """Yield the id of the request's command.

    If another request with the same id is being handled, first wait until that other request has
    ended.
    """
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
"""The id of the command that a request carries."""


class FormKey:
    """The key in the forms of one page; a template calls it to get the field: `{{ form_key() }}`.

    The key is drawn for the page's first form, so that a page without forms draws none.
    """

    def __init__(self) -> None:
        self._key = ""

    @property
    def is_drawn(self) -> bool:
        """True if a form rendered so far carries the key."""
        return bool(self._key)

    def __call__(self) -> Markup:
        """Return the hidden field with the key, for a form."""
        self._key = self._key or secrets.token_urlsafe(_DIGEST_LENGTH)
        return Markup('<input type="hidden" name="{}" value="{}">').format(FIELD, self._key)


def form_key_of(connection: HTTPConnection) -> FormKey:
    """Return the key of the forms on the page that answers a request."""
    if not hasattr(connection.state, "form_key"):
        connection.state.form_key = FormKey()
    return cast(FormKey, connection.state.form_key)


def no_form_key() -> Markup:
    """Return an empty field instead of a key, for forms that are pushed into an open page.

    A script of that page adds the key.
    """
    return Markup()


async def _form_key(request: Request) -> str:
    """Return the key that a form of our pages carries, empty for any other request.

    A form without a key is accepted, because the visitor cannot help it.
    """
    if not _is_form(request.headers):
        return ""
    key = (await request.form()).get(FIELD)
    longest = LONGEST - _DIGEST_LENGTH - 1
    return key if isinstance(key, str) and len(key) <= longest and KEY.fullmatch(key) else ""


async def _digest(request: Request) -> str:
    """Return a digest of the request's method, path and body."""
    if _is_form(request.headers):
        fields = (await request.form()).multi_items()
        body = repr([(name, value) for name, value in fields if isinstance(value, str)]).encode()
    else:
        body = await request.body()
    asked = f"{request.method} {request.url.path}\n".encode() + body
    return hashlib.sha256(asked).hexdigest()[:_DIGEST_LENGTH]


def _is_form(headers: Headers) -> bool:
    return headers.get("content-type", "").partition(";")[0].strip().lower() in _FORMS
