"""What pages of a tournament show of each format: values, templates, ways to set it up."""

from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass
from typing import Any

from fastapi import APIRouter

from rules.formats.format import Format
from rules.identities import PersonId
from server.tournaments.tournament_state import PublicState
from server.values.naming import Names
from server.words.translation import Words


@dataclass(frozen=True, slots=True)
class PageLink:
    """A page of a tournament by its `path` below the tournament's; `label` is marked for languages.

    `part` is the template of what a public page has that goes on while the tournament is played,
    `page` that of the whole. One that is `always` there is linked also where the tournament has
    nothing of the format.
    """

    path: str
    label: str
    part: str = ""
    page: str = "shell/followed.html"
    always: bool = False

    @property
    def name(self) -> str:
        """How a page is followed, and its part called."""
        return self.path.removeprefix("/")


@dataclass(frozen=True, slots=True)
class Preset:
    """A way to play that the director chooses in a form, by `name`; `label` in words.

    What it asks for is entered on a `page` below the tournament's, or it needs nothing and is begun
    by `begin`: (hall, tournament, visitor, command's id). `once`: offered while there is none.
    """

    name: str
    label: str
    page: str
    begin: Callable[..., Awaitable[object]] | None = None
    once: bool = False


@dataclass(frozen=True, slots=True)
class PlayedPart:
    """What is played and its kind, in words; its director's page below the tournament's."""

    path: str
    name: str
    kind: str = ""


@dataclass(frozen=True, slots=True)
class PersonsPart:
    """What a person plays in: its public page below the tournament's, the standing in words."""

    path: str
    label: str
    standing: str = ""


def _no_parts(_: PublicState, __: Words) -> Iterable[PlayedPart]:
    return ()


def _plays_nothing(_: PublicState, __: PersonId, ___: Names, ____: Words) -> None:
    return None


@dataclass(frozen=True, slots=True)
class PublicFormat:
    """A format on public pages.

    `values` makes of a TournamentView what the templates show, `leaders` is the template of who
    leads on the overview. `public` are its public pages, `of_person` says what somebody plays in.
    """

    rules: Format[Any]
    values: Callable[[Any], Any]
    public: tuple[PageLink, ...] = ()
    leaders: str = ""
    of_person: Callable[[PublicState, PersonId, Names, Words], PersonsPart | None] = _plays_nothing

    def is_set_up(self, state: PublicState) -> bool:
        """Whether a tournament has anything of the format."""
        set_up: bool = self.rules.of(state.formats).is_set_up
        return set_up


@dataclass(frozen=True, slots=True)
class FormatPages:
    """A format on all pages: what of it is `shown` to everybody, and how it is run.

    `director` is the director's page, `parts` are what is played of it, `presets` the ways to set
    it up. Its `routers` serve all that, public pages, too.
    """

    shown: PublicFormat
    routers: tuple[APIRouter, ...]
    director: PageLink | None = None
    parts: Callable[[PublicState, Words], Iterable[PlayedPart]] = _no_parts
    presets: tuple[Preset, ...] = ()
