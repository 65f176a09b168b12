"""The pages of set-up, sign-in and one-time links, and the refusals of signing in.

All pages are plain forms that work without scripts.
"""

from collections.abc import Callable, Mapping

from fastapi import APIRouter, Depends, FastAPI, Request
from fastapi.responses import JSONResponse
from starlette.responses import RedirectResponse, Response

from rules.text import N_
from server.access import (
    ACCOUNT_ROLES,
    IN_CLOSED_ROOM,
    Action,
    DecidesOwnMatch,
    NotAllowed,
    PlaysInMatch,
    Role,
    Visitor,
)
from server.people.accounts_process import SecretShownBefore
from server.people.passphrases import LONGEST, SHORTEST, PassphraseRefused
from server.people.sign_in import Authenticator, SignInRefused, TooManyTries
from server.platform_support import is_loopback
from server.store.accounts_db.accounts import AccountRefused
from server.store.accounts_db.links import Link, LinkKind, LinkSpent, LinkUnknown
from server.web.edge.addresses import address_choice
from server.web.edge.authorization import needs, own_path, visitor_of
from server.web.edge.cookies import device_of, drop_session, keep_session, token_of
from server.web.edge.form_fields import Text
from server.web.edge.public_services import names_in, public_services_of
from server.web.edge.services import AuthenticatorDep
from server.web.shell.secret_shown import SHOWN_BEFORE
from server.web.shell.shell import Shell, ShellDep
from server.words.translation import Words

_STATUS_AND_CODE: dict[type[Exception], tuple[int, str]] = {
    SignInRefused: (401, "sign_in_refused"),
    LinkUnknown: (404, "link_unknown"),
    AccountRefused: (409, "account_refused"),
    SecretShownBefore: (409, "secret_shown_before"),
    LinkSpent: (410, "link_spent"),
    PassphraseRefused: (422, "passphrase_refused"),
    TooManyTries: (429, "too_many_tries"),
}
ACCOUNT_CODES: Mapping[str, str] = {
    "sign_in_refused": "name and passphrase, or the code, are not right",
    "link_unknown": "there is no such link",
    "account_refused": "this account cannot be so",
    "secret_shown_before": "the secret was shown already, and is never shown again",
    "link_spent": "the link was used, or its time is over",
    "passphrase_refused": "the passphrase is too weak",
    "too_many_tries": "too many tries: wait as long as retry-after says",
}
"""Meanings of the error codes for refusals of sign-in, accounts and links."""

SIGN_IN_REFUSALS = tuple(_STATUS_AND_CODE)
"""The exceptions that a page with a sign-in form shows beside the form."""


def add_account_refusals(app: FastAPI) -> None:
    """Make the application answer each refusal of sign-in with its HTTP status and code."""
    for refusal in _STATUS_AND_CODE:
        app.add_exception_handler(refusal, _answer)


def status_of_refusal(error: Exception) -> int:
    """Return the HTTP status of a refusal."""
    return _STATUS_AND_CODE[type(error)][0]


def headers_of_refusal(error: Exception) -> dict[str, str]:
    """Return the headers of a refusal: after too many tries, the seconds to wait (Retry-After).

    All other refusals have no headers of their own.
    """
    return {"retry-after": str(error.seconds)} if isinstance(error, TooManyTries) else {}


async def _answer(_: Request, error: Exception) -> JSONResponse:
    status, code = _STATUS_AND_CODE[type(error)]
    content = {"detail": str(error), "code": code}
    if isinstance(error, AccountRefused):
        content["field"] = error.field
    return JSONResponse(content, status, headers_of_refusal(error))


_ALLOWED = (
    N_("1 to 80 printable characters"),
    N_("a name no other account has"),
    N_("open or closed for a clerk, none for others"),
    N_("not the last director"),
    N_("one of the list"),
)
"""Texts that say what the fields of an account may contain, marked for translation.

The text of an AccountRefused is one of these.
"""


def refusal_in_words(error: Exception, words: Words) -> str:
    """Return the refusal as a sentence for the person who filled in the form."""
    match error:
        case SignInRefused():
            return words.gettext("The name or the passphrase is wrong, or the account is disabled.")
        case TooManyTries():
            return words.ngettext(
                "Too many failed tries. Try again in %(num)s second.",
                "Too many failed tries. Try again in %(num)s seconds.",
                error.seconds,
            )
        case PassphraseRefused():
            return words.gettext(
                "This passphrase cannot be used; allowed: %(shortest)s to %(longest)s characters "
                "of any kind.",
                shortest=SHORTEST,
                longest=LONGEST,
            )
        case SecretShownBefore():
            return words.gettext(SHOWN_BEFORE)
        case AccountRefused():
            allowed = words.gettext(error.allowed) if error.allowed in _ALLOWED else error.allowed
            return words.gettext(
                "“%(value)s” is not possible; allowed: %(allowed)s.",
                value=error.value,
                allowed=allowed,
            )
        case _:
            return str(error)


