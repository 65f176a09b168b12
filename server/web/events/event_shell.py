"""The frame of a tournament's public pages: its name, its navigation, what link previews read."""

from typing import Any
from urllib.parse import quote

from starlette.requests import Request
from starlette.responses import HTMLResponse

from server.web.events.event_card import event_head
from server.web.events.event_view import EventView
from server.web.pages.shell import Shell


def event_page(
    request: Request, shell: Shell, view: EventView, page: str, **values: Any
) -> HTMLResponse:
    """A page of `templates/tournament` with these values and those of its frame.

    The frame's: `view`, `tournament` (its short name) and `card_head`.
    """
    head = event_head(request, view, quote(request.scope["path"]))
    values |= {"view": view, "tournament": view.name, "card_head": head}
    return shell.page(request, f"tournament/{page}.html", **values)
