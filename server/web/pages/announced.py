"""What is announced to whoever opens a page: of the hall, and of the tournament that it is of."""

from collections.abc import Mapping
from typing import Any

from starlette.requests import HTTPConnection

from rules.identities import TournamentId
from server.access import Visitor
from server.console.announcement_lines import announcement_lines
from server.hall import Hall
from server.words.translation import Words


def announced(
    connection: HTTPConnection, hall: Hall, visitor: Visitor, words: Words
) -> Mapping[str, Any]:
    """The frame's `announcements`, and `tournament_read`: whose they are, None for all of them."""
    tournament = _tournament(connection, hall, visitor)
    lines = announcement_lines(
        hall.tournaments.announced, hall.now(), words, hall.names(words.code), tournament
    )
    return {"announcements": lines, "tournament_read": tournament}


def _tournament(connection: HTTPConnection, hall: Hall, visitor: Visitor) -> TournamentId | None:
    if visitor.match is not None:
        return visitor.match.tournament
    named = connection.path_params.get("tournament")
    known = hall.tournaments.names.items()
    return next((each for each, name in known if name.text == named), None)
