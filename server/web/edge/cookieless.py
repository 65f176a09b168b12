"""Addresses at which nobody is known: whoever asks there is the public, signed in or not.

What stands there is fetched by others' servers, or shown in a frame on others' sites. Without the
visitor's cookies neither page nor image or feed there can differ from the public's (ruling 12), and
nothing framed elsewhere acts for somebody who has signed in. Only whether a device may watch at all
is asked of its session: those of a closed room, and of whoever plays in the match, may not there
either (ruling 34).
"""

from starlette.types import Scope

COOKIELESS = ("/cards/", "/embed/", "/oembed")
"""How their paths begin."""


_TOKEN = "yalta.session"


def without_cookies(scope: Scope, session: str) -> Scope:
    """The same request or socket from whoever has no cookies; `session` is that of a session.

    Its token is kept aside for `token_aside`.
    """
    headers, token = list[tuple[bytes, bytes]](), ""
    for name, value in scope["headers"]:
        if name.lower() != b"cookie":
            headers.append((name, value))
            continue
        for each in value.decode("latin-1").split(";"):
            key, _, text = each.strip().partition("=")
            token = text if key == session else token
    return {**scope, "headers": headers, _TOKEN: token}


def token_aside(scope: Scope) -> str | None:
    """The session's token of a request without cookies, None where it had none."""
    return scope.get(_TOKEN) or None