_FIRST_PAGES = {
    Role.DIRECTOR: "/hall",
    Role.OPERATOR: "/hall",
    Role.CLERK: "/room",
    Role.CAPTAIN: "/captain",
    Role.PLAYER: "/seat",
    Role.ENTRANT: "/ttt",
    Role.SEAT: "/table",
}
_UNSTORED = {"cache-control": "no-store", "referrer-policy": "no-referrer"}


def first_page(request: Request, visitor: Visitor | None) -> str:
    """Return the path at which a visitor starts after signing in."""
    if visitor is None:
        return "/"
    added = (entry for hooks in public_services_of(request).page_hooks for entry in hooks.nav)
    firsts = {role: each.path for each in added if each.is_first for role in each.roles}
    return (_FIRST_PAGES | firsts).get(visitor.role, "/")


router = APIRouter(include_in_schema=False, dependencies=[Depends(needs(Action.SIGN_IN))])


def refused(
    shell: Shell, request: Request, template: str, error: Exception, **values: object
) -> Response:
    """Return a page with a form that was refused, and the reason for the refusal beside it.

    `template` is the template of the page, and `values` are its further values, such as the typed
    name.
    """
    text = refusal_in_words(error, shell.words(request))
    page = shell.page(request, template, status=status_of_refusal(error), error=text, **values)
    page.headers.update(headers_of_refusal(error))
    return page


async def _admitted(
    authenticator: Authenticator, request: Request, token: str, to: str = ""
) -> Response:
    """Return a redirect that signs the browser in, and sign its former session out.

    `token` is the token of the new session. `to` is the path to redirect to; if `to` is empty, the
    redirect leads to the visitor's first page.
    """
    await authenticator.sign_out(token_of(request))
    answer = RedirectResponse(
        to or first_page(request, authenticator.visitor(token)), 303, _UNSTORED
    )
    keep_session(answer, request, authenticator, token)
    return answer


@router.get("/sign-in")
async def sign_in_form(request: Request, shell: ShellDep, next: str = "") -> Response:
    """Show the sign-in form."""
    return shell.page(request, "accounts/sign_in.html", error="", name="", next=next)


@router.post("/sign-in")
async def sign_in(
    request: Request,
    shell: ShellDep,
    authenticator: AuthenticatorDep,
    name: Text = "",
    passphrase: Text = "",
    next: Text = "",
) -> Response:
    """Sign in, and go on to the address in `next`."""
    try:
        token = await authenticator.sign_in(name, passphrase, device_of(request))
    except SIGN_IN_REFUSALS as error:
        return refused(shell, request, "accounts/sign_in.html", error, name=name, next=next)
    return await _admitted(authenticator, request, token, own_path(next) if next else "")


@router.post("/sign-out")
async def sign_out(request: Request, authenticator: AuthenticatorDep) -> Response:
    """Sign out."""
    await authenticator.sign_out(token_of(request))
    answer = RedirectResponse("/", 303, _UNSTORED)
    drop_session(answer)
    return answer


@router.get("/set-up/{token}")
async def set_up_form(
    request: Request, token: str, shell: ShellDep, authenticator: AuthenticatorDep
) -> Response:
    """Show the form in which the first director chooses a name and passphrase."""
    if authenticator.links.find(token, LinkKind.SET_UP) is None:
        return refused(shell, request, "accounts/link_spent.html", LinkSpent())
    return shell.page(request, "accounts/set_up.html", error="", name="")


@router.post("/set-up/{token}")
async def set_up(
    request: Request,
    token: str,
    shell: ShellDep,
    authenticator: AuthenticatorDep,
    name: Text = "",
    passphrase: Text = "",
) -> Response:
    """Add the account of the first director."""
    try:
        session = await authenticator.set_up(token, name, passphrase, device_of(request))
    except LinkSpent as error:
        return refused(shell, request, "accounts/link_spent.html", error)
    except SIGN_IN_REFUSALS as error:
        return refused(shell, request, "accounts/set_up.html", error, name=name)
    # The way of phones into the network is tested first: it takes longest to mend.
    choice = address_choice(request)
    here = is_loopback(request.url.hostname or "")
    to = "/hall/network" if here and not (choice.only_here or choice.is_set) else ""
    return await _admitted(authenticator, request, session, to)


