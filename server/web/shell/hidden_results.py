"""A visitor's choice to see no results, which addresses carry: `results=hidden` in their query.

Somebody who wants to replay a match before knowing its result opens a page with this choice. Then
every link of the page has it too, lists show finished matches without results, and pages that
consist of results say so in place of them, as printed forms do. The choice is in addresses alone,
so that it can be shared, and pages without it are as if it did not exist.
"""

import re
from collections.abc import Mapping
from typing import Final
from urllib.parse import urlencode

from starlette.requests import HTTPConnection

NAME: Final = "results"
HIDDEN: Final = "hidden"
CHOICE: Final[Mapping[str, str]] = {NAME: HIDDEN}
"""The query that hides results, by name."""

RESULT_PAGES: Final = frozenset(
    {
        *("people/player.html", "people/players.html", "people/tournament_players.html"),
        *("ledger/ledger.html", "screens/screen.html", "team_event/crossed.html"),
        *("tournament/team.html", "tournament/teams.html"),
    }
)
"""The templates of the core's pages that consist of results; extras name theirs in PageHooks."""

PLAIN_FORMS: Final = frozenset(
    {"house-rules", "pairings-by-name", "pairings-by-table", "programme", "scoring-tables"}
)
"""The kinds of printed forms that have no results; every other form consists of them."""

_LINK = re.compile(r'(<a\b[^>]*?\shref=")(/[^"#]*)((?:#[^"]*)?"[^>]*>)')
_SEARCH = re.compile(r'<form\b[^>]*\saction="/[^"]*"[^>]*>')


def hides_results(connection: HTTPConnection) -> bool:
    """Return True if the address that was asked for hides results."""
    return connection.query_params.get(NAME) == HIDDEN


def with_choice(path: str) -> str:
    """Return a path of this server with the choice to hide results added to its query."""
    return f"{path}{'&' if '?' in path else '?'}{urlencode(CHOICE)}"


def switched(connection: HTTPConnection) -> str:
    """Return the address that was asked for, with results hidden, or shown again."""
    if hides_results(connection):
        address = connection.url.remove_query_params(NAME)
    else:
        address = connection.url.include_query_params(**CHOICE)
    return address.path + (f"?{address.query}" if address.query else "")


def carried(page: str) -> str:
    """Return a page's HTML with the choice added to each of its links and its searches.

    A link with the attribute `data-tells` leads to results, and is left as it is.
    """
    page = _LINK.sub(_carry, page)
    field = f'<input type="hidden" name="{NAME}" value="{HIDDEN}">'
    return _SEARCH.sub(lambda form: form[0] + ("" if "post" in form[0] else field), page)


def _carry(link: re.Match[str]) -> str:
    before, path, after = link.groups()
    if "data-tells" in before + after or urlencode(CHOICE) in path:
        return link[0]
    path = with_choice(path).replace(f"&{NAME}=", f"&amp;{NAME}=")
    return f"{before}{path}{after}"
