"""A match's log in words, for those who may see both rooms.

The log includes the director's notes to the rooms.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Annotated

from fastapi import APIRouter, Depends, Query, Request
from starlette.responses import Response

from server.access import Action
from server.views.log.words import CHAPTERS, LogLine, log_lines
from server.web.edge.authorization import needs
from server.web.edge.public_services import MatchIdDep
from server.web.hall.sockets import ConsoleDeskDep
from server.web.shell.shell import ShellDep

AT_MOST = 500
"""Greatest number of lines shown on the page; the filter finds the others."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A filter of the log: by subject, by room, and by words that a line contains.

    `about` is the value of a Chapter, such as "dice", `room` the name of a room. An empty value
    matches every line.
    """

    about: str = ""
    room: str = ""
    words: str = ""

    def found(self, line: LogLine) -> bool:
        """Return True if the line matches the filter."""
        search_text = self.words.casefold()
        return (
            self.about in ("", line.chapter.value)
            and (not self.room or (line.room is not None and self.room == line.room.value))
            and (search_text in f"{line.text} {line.actor}".casefold())
        )


router = APIRouter(include_in_schema=False)


@router.get(
    "/hall/t/{tournament}/matches/{number}/log",
    dependencies=[Depends(needs(Action.SEE_BOTH_ROOMS))],
)
async def log(
    request: Request,
    match_id: MatchIdDep,
    shell: ShellDep,
    desk: ConsoleDeskDep,
    about: Annotated[str, Query(max_length=40)] = "",
    room: Annotated[str, Query(max_length=10)] = "",
    words: Annotated[str, Query(max_length=200)] = "",
) -> Response:
    """Show the latest lines of the log that match the filter."""
    asked, record = Asked(about, room, words.strip()), desk.match(match_id).record
    language = shell.words(request)
    names = desk.hall.names(language.code)
    from_desk = desk.hall.tournaments.of(match_id).to_rooms_of(match_id.number)
    played = await desk.hall.registry.entries(match_id)
    entries = sorted([*played, *from_desk], key=lambda entry: entry.recorded_at)
    final = desk.hall.finality_of(match_id)
    lines = log_lines(entries, language, record.game, names, final.deadline)
    found = [line for line in reversed(lines) if asked.found(line)]
    return shell.page(
        request,
        "log/log.html",
        address=names.match(match_id),
        opponents=tuple(map(names.by, record.teams)),
        two_rooms=len(record.rooms) > 1,
        lines=_in_local_time(found[:AT_MOST]),
        found=len(found),
        asked=asked,
        chapters=[(chapter.value, language.gettext(name)) for chapter, name in CHAPTERS.items()],
    )


def _in_local_time(lines: Sequence[LogLine]) -> list[LogLine]:
    """Return the lines with their times in the hall's time zone.

    Each time has the offset that was valid then, so that a change to or from summer time changes no
    time shown.
    """
    return [replace(line, when=line.when.astimezone()) for line in lines]
