"""The page of one match, which follows it live."""

from collections.abc import Mapping
from typing import Any

from fastapi import APIRouter, Depends, Request
from starlette.responses import HTMLResponse

from server.access import Action, sees_aids
from server.live.encoding import public_table_form
from server.live.snapshot import PublicSnapshot
from server.persons.naming import NO_NAMES, Names
from server.translation import Words
from server.web.edge.authorization import needs, visitor_of
from server.web.edge.services import LiveHubDep, MatchIdDep
from server.web.pages.board_terms import board_in_words, board_terms, side_names
from server.web.pages.shell import ShellDep
from server.web.spectators.page_fragments import page_fragments

router = APIRouter(include_in_schema=False)


@router.get("/t/{tournament}/matches/{number}", dependencies=[Depends(needs(Action.WATCH))])
async def match(
    request: Request, match_id: MatchIdDep, hub: LiveHubDep, shell: ShellDep
) -> HTMLResponse:
    """The page; raises MatchRefused for a match nobody has scheduled."""
    now = hub.snapshot(match_id)
    if now is None:
        raise hub.unknown(match_id)
    words = shell.words(request)
    aids = sees_aids(visitor_of(request))
    values = match_page(now, words, hub.names_of(words.code), aids=aids)
    return shell.page(request, "match.html", **values)


def match_page(
    now: PublicSnapshot, words: Words, names: Names = NO_NAMES, *, aids: bool
) -> Mapping[str, Any]:
    """The values of `match.html`: the parts, the table for `<bg-board>`, the script's words.

    `aids`: with pip counts.
    """
    return {
        "now": now,
        "people": names,
        "parts": page_fragments(now, words.code, names),
        "table": public_table_form(now.table),
        "table_in_words": board_in_words(now.table, now.scheduled.game_name, words, aids=aids),
        "board_terms": board_terms(words, aids=aids),
        "page_terms": _page_terms(words),
    }


def _page_terms(words: Words) -> dict[str, str | dict[str, str]]:
    gettext = words.gettext
    return {
        "linked": gettext("live"),
        "lost": gettext("connection lost, trying again"),
        "now": gettext("Live"),
        "step": gettext(
            "Game %(game)s, move %(step)s of %(steps)s",
            game="{game}",
            step="{step}",
            steps="{steps}",
        ),
        "turn": gettext("Turn"),
        "differs": gettext("first difference"),
        "rooms": {"open": gettext("Open room"), "closed": gettext("Closed room")},
        "sides": {side.value: name for side, name in side_names(words).items()},
    }
