"""Addresses at which nobody is known: whoever asks there is the public, signed in or not.

What stands there is fetched by others' servers, or shown in a frame on others' sites. Without the
visitor's cookies neither page nor image, feed or refusal there can differ from the public's
(ruling 12), and nothing framed elsewhere acts for somebody who has signed in.
"""

from starlette.types import Scope

COOKIELESS = ("/cards/", "/embed/", "/oembed")
"""How their paths begin."""


def without_cookies(scope: Scope) -> Scope:
    """The same request or socket from whoever has no cookies."""
    headers = [each for each in scope["headers"] if each[0].lower() != b"cookie"]
    return {**scope, "headers": headers}
