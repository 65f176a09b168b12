"""The places the header of a page offers, by what its visitor may do."""

import re
from dataclasses import dataclass

from rules.text import N_
from server.access import Action, Role, Visitor, may_somewhere


@dataclass(frozen=True, slots=True)
class HeaderPlace:
    """A link in the header: `label` is its text in the language of the sources."""

    path: str
    label: str
    current: bool


_OF_A_TOURNAMENT = re.compile(r"^/hall/t/[^/]+/")
_HALL = (Role.DIRECTOR, Role.OPERATOR)
_GUESTS = (Role.PUBLIC, Role.CAPTAIN, Role.PLAYER, Role.ENTRANT)
_PLACES: tuple[tuple[str, str, Action, tuple[Role, ...]], ...] = (
    ("/", N_("Tables"), Action.WATCH, tuple(Role)),
    ("/hall", N_("Hall"), Action.SEE_CONSOLE, _HALL),
    ("/hall/event", N_("Tournament"), Action.SCHEDULE, _HALL),
    ("/hall/teams", N_("Teams"), Action.ENTER_TEAM, _HALL),
    ("/hall/people", N_("People"), Action.KEEP_PERSONS, _HALL),
    ("/boards", N_("Boards"), Action.KEEP_BOARDS, _HALL),
    ("/accounts", N_("Accounts"), Action.RUN_ACCOUNTS, _HALL),
    ("/broadcast", N_("Broadcast"), Action.SEE_VIDEO_TIMES, (Role.BROADCASTER,)),
    ("/room", N_("My room"), Action.SEE_TABLE, (Role.CLERK,)),
    ("/captain", N_("My team"), Action.LINE_UP, (Role.CAPTAIN,)),
    ("/seat", N_("My table"), Action.SEE_TABLE, (Role.PLAYER,)),
    ("/ttt", N_("My games"), Action.PLAY_TTT, (Role.ENTRANT,)),
    ("/duplicate", N_("What is duplicate?"), Action.SEE_PUBLIC, _GUESTS),
)


def _without_tournament(path: str) -> str:
    """A page of one tournament stands below the place that leads to the newest one's."""
    return _OF_A_TOURNAMENT.sub("/hall/", path)


def places_of(visitor: Visitor, path: str) -> tuple[HeaderPlace, ...]:
    """The places open to a visitor, in their order; `path` is where he is."""
    return tuple(
        HeaderPlace(place, label, _without_tournament(path) == place)
        for place, label, action, roles in _PLACES
        if visitor.role in roles and may_somewhere(visitor, action)
    )
