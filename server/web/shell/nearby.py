"""What an address that leads nowhere may have meant: the nearest public names and numbers.

It is found from the address and from what everybody may list, never from what an address leads to:
so it is the same for what is secret and for what never was.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from difflib import get_close_matches
from urllib.parse import quote

from starlette.requests import Request

from rules.identities import MatchId
from server.live.hub import LiveHub
from server.live.public_search import LONGEST
from server.web.edge.public_services import PublicServices, names_in, public_services_of

CLOSE = 0.6
"""How alike two names have to be, as difflib counts: 1 for the same, 0 for nothing in common."""
AT_MOST = 4
"""The most names, and the most matches, that are offered."""
_NO_NAMES = {"t", "matches", "teams", "players"}
_STEP = re.compile(r"[a-z]?\d+")


@dataclass(frozen=True, slots=True)
class Nearby:
    """What may have been meant: links with their texts, and the words of the address to search."""

    names: tuple[tuple[str, str], ...]
    matches: tuple[tuple[str, str], ...]
    asked: str


def nearby(request: Request) -> Nearby:
    """Return what is near the address of a request among the names and numbers that are public."""
    services = public_services_of(request)
    parts = [part for part in request.url.path.split("/") if part]
    words = _words(parts)
    source = services.source.tournaments
    titles = {
        str(name): source.processes[each].title
        for each, name in source.names.items()
        if each in source.processes
    }
    names = [(f"/t/{name}", titles[name]) for name in _close(words[:1], titles)]
    if len(parts) > 3 and parts[0] == "t" and parts[2] == "teams" and parts[1] in titles:
        teams = source.named(parts[1]).teams
        names = [(f"/t/{parts[1]}/teams/{quote(team)}", team) for team in _close(parts[3:4], teams)]
    return Nearby(
        names=tuple(names),
        matches=tuple(_matches(request, services, parts)),
        asked=" ".join(words)[:LONGEST],
    )


def _words(parts: list[str]) -> list[str]:
    """Return the words of an address, without those that every address of its kind has.

    Of an address outside tournaments only the first word is taken: the rest may be somebody's link.
    """
    chosen = parts if parts[:1] == ["t"] else parts[:1]
    return [part for part in chosen if part not in _NO_NAMES and not _STEP.fullmatch(part)]


def _close(asked: Iterable[str], known: Iterable[str]) -> list[str]:
    """Return the names that are like one of those asked for, whatever their case."""
    folded = {name.casefold(): name for name in known}
    found = [
        name
        for each in asked
        for name in get_close_matches(each.casefold(), folded, AT_MOST, CLOSE)
    ]
    return [folded[name] for name in found]


def _matches(
    request: Request, services: PublicServices, parts: list[str]
) -> Iterable[tuple[str, str]]:
    """Yield the matches of the address's tournament whose numbers are nearest to the one in it."""
    tournaments = {str(name): each for each, name in services.source.tournaments.names.items()}
    if parts[:1] != ["t"] or parts[2:3] != ["matches"] or len(parts) < 4:
        return
    tournament = tournaments.get(parts[1])
    if tournament is None or not parts[3].isascii() or not parts[3].isdigit():
        return
    number = int(parts[3][:9])
    known = (each for each in services.hub.numbers(tournament) if each != number)
    names = names_in(request)
    for each in sorted(sorted(known, key=lambda one: abs(one - number))[:AT_MOST]):
        match_id = MatchId(tournament, each)
        opponents = [names.by(team) for team in _opponents(services.hub, match_id)]
        address = names.match(match_id)
        yield address.path, f"{address.label}: {' – '.join(opponents)}"


def _opponents(hub: LiveHub, match_id: MatchId) -> Iterable[str]:
    kept, now = hub.known.finished.kept(match_id), hub.snapshot(match_id)
    if kept is not None:
        return kept.home, kept.away
    return now.scheduled.opponents if now is not None else ()