@router.get("/passphrase/{token}")
async def passphrase_form(
    request: Request, token: str, shell: ShellDep, authenticator: AuthenticatorDep
) -> Response:
    """Show the form in which an invited person sets a passphrase."""
    link = authenticator.links.find(token, LinkKind.PASSPHRASE)
    if link is None:
        return refused(shell, request, "accounts/link_spent.html", LinkSpent())
    return shell.page(
        request, "accounts/new_passphrase.html", error="", name=_account_name(authenticator, link)
    )


@router.post("/passphrase/{token}")
async def set_passphrase(
    request: Request,
    token: str,
    shell: ShellDep,
    authenticator: AuthenticatorDep,
    passphrase: Text = "",
) -> Response:
    """Set the passphrase of an invited person, and sign them in."""
    link = authenticator.links.find(token, LinkKind.PASSPHRASE)
    try:
        session = await authenticator.set_passphrase(token, passphrase, device_of(request))
    except LinkSpent as error:
        return refused(shell, request, "accounts/link_spent.html", error)
    except SIGN_IN_REFUSALS as error:
        name = _account_name(authenticator, link)
        return refused(shell, request, "accounts/new_passphrase.html", error, name=name)
    return await _admitted(authenticator, request, session)


@router.get("/l/{token}")
async def follow_link(
    request: Request, token: str, shell: ShellDep, authenticator: AuthenticatorDep
) -> Response:
    """Sign the visitor in by a link, so that the link's token leaves the address bar.

    Since anybody can send a link, a visitor is asked first if they are signed in by an account or
    if their phone is a table's board.
    """
    visitor = visitor_of(request)
    try:
        link = authenticator.link_at(token)
        if visitor.role not in (*ACCOUNT_ROLES, Role.SEAT):
            return await _by_link(authenticator, request, token)
    except LinkSpent as error:
        return refused(shell, request, "accounts/link_spent.html", error)
    whose = _whose(authenticator, link, shell.words(request))
    match = names_in(request).match(link.match) if link.match else None
    return shell.page(
        request,
        "accounts/link_instead.html",
        link=link,
        match=match,
        whose=whose,
        seated=visitor.role is Role.SEAT,
        first=first_page(request, visitor),
    )


@router.post("/l/{token}")
async def follow_link_instead(
    request: Request, token: str, shell: ShellDep, authenticator: AuthenticatorDep
) -> Response:
    """Sign the account or phone out on this device, and sign in by the link instead."""
    try:
        return await _by_link(authenticator, request, token)
    except LinkSpent as error:
        return refused(shell, request, "accounts/link_spent.html", error)


def _account_name(authenticator: Authenticator, link: Link | None) -> str:
    """Return the name of the account whose passphrase a link sets; empty for an unknown link."""
    account = authenticator.accounts.get(link.account_id) if link and link.account_id else None
    return account.name if account else ""


def _whose(authenticator: Authenticator, link: Link, words: Words) -> str:
    """Return the name of the person that a captain's or player's link is for."""
    names = authenticator.persons.names(words.code)
    return names.of(link.person) if link.person else ""


async def _by_link(authenticator: Authenticator, request: Request, token: str) -> Response:
    _, session = await authenticator.follow_link(token, device_of(request))
    return await _admitted(authenticator, request, session)


def not_allowed_page(shell: Shell) -> Callable[[Request, NotAllowed], Response]:
    """Return a function that makes the page for people who may not see the page they asked for."""

    def page(request: Request, refusal: NotAllowed) -> Response:
        return shell.page(
            request,
            "accounts/not_allowed.html",
            status=403,
            seated=refusal.visitor.role is Role.SEAT,
            closed=refusal.action is Action.WATCH,
            was_board=refusal.visitor == IN_CLOSED_ROOM,
            plays_in=_match(request, refusal),
            first=first_page(request, refusal.visitor),
        )

    return page


def _match(request: Request, refusal: NotAllowed) -> str | None:
    """Return in words the match for which a page was refused because the visitor plays in it.

    Return None if the page was refused for another reason.
    """
    if isinstance(refusal, DecidesOwnMatch):
        return str(refusal.number)
    if not isinstance(refusal, PlaysInMatch):
        return None
    return names_in(request).match(refusal.match).label
