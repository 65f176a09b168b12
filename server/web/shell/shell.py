"""The frame around every page's content: language, theme, visitor, links and announcements.

`Shell.page` renders a template that extends `base.html`. Caches may not store pages, since their
contents depend on the visitor. Language and theme are stored in cookies that plain forms set. A
page may be sent in gzip only if its visitor is the public and sent no cookies but these two.
"""

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import Field, dataclass, fields
from functools import partial
from typing import Annotated, Any, ClassVar, Protocol

from fastapi import APIRouter, Depends, Form
from markupsafe import Markup
from starlette.requests import HTTPConnection, Request
from starlette.responses import HTMLResponse, RedirectResponse

from rules.identities import TournamentId
from rules.text import N_
from server.access import ACCOUNT_ROLES, Action, Role, Visitor, may, may_somewhere, sees_aids
from server.live.public_source import PublicSource
from server.views.announcements.words import announcement_lines
from server.web.edge.authorization import came_from, needs, own_path, visitor_of
from server.web.edge.command_ids import form_key_of
from server.web.edge.page_hooks import NavEntry, PageHooks, PagePart
from server.web.edge.public_services import names_in, public_services_of
from server.web.edge.static_files import FAST, packed, takes_gzip
from server.web.shell.hidden_results import (
    RESULT_PAGES,
    carried,
    hides_results,
    switched,
)
from server.web.shell.page_templates import page_templates
from server.words.languages import LANGUAGES, SOURCE_LANGUAGE
from server.words.translation import Words, preferred, words_for


def announced(
    connection: HTTPConnection, source: PublicSource, visitor: Visitor, words: Words
) -> Mapping[str, Any]:
    """Return the values `announcements` and `tournament_read` for base.html.

    `tournament_read` is the tournament whose announcements are shown, besides the hall's. It is
    None if the announcements of all tournaments are shown.
    """
    tournament = _tournament(connection, source, visitor)
    lines = announcement_lines(
        source.tournaments.announced, source.now(), words, source.names(words.code), tournament
    )
    return {"announcements": lines, "tournament_read": tournament}


def _tournament(
    connection: HTTPConnection, source: PublicSource, visitor: Visitor
) -> TournamentId | None:
    if visitor.match is not None:
        return visitor.match.tournament
    named = connection.path_params.get("tournament")
    known = source.tournaments.names.items()
    return next((each for each, name in known if name.text == named), None)


@dataclass(frozen=True, slots=True)
class HeaderPlace:
    """A link in the header: `label` is its text in the language of the sources."""

    path: str
    label: str
    current: bool


_OF_A_TOURNAMENT = re.compile(r"^/hall/t/[^/]+/")
_HALL = (Role.DIRECTOR, Role.OPERATOR)
_GUESTS = (Role.PUBLIC, Role.CAPTAIN, Role.PLAYER, Role.ENTRANT)
_NAV = (
    NavEntry("/", N_("Tables"), Action.WATCH, tuple(Role)),
    NavEntry("/hall", N_("Hall"), Action.SEE_CONSOLE, _HALL),
    NavEntry("/hall/tournament", N_("Tournament"), Action.SCHEDULE, _HALL),
    NavEntry("/hall/teams", N_("Teams"), Action.ENTER_TEAM, _HALL),
    NavEntry("/hall/people", N_("People"), Action.KEEP_PERSONS, _HALL),
    NavEntry("/boards", N_("Boards"), Action.KEEP_BOARDS, _HALL),
    NavEntry("/accounts", N_("Accounts"), Action.RUN_ACCOUNTS, _HALL),
    NavEntry("/room", N_("My room"), Action.SEE_TABLE, (Role.CLERK,)),
    NavEntry("/captain", N_("My team"), Action.LINE_UP, (Role.CAPTAIN,)),
    NavEntry("/seat", N_("My table"), Action.SEE_TABLE, (Role.PLAYER,)),
    NavEntry("/ttt", N_("My games"), Action.PLAY_TTT, (Role.ENTRANT,)),
    NavEntry("/tournaments", N_("Tournaments"), Action.WATCH, _GUESTS),
    NavEntry("/players", N_("Players"), Action.WATCH, _GUESTS),
    NavEntry("/duplicate", N_("Duplicate"), Action.SEE_PUBLIC, _GUESTS),
)


def _without_tournament(path: str) -> str:
    """Return the path without its tournament, as the header's links have it.

    A header's link leads to a page of the newest tournament. The link is marked as current also on
    the same page of another tournament.
    """
    return _OF_A_TOURNAMENT.sub("/hall/", path)


