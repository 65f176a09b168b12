"""The page of one match, which follows it live, and its addresses of games and positions."""

from collections.abc import Mapping
from typing import Any

from fastapi import APIRouter, Depends, Request
from starlette.responses import HTMLResponse, JSONResponse, Response

from rules.identities import MatchId
from server.access import Action, sees_aids
from server.live.encoding import public_table_form
from server.live.hub import LiveHub
from server.live.snapshot import PublicSnapshot
from server.persons.naming import NO_NAMES, Names
from server.translation import Words
from server.web.edge.authorization import needs, page_wanted, visitor_of
from server.web.edge.services import LiveHubDep, MatchIdDep
from server.web.pages.board_terms import board_in_words, board_terms, side_names
from server.web.pages.explained_terms import terms_of
from server.web.pages.shell import Shell, ShellDep
from server.web.spectators.closed_seat.offering import PlaysClosedDep
from server.web.spectators.page_fragments import page_fragments
from server.web.spectators.positions import PublicPosition, place_named, public_position
from server.web.spectators.stories import StoriesDep

NOT_PUBLIC = "no such position is public"
"""What a program is told of a position there is not, or that is under embargo."""

router = APIRouter(include_in_schema=False)


_MATCH = "/t/{tournament}/matches/{number}"
_WATCHING = Depends(needs(Action.WATCH))


@router.get(_MATCH, dependencies=[_WATCHING])
async def match(
    request: Request,
    match_id: MatchIdDep,
    hub: LiveHubDep,
    shell: ShellDep,
    plays_closed: PlaysClosedDep,
) -> HTMLResponse:
    """The page; raises MatchRefused for a match nobody has scheduled."""
    now = _snapshot(hub, match_id)
    words = shell.words(request)
    aids = sees_aids(visitor_of(request))
    values = match_page(now, words, hub.names_of(words.code), aids=aids)
    values = {**values, "plays_closed": plays_closed}
    return shell.page(request, "match.html", **values)


@router.get(_MATCH + "/g{game}", dependencies=[_WATCHING])
@router.get(_MATCH + "/g{game}/{step}", dependencies=[_WATCHING])
async def match_at(
    request: Request,
    match_id: MatchIdDep,
    hub: LiveHubDep,
    shell: ShellDep,
    stories: StoriesDep,
    plays_closed: PlaysClosedDep,
    game: str,
    step: str | None = None,
) -> Response:
    """The page opened at a game or a position of it.

    One that is not public is answered as one there will never be: 404 in the same bytes.
    """
    now = _snapshot(hub, match_id)
    words = shell.words(request)
    place = place_named(game, step)
    position = None
    if place is not None:
        story = stories.told(match_id, place.game, words.code)
        position = public_position(now, story, place)
    if position is None:
        return _nothing_there(request, shell, hub.names_of(words.code).match(match_id).path)
    aids = sees_aids(visitor_of(request))
    values = match_page(now, words, hub.names_of(words.code), position, aids=aids)
    values = {**values, "plays_closed": plays_closed}
    return shell.page(request, "match.html", **values)


def _snapshot(hub: LiveHub, match_id: MatchId) -> PublicSnapshot:
    now = hub.snapshot(match_id)
    if now is None:
        raise hub.unknown(match_id)
    return now


def _nothing_there(request: Request, shell: Shell, match_path: str) -> Response:
    if not page_wanted(request):
        return JSONResponse({"detail": NOT_PUBLIC}, 404)
    return shell.page(request, "unknown.html", status=404, match=None, here=match_path)


def match_page(
    now: PublicSnapshot,
    words: Words,
    names: Names = NO_NAMES,
    position: PublicPosition | None = None,
    *,
    aids: bool,
) -> Mapping[str, Any]:
    """The values of `match.html`: the parts, the table for `<bg-board>`, the script's words.

    `position`: opened there, in place of what goes on now. `aids`: with pip counts.
    """
    table = now.table if position is None else position.open
    return {
        "now": now,
        "people": names,
        "parts": page_fragments(now, words.code, names),
        "place": "" if position is None else position.place.path,
        "table": public_table_form(table),
        "table_in_words": board_in_words(table, now.scheduled.game_name, words, aids=aids),
        "board_terms": board_terms(words, aids=aids),
        "page_terms": _page_terms(words),
        "terms": terms_of(now.scheduled.game_name, duplicate=now.score is None),
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
