"""The question whether watchers would take a double, asked until the player's answer is public.

A watcher's answer is `POST /t/{name}/matches/{n}/doubles/{item}` with the field `answer`: "take" or
"pass". `item` is the number of the double in the public feed, so that no such address exists before
the double is public. Nobody sees the answers of others before the player's own answer is public.
"""

import asyncio
import secrets
from collections.abc import Callable, Mapping
from typing import Annotated, Final, Literal

import structlog
from fastapi import APIRouter, Depends, Form, Request
from markupsafe import Markup
from starlette.exceptions import HTTPException
from starlette.responses import RedirectResponse, Response

from server.access import Action
from server.live.facts import CubeActed, CubeStep
from server.live.hub import LiveHub
from server.live.snapshot import PublicSnapshot
from server.values.double_answers import DoubleKey, Tally
from server.values.naming import Names
from server.views.tables.words import side_names
from server.web.edge.authorization import needs
from server.web.edge.public_services import (
    LiveHubDep,
    MatchIdDep,
    names_in,
    package_service,
    public_services_of,
)
from server.web.match_page.stories import MatchShown
from server.web.shell.page_templates import page_templates
from server.web.shell.shell import Shell
from server.web.shell.tournament_view import TournamentView
from server.words.translation import words_for

log = structlog.get_logger()
PLACE: Final = "asked"
"""The id of the HTML element with the question in the page of a match."""
COOKIE: Final = "yalta-watcher"
"""The name of the cookie by which the answers of different browsers to a double are told apart.

The cookie is used for nothing else.
"""
_HOURS: Final = 12
MOST_ANSWERS: Final = 20_000
"""The most watchers counted at one double, which limits the use of memory (our choice)."""
Keep = Callable[[DoubleKey, Tally], None]
"""A function that stores the tally of a double; it is called in another thread, and can raise."""


class Crowd:
    """The answers of all watchers to the doubles of a server's matches.

    The answers to a double are in memory, and shown to nobody, until `close` ends the question and
    stores their tally by `keep`.
    """

    def __init__(self, keep: Keep) -> None:
        self._keep = keep
        self._open: dict[DoubleKey, dict[str, bool]] = {}

    def answer(self, double: DoubleKey, watcher: str, *, takes: bool) -> bool:
        """Count a watcher's answer in place of an earlier one, and return True.

        `watcher` identifies the browser; `takes` is True for a take. Return False, and count
        nothing, if MOST_ANSWERS others have answered. Call it only while the question is asked:
        this is not checked here.
        """
        answers = self._open.setdefault(double, {})
        if watcher not in answers and len(answers) >= MOST_ANSWERS:
            return False
        answers[watcher] = takes
        return True

    async def close(self, double: DoubleKey) -> Tally | None:
        """End the question about a double, store the tally of the answers and return it.

        Return None if nobody answered, or if the tally could not be stored.
        """
        answers = self._open.pop(double, {})
        if not answers:
            return None
        takes = sum(answers.values())
        tally = Tally(takes, len(answers) - takes)
        try:
            await asyncio.to_thread(self._keep, double, tally)
        except Exception:
            log.exception("watchers_answers_lost", match=str(double.match))
            return None
        return tally


CrowdDep = Annotated[Crowd, Depends(package_service(Crowd))]
router = APIRouter(include_in_schema=False)


@router.post(
    "/t/{tournament}/matches/{number}/doubles/{item}", dependencies=[Depends(needs(Action.WATCH))]
)
async def answer_double(
    request: Request,
    match_id: MatchIdDep,
    item: int,
    hub: LiveHubDep,
    crowd: CrowdDep,
    answer: Annotated[Literal["take", "pass"], Form()],
) -> Response:
    """Count a watcher's answer, in place of an earlier answer from the same browser.

    `item` is the number of the double in the match's public feed. Raises 404 if the item is no
    public double, 409 if the double can no longer be answered, 503 if no more watchers can be
    counted.
    """
    asked = hub.double_asked(match_id)
    if asked is None or asked[0] != item:
        if _is_double(hub, match_id, item):
            raise HTTPException(409, "this double can no longer be answered: its time is over")
        raise HTTPException(404)
    watcher = request.cookies.get(COOKIE, "") or secrets.token_urlsafe(16)
    if not crowd.answer(asked[1], watcher, takes=answer == "take"):
        raise HTTPException(503, "as many watchers have answered as can be counted")
    back = RedirectResponse(names_in(request).match(match_id).path, 303)
    back.headers["cache-control"] = "no-store"
    back.set_cookie(
        COOKIE,
        watcher,
        max_age=_HOURS * 3600,
        httponly=True,
        samesite="lax",
        secure=request.url.scheme == "https",
    )
    return back


def answers_script(request: Request, shown: TournamentView | MatchShown | None) -> Markup:
    """Return HTML with the script that sends answers from a match's page; empty on other pages."""
    if not isinstance(shown, MatchShown):
        return Markup()
    return Shell(public_services_of(request).language).part(request, "watchers/_script.html")


def question(request: Request, now: PublicSnapshot) -> Markup:
    """Return the HTML of the question for a match's page; it has no text while nothing is asked."""
    services = public_services_of(request)
    code = Shell(services.language).words(request).code
    html = question_parts(now, code, services.hub.names_of(code))[PLACE]
    return Markup('<div id="{}">{}</div>').format(PLACE, Markup(html))


def question_parts(now: PublicSnapshot, language: str, names: Names) -> Mapping[str, str]:
    """Return the HTML of the question for open pages, keyed by PLACE.

    This function is a server.live.follower.Fragments.
    """
    if not now.asked:
        return {PLACE: ""}
    double, words = now.table.facts[-1], words_for(language)
    assert isinstance(double, CubeActed)
    template = page_templates(language).get_template("watchers/_question.html")
    path, side = names.match(now.scheduled.match_id).path, side_names(words)[double.side]
    return {PLACE: template.render(now=now, double=double, side=side, path=path).strip()}


def _is_double(hub: LiveHub, match_id: MatchIdDep, item: int) -> bool:
    now = hub.snapshot(match_id)
    if now is None or not 0 < item <= now.last:
        return False
    fact = hub.items(match_id)[item - 1].fact
    return isinstance(fact, CubeActed) and fact.step is CubeStep.OFFERED