def places_of(
    visitor: Visitor, path: str, hooks: Iterable[PageHooks] = ()
) -> tuple[HeaderPlace, ...]:
    """Return the links in the header for a visitor; links of extras come last.

    The link to `path`, the present page, is marked as current.
    """
    return tuple(
        HeaderPlace(each.path, each.label, _without_tournament(path) == each.path)
        for each in (*_NAV, *(entry for hook in hooks for entry in hook.nav))
        if visitor.role in each.roles and may_somewhere(visitor, each.action)
    )


def parts_of_extras(request: Request, place: str, given: object = None) -> Markup:
    """Return the parts that extras add to one place of a page.

    `place` is the place's name, and `given` the value that the page passes (PagePart).
    """
    part = PagePart(place)
    hooks = public_services_of(request).page_hooks
    return Markup("").join(hook.parts[part](request, given) for hook in hooks if part in hook.parts)


THEMES = ("auto", "light", "dark")
LANGUAGE_COOKIE, THEME_COOKIE = "yalta_language", "yalta_theme"
CHOICES = frozenset({LANGUAGE_COOKIE, THEME_COOKIE})
"""Cookies with choices, which identify nobody."""
_A_YEAR = 31_536_000

PAGE_HEADERS: Mapping[str, str] = {
    "cache-control": "no-store",
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
        "font-src 'self'; connect-src 'self'; manifest-src 'self'; base-uri 'none'; "
        "form-action 'self'; frame-ancestors 'self'"
    ),
    "referrer-policy": "same-origin",
    "vary": "Cookie, Accept-Language, Accept-Encoding",
    "x-content-type-options": "nosniff",
}
"""Headers of every page: nothing is loaded from elsewhere, and no inline script or style is run."""


class PageValues(Protocol):
    """The values of a page: a dataclass whose fields a template uses by their names."""

    __dataclass_fields__: ClassVar[dict[str, Field[Any]]]


@dataclass(frozen=True, slots=True)
class Shell:
    """Makes the answers that are pages, each from a template and the values of base.html.

    `language` is used for visitors whose browser asks for no language of the pages.
    """

    language: str = SOURCE_LANGUAGE

    def words(self, request: HTTPConnection) -> Words:
        """Return the texts in the visitor's language.

        The address decides the language, else the cookie, else the browser.
        """
        chosen = _choice(request, "language", LANGUAGE_COOKIE, LANGUAGES)
        accepted = request.headers.get("accept-language", "")
        return words_for(preferred(chosen, accepted, self.language))

    def theme(self, request: Request) -> str:
        """Return the visitor's theme, which the address decides or else the cookie.

        Without either it is "auto", the device's own theme.
        """
        return _choice(request, "theme", THEME_COOKIE, THEMES) or THEMES[0]

    def page(
        self,
        request: Request,
        template: str,
        values: PageValues | None = None,
        /,
        *,
        status: int = 200,
        **others: Any,
    ) -> HTMLResponse:
        """Return the answer to a request: a template with the given values and those of base.html.

        The template has each field of `values` by its name, and the `others`. The values of
        base.html are: `words`, `languages`, `theme`, `visitor`, `may_sign_in` (true if there is an
        account to sign in by), `has_account` (true if the visitor is signed in by an account),
        `aids` (true if boards show pip counts), `as_public` (a query to add to a printed form's
        address, so that also a visitor with more rights gets only the public contents), `places`,
        `extra_parts` (a function for the places where extras may add a part), `format_links` (the
        director's pages of formats, below a tournament's), `here` (the path asked for, to come back
        to), `visitor_name`, `announcements`, `tournament_read` (the tournament whose announcements
        are shown besides the hall's, or None for those of all), and `form_key` (a function that
        returns the hidden field with the command's id; every form that changes something has to
        call it), `results_hidden` (true if the address hides results; then all links carry this
        choice), `results_switched` (the address with the other choice).
        """
        words, services = self.words(request), public_services_of(request)
        frame = {
            "words": words,
            "languages": LANGUAGES,
            "theme": self.theme(request),
            "visitor": (visitor := visitor_of(request)),
            "visitor_name": _name_of(request, visitor, words),
            "may_sign_in": visitor.role is Role.PUBLIC and services.visitors is not None,
            "has_account": visitor.role in ACCOUNT_ROLES,
            "aids": sees_aids(visitor),
            "as_public": "?public=true" if may(visitor, Action.SEE_BOTH_ROOMS) else "",
            "places": places_of(visitor, request.url.path, services.page_hooks),
            "extra_parts": partial(parts_of_extras, request),
            "here": _here(request),
            "form_key": (form_key := form_key_of(request)),
            **announced(request, services.source, visitor, words),
            "format_links": _format_links(request, visitor, words),
            "results_hidden": (hidden := hides_results(request)),
            "results_switched": switched(request),
        }
        named = () if values is None else fields(values)
        given = frame | {each.name: getattr(values, each.name) for each in named} | others
        if hidden and _tells_results(template, services.page_hooks):
            template = "shell/results_hidden.html"
        text = page_templates(words.code).get_template(template).render(given)
        text = carried(text) if hidden else text
        content, headers = text.encode(), {**PAGE_HEADERS, "content-language": words.code}
        if not form_key.is_drawn and _has_no_secrets(request, visitor) and takes_gzip(request):
            content, headers["content-encoding"] = packed(content, FAST), "gzip"
        return HTMLResponse(content, status_code=status, headers=headers)

    def part(self, request: Request, template: str, **values: object) -> Markup:
        """Return a template as a part of another page, with these values only."""
        templates = page_templates(self.words(request).code)
        return Markup(templates.get_template(template).render(values))


