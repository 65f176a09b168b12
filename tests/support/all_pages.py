"""Every page of the application: by whom it is looked at, and at which addresses of the full hall.

A route that is asked by GET either is a page with addresses here or is for programs; the tests name
a new one until it is told apart.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from urllib.parse import quote

from fastapi import FastAPI
from fastapi.routing import APIRoute

from rules.position import Side
from rules.room import Room
from server.access import PUBLIC, Role, Visitor
from server.secret_codes import new_code
from server.store.accounts_db.links import Link, LinkKind
from server.web.director.orders import ORDERS
from server.web.prints.addresses import older_router
from tests.support.account_commands import add_account, given_link
from tests.support.extra_walks import extra_walks
from tests.support.full_hall import (
    ARABIC,
    LONG,
    MARKUP,
    MATCHES,
    OVER,
    OVER_TO_POINTS,
    PLANNED,
    TO_POINTS,
    UNDER_WAY_TO_POINTS,
)
from tests.support.ids import match_id
from tests.support.persons import person_id, sign_in_name
from tests.support.routes import authorized_routes
from tests.support.served import DIRECTOR, Served, everybody
from tests.support.ttt import busy_ttt, entrant

_FOR_PROGRAMS = (
    *("/oembed", "/docs", "/openapi.json", "/healthz", "/readyz", "/static"),
    *(".json", ".mat", ".sgf", ".pdf", ".csv", ".xlsx", ".png", ".atom", ".ics", ".ico", ".txt"),
)
_PEOPLE = everybody(1)
_OPERATOR = _PEOPLE["operator"]
_LONGEST = MATCHES[OVER - 1].home


@dataclass(frozen=True, slots=True)
class PageSeen:
    """An address of a page, the route it belongs to, and who looks at it."""

    route: str
    address: str
    visitor: Visitor


def page_routes(app: FastAPI) -> set[str]:
    """The paths of the application's routes that people look at.

    Addresses of before, which lead to a form's own, show nothing.
    """
    leading = {route.path for route in older_router.routes if isinstance(route, APIRoute)}
    return {
        route.path
        for route in authorized_routes(app)
        if route.method == "GET" and not any(part in route.path for part in _FOR_PROGRAMS)
        if route.path not in leading and not route.path.startswith("/api/")
    }


async def pages_of(served: Served) -> list[PageSeen]:
    """Every page of the full hall, once for each visitor to whom it looks otherwise."""
    link = f"/l/{_link(served)}"
    added = Visitor(Role.OPERATOR, person_id("Newcomer " * 8))
    process = served.authenticator.process
    _, passphrase = await add_account(process, sign_in_name(added), added.role)
    return [
        *_spectators(),
        *_tournament(),
        *_hall(),
        *_hall_matches(),
        *_position_sheets(),
        *_own(),
        *await _ttt(served),
        PageSeen("/sign-in", "/sign-in", PUBLIC),
        PageSeen("/set-up/{token}", "/set-up/none", PUBLIC),
        PageSeen("/passphrase/{token}", "/passphrase/none", PUBLIC),
        PageSeen("/passphrase/{token}", f"/passphrase/{passphrase}", PUBLIC),
        PageSeen("/l/{token}", "/l/none", PUBLIC),
        PageSeen("/l/{token}", link, _OPERATOR),
        PageSeen("/account", "/account", DIRECTOR),
        PageSeen("/account", "/account", _PEOPLE["clerk of closed"]),
        PageSeen("/accounts", "/accounts", DIRECTOR),
        PageSeen("/boards", "/boards", DIRECTOR),
        *_phones(_code(served)),
        *[seen for walk in extra_walks() for seen in await walk.pages_of(served)],
        *_moved(),
        PageSeen("/nowhere", "/nowhere", PUBLIC),
        PageSeen("/hall", "/hall", _PEOPLE["captain of Compass"]),
    ]


def _moved() -> Iterator[PageSeen]:
    """Addresses that lead to those that pages have now."""
    before = "/hall/t/{tournament}/event"
    yield PageSeen("/events", "/events", PUBLIC)
    yield PageSeen("/hall/event", "/hall/event", DIRECTOR)
    yield PageSeen(before, "/hall/t/club/event", DIRECTOR)
    yield PageSeen(f"{before}/{{rest:path}}", "/hall/t/club/event/timetable", DIRECTOR)


async def _ttt(served: Served) -> list[PageSeen]:
    """A TTT at its director's, at its players' and for everybody; in an empty hall none."""
    desk, public = "/hall/t/{tournament}/tournament/ttt", "/t/{tournament}/ttt"
    own, nobody = "/ttt/{tournament}", Visitor(Role.ENTRANT, person_id("Nobody"))
    pages = [PageSeen("/ttt", "/ttt", nobody), PageSeen(own, "/ttt/club", nobody)]
    pages += [PageSeen(desk, "/hall/t/club/tournament/ttt", DIRECTOR)]
    pages += [PageSeen(public, "/t/club/ttt", PUBLIC)]
    if match_id(OVER) not in served.hall.registry:
        return pages
    order = await busy_ttt(served.hall, [LONG[:80], ARABIC, MARKUP, "Brook", "Fields", "Hill"])
    return [
        *pages,
        *(PageSeen(own, "/ttt/club", entrant(each)) for each in (order[0], order[-1])),
        *(
            PageSeen(desk, f"/hall/t/club/tournament/ttt?match={number}#match", DIRECTOR)
            for number in (4713, 4721)
        ),
    ]


def _link(served: Served) -> str:
    captain = Link(
        kind=LinkKind.CAPTAIN, person=person_id("Captain"), match=match_id(OVER), team=_LONGEST
    )
    return given_link(served.authenticator, captain)[1]


def _code(served: Served) -> str:
    code = new_code()
    link = Link(kind=LinkKind.TABLE, match=match_id(PLANNED), room=Room.OPEN)
    served.authenticator.links.give(link, code)
    return code


def _phones(code: str) -> Iterator[PageSeen]:
    route = "/hall/t/{tournament}/matches/{number}/tables/{room}/code"
    for number, room in ((1, "closed"), (PLANNED, "open")):
        yield PageSeen(route, f"/hall/t/club/matches/{number}/tables/{room}/code", DIRECTOR)
    yield PageSeen("/seat/{code}", "/seat/none", PUBLIC)
    yield PageSeen("/seat/{code}", f"/seat/{code}", PUBLIC)
    yield PageSeen("/table", "/table", PUBLIC)
    for room in ("open", "closed"):
        yield PageSeen("/table", "/table", _PEOPLE[f"phone in {room}"])


def _spectators() -> Iterator[PageSeen]:
    for visitor in (PUBLIC, _OPERATOR):
        yield PageSeen("/", "/", visitor)
    yield PageSeen("/duplicate", "/duplicate", PUBLIC)
    for query in ("", "?show=match&matches=club/1", "?show=wall&tables=8", "?matches=club/99"):
        yield PageSeen("/screen", f"/screen{query}", PUBLIC)
    yield PageSeen("/screen/address", "/screen/address", PUBLIC)
    for number in range(1, len(MATCHES) + len(TO_POINTS) + 1):
        yield PageSeen("/t/{tournament}/matches/{number}", f"/t/club/matches/{number}", PUBLIC)
    yield PageSeen("/t/{tournament}/matches/{number}/g{game}", f"/t/club/matches/{OVER}/g1", PUBLIC)
    at = "/t/{tournament}/matches/{number}/g{game}/{step}"
    yield PageSeen(at, f"/t/club/matches/{OVER}/g1/m2", PUBLIC)
    yield PageSeen(at, f"/t/club/matches/{OVER}/g99/m1", PUBLIC)
    for number in (OVER, OVER_TO_POINTS):
        hidden = f"/t/club/matches/{number}?results=hidden"
        yield PageSeen("/t/{tournament}/matches/{number}", hidden, PUBLIC)
    yield PageSeen(at, f"/t/club/matches/{OVER}/g1/m2?results=hidden", PUBLIC)
    for number in (1, 2, OVER, UNDER_WAY_TO_POINTS, OVER_TO_POINTS):
        for visitor in (PUBLIC, _OPERATOR):
            yield PageSeen(
                "/t/{tournament}/matches/{number}/forms/{kind}.html",
                f"/t/club/matches/{number}/forms/protocol.html",
                visitor,
            )
    yield from _forms()
    for number in (OVER, OVER_TO_POINTS):
        ledger = "/t/{tournament}/matches/{number}/ledger"
        yield PageSeen(ledger, f"/t/club/matches/{number}/ledger", PUBLIC)


def _forms() -> Iterator[PageSeen]:
    """Forms by their names; at the addresses without an ending is the same page."""
    for visitor in (PUBLIC, _OPERATOR):
        for place, shown, kinds in (
            ("", "", ("standings", "schedule")),
            ("/matches/{number}", f"/matches/{OVER}", ("protocol", "roll-sets")),
        ):
            route = f"/t/{{tournament}}{place}/forms/{{kind}}"
            for kind in kinds:
                address = f"/t/club{shown}/forms/{kind}"
                yield PageSeen(route, address, visitor)
                yield PageSeen(f"{route}.html", f"{address}.html", visitor)
    for place, form in (
        ("", "pairings-by-name"),
        ("", "pairings-by-table"),
        ("", "cross-tables"),
        ("", "ranking"),
        ("", "bracket"),
        ("", f"player-sheet?player={person_id('Otto')}"),
        ("", "scoring-tables"),
        (f"/matches/{OVER}", "room-results"),
        (f"/matches/{OVER}", "side-statistics"),
        ("/matches/2", "room-results"),
    ):
        route = f"/t/{{tournament}}{'/matches/{number}' if place else ''}/forms/{{kind}}"
        yield PageSeen(route, f"/t/club{place}/forms/{form}", PUBLIC)


def _tournament() -> Iterator[PageSeen]:
    for part in ("", "/schedule", "/standings", "/bracket", "/teams", "/archive"):
        yield PageSeen(f"/t/{{tournament}}{part}", f"/t/club{part}", PUBLIC)
    yield PageSeen("/where", "/where", PUBLIC)
    yield PageSeen("/t/{tournament}/where", "/t/club/where", PUBLIC)
    yield PageSeen(
        "/t/{tournament}/where", "/t/club/where?who=nobody-of-that-name", _PEOPLE["clerk of closed"]
    )
    yield PageSeen("/t/{tournament}/players", "/t/club/players", PUBLIC)
    yield PageSeen("/players", "/players", PUBLIC)
    yield PageSeen("/players", "/players?results=hidden", PUBLIC)
    yield PageSeen("/tournaments", "/tournaments", PUBLIC)
    yield PageSeen("/following", "/following", PUBLIC)
    for asked in ("", "?q=co", "?q=nobody-of-that-name"):
        yield PageSeen("/search", f"/search{asked}", PUBLIC)
    for name in ("Robin Brook", "O'Neil & Sons", "Otto"):
        yield PageSeen("/players/{person}", f"/players/{person_id(name)}", PUBLIC)
    for team in ("Compass", ARABIC, MARKUP):
        yield PageSeen("/t/{tournament}/teams/{team:path}", f"/t/club/teams/{quote(team)}", PUBLIC)


def _position_sheets() -> Iterator[PageSeen]:
    route = "/hall/t/{tournament}/matches/{number}/tables/{room}/position-sheet.html"
    for number, room in ((1, "open"), (4, "closed"), (UNDER_WAY_TO_POINTS, "open")):
        address = f"/hall/t/club/matches/{number}/tables/{room}/position-sheet.html"
        yield PageSeen(route, address, DIRECTOR)


def _hall() -> Iterator[PageSeen]:
    yield PageSeen("/hall", "/hall", _PEOPLE["clerk of closed"])
    for path in ("/hall", "/hall/tournament", "/hall/people", "/hall/teams", "/hall/matches/new"):
        yield PageSeen(path, path, DIRECTOR)
    yield PageSeen("/hall/holds", "/hall/holds", DIRECTOR)
    yield PageSeen("/hall/network", "/hall/network", DIRECTOR)
    yield PageSeen("/in", "/in", PUBLIC)
    yield PageSeen("/hall/announcements", "/hall/announcements", _OPERATOR)
    yield PageSeen("/hall/links", "/hall/links", _OPERATOR)
    for place in (
        "tournament",
        "tournament/knockouts",
        "tournament/messages",
        "tournament/cases",
        "tournament/timetable",
        "tournament/set-up",
        "tournament/cross-tables",
        "teams",
        "matches/new",
        "matches/new/match-play",
    ):
        yield PageSeen(f"/hall/t/{{tournament}}/{place}", f"/hall/t/club/{place}", DIRECTOR)
    whole_round = "/hall/t/{tournament}/tournament/rounds/{stage}/{number}"
    yield PageSeen(whole_round, "/hall/t/club/tournament/rounds/1/1", DIRECTOR)
    changes = f"{whole_round}/changes"
    yield PageSeen(changes, "/hall/t/club/tournament/rounds/1/1/changes", DIRECTOR)
    for query in ("", "?whole=1", "?sent=2"):
        prints = "/hall/t/{tournament}/prints"
        yield PageSeen(prints, f"/hall/t/club/prints{query}", DIRECTOR)
    yield PageSeen("/hall/prints", "/hall/prints", DIRECTOR)
    entries = "/hall/t/{tournament}/tournament/entries"
    for query in ("", "?edit=1", "?show=waiting&sort=club"):
        yield PageSeen(entries, f"/hall/t/club/tournament/entries{query}", DIRECTOR)
    yield PageSeen(entries, "/hall/t/club/tournament/entries", _OPERATOR)
    yield PageSeen(f"{entries}/import", "/hall/t/club/tournament/entries/import", DIRECTOR)
    yield PageSeen(f"{entries}/codes", "/hall/t/club/tournament/entries/codes", _OPERATOR)
    yield PageSeen(f"{entries}/{{number}}", "/hall/t/club/tournament/entries/1", _OPERATOR)
    yield PageSeen("/hall/people", "/hall/people?search=nobody", _OPERATOR)
    for name in ("Robin Brook", "O'Neil & Sons"):
        path = f"/hall/people/{person_id(name)}"
        yield PageSeen("/hall/people/{person}", path, DIRECTOR)


def _hall_matches() -> Iterator[PageSeen]:
    playing = Visitor(Role.OPERATOR, person_id("Robin Brook"))
    for visitor in (_OPERATOR, playing):
        yield PageSeen("/hall/t/{tournament}/matches/{number}", "/hall/t/club/matches/1", visitor)
    match = "/hall/t/{tournament}/matches/{number}"
    for number in range(1, len(MATCHES) + len(TO_POINTS) + 1):
        yield PageSeen(match, f"/hall/t/club/matches/{number}", DIRECTOR)
    for number in (1, OVER, PLANNED):
        yield PageSeen(f"{match}/sheet", f"/hall/t/club/matches/{number}/sheet", DIRECTOR)
        yield PageSeen(f"{match}/paper", f"/hall/t/club/matches/{number}/paper", DIRECTOR)
    for number in (1, OVER, UNDER_WAY_TO_POINTS):
        yield PageSeen(f"{match}/log", f"/hall/t/club/matches/{number}/log", DIRECTOR)
    for number, query in (
        (1, ""),
        (1, "?roll=1:1:white:1&room=closed&first=2&second=1"),
        (OVER, ""),
    ):
        wrong = f"/hall/t/club/matches/{number}/wrong-roll{query}"
        yield PageSeen(f"{match}/wrong-roll", wrong, DIRECTOR)
    for number in (2, UNDER_WAY_TO_POINTS):
        yield PageSeen(f"{match}/links", f"/hall/t/club/matches/{number}/links", _OPERATOR)
    to_points = ["void-game", "correct-result", "correct-position"]
    for number, orders in (
        (1, list(ORDERS)),
        (2, ["correct-result", "substitute"]),
        (UNDER_WAY_TO_POINTS, to_points),
    ):
        for order in orders:
            path = f"/hall/t/club/matches/{number}/orders/{order}"
            yield PageSeen(f"{match}/orders/{{name}}", path, DIRECTOR)
    row = f"/hall/t/club/matches/{OVER}/orders/correct-result?game=1&room=closed"
    yield PageSeen(f"{match}/orders/{{name}}", row, DIRECTOR)


def _own() -> Iterator[PageSeen]:
    for number, to_points in enumerate(TO_POINTS, len(MATCHES) + 1):
        player = Visitor(
            Role.PLAYER,
            person_id("Player"),
            Room.OPEN,
            match_id(number),
            to_points.white,
            Side.WHITE,
        )
        yield PageSeen("/seat", "/seat", player)
    for room in ("open", "closed"):
        yield PageSeen("/room", "/room", _PEOPLE[f"clerk of {room}"])
        yield PageSeen("/seat", "/seat", _PEOPLE[f"player in {room}"])
    for number in (1, 2, OVER, PLANNED):
        match = MATCHES[number - 1]
        for team in (match.home, match.away):
            captain = Visitor(
                Role.CAPTAIN, person_id(f"Captain {number}"), None, match_id(number), team
            )
            yield PageSeen("/captain", "/captain", captain)
