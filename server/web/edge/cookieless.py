"""Addresses at which nobody is known: whoever asks there is the public, signed in or not.

What stands there is fetched by others' servers, or shown in a frame on others' sites. Without the
visitor's cookies neither page nor image or feed there can differ from the public's (ruling 12), and
nothing framed elsewhere acts for somebody who has signed in. Only whether a device may watch at all
is asked of its session, or of where it was a board: those of a closed room, and of whoever plays in
the match, may not there either (ruling 34).
"""

from collections.abc import Collection, Mapping

from starlette.types import Scope

COOKIELESS = ("/cards/", "/embed/", "/oembed")
"""How their paths begin."""


_ASIDE = "yalta.cookies"


def without_cookies(scope: Scope, asked_of: Collection[str]) -> Scope:
    """The same request or socket from whoever has no cookies.

    Those of the names in `asked_of` are kept for `cookies_aside`.
    """
    headers, aside = list[tuple[bytes, bytes]](), dict[str, str]()
    for name, value in scope["headers"]:
        if name.lower() != b"cookie":
            headers.append((name, value))
            continue
        for each in value.decode("latin-1").split(";"):
            key, _, text = each.strip().partition("=")
            if key in asked_of:
                aside[key] = text
    return {**scope, "headers": headers, _ASIDE: aside}


def cookies_aside(scope: Scope) -> Mapping[str, str] | None:
    """What was kept of a request without cookies, None of any other."""
    aside: Mapping[str, str] | None = scope.get(_ASIDE)
    return aside