def _tells_results(template: str, hooks: Iterable[PageHooks]) -> bool:
    return template in RESULT_PAGES or any(template in each.result_pages for each in hooks)


def _format_links(request: Request, visitor: Visitor, words: Words) -> list[tuple[str, str]]:
    """Return path and text of the directors' pages of the formats that a tournament has.

    If the director has opened such a page, it is included even if the tournament does not have the
    page's format yet.
    """
    services, here = public_services_of(request), request.url.path
    tournament = _tournament(request, services.source, visitor)
    known = None if tournament is None else services.source.tournaments.processes.get(tournament)
    return [
        (page.path, words.gettext(page.label))
        for shown, page in services.director_pages
        if page.always
        or here.endswith(f"/tournament{page.path}")
        or (known is not None and shown.is_set_up(known.state))
    ]


async def _shell(connection: HTTPConnection) -> Shell:
    return Shell(public_services_of(connection).language)


ShellDep = Annotated[Shell, Depends(_shell)]

router = APIRouter(include_in_schema=False, dependencies=[Depends(needs(Action.SEE_PUBLIC))])


@router.post("/language")
async def choose_language(
    language: Annotated[str, Form()], back: Annotated[str, Form()] = "/"
) -> RedirectResponse:
    """Store in a cookie the language that was chosen in the frame of a page."""
    return _kept(LANGUAGE_COOKIE, language if language in LANGUAGES else "", back)


@router.post("/theme")
async def choose_theme(
    theme: Annotated[str, Form()], back: Annotated[str, Form()] = "/"
) -> RedirectResponse:
    """Store in a cookie the theme that was chosen in the frame of a page."""
    return _kept(THEME_COOKIE, theme if theme in THEMES else "", back)


def _has_no_secrets(request: Request, visitor: Visitor) -> bool:
    """Return True if the visitor is the public and sent no cookies but those of CHOICES.

    A page for them has only public contents, unless it has a form, whose key is secret.
    """
    return visitor.role is Role.PUBLIC and request.cookies.keys() <= CHOICES


def _kept(cookie: str, value: str, back: str) -> RedirectResponse:
    """Return a redirect that stores a choice in a cookie for a year.

    An empty choice deletes the cookie.
    """
    answer = RedirectResponse(own_path(back), 303, {"cache-control": "no-store"})
    answer.set_cookie(cookie, value, max_age=_A_YEAR if value else 0, httponly=True, samesite="lax")
    return answer


def _choice(
    request: HTTPConnection, name: str, cookie: str, allowed: Collection[str]
) -> str | None:
    """Return a visitor's choice: the one in the address, else the one in the cookie, else None.

    `name` is the choice's name in the address, `cookie` the name of its cookie. A value that is not
    among the `allowed` ones is ignored.
    """
    candidates = (request.query_params.get(name, ""), request.cookies.get(cookie, ""))
    return next((each for each in candidates if each in allowed), None)


def _name_of(request: Request, visitor: Visitor, words: Words) -> str:
    if visitor.person is None:
        return ""
    return names_in(request, words.code).of(visitor.person)


def _here(request: Request) -> str:
    """Return the path to come back to, without a choice of language or theme.

    Such a choice in the path would override the next one. For a refused form, the path is that of
    the page with the form.
    """
    if request.method not in ("GET", "HEAD"):
        return came_from(request)
    address = request.url.remove_query_params(["language", "theme"])
    return address.path + (f"?{address.query}" if address.query else "")
