"""A format on a tournament's pages: values, templates, ways to set it up."""

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

    `part` is the template of the part of a public page that changes while the tournament is played,
    `page` that of the whole page. One that is `always` there is linked also where the tournament
    has nothing of the format.
    """

    path: str
    label: str
    part: str = ""
    page: str = "shell/followed.html"
    always: bool = False

    @property
    def name(self) -> str:
        """The page's name in the tournament's feed, and its part's."""
        return self.path.removeprefix("/")


@dataclass(frozen=True, slots=True)
class Preset:
    """A way to play that the director chooses in a form, by `name`; `label` in words.

    Its terms are entered on a `page` below the tournament's; one without terms is begun by `begin`:
    (hall, tournament, visitor, command's id). `once`: offered while there is none.
    """

    name: str
    label: str
    page: str
    begin: Callable[..., Awaitable[object]] | None = None
    once: bool = False


@dataclass(frozen=True, slots=True)
class PlayedPart:
    """A part that is played and its kind, in words; its director's page below the tournament's."""

    path: str
    name: str
    kind: str = ""


@dataclass(frozen=True, slots=True)
class PersonsPart:
    """A person's place in a format: its public page below the tournament's, and the standing.

    `label` and `standing` are in words.
    """

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

    `values` makes the templates' values of a TournamentView, `leaders` is the template of the
    leaders on the overview. `public` are its public pages, `of_person` returns the part somebody
    plays in.
    """

    rules: Format[Any]
    values: Callable[[Any], Any]
    public: tuple[PageLink, ...] = ()
    leaders: str = ""
    of_person: Callable[[PublicState, PersonId, Names, Words], PersonsPart | None] = _plays_nothing

    def is_set_up(self, state: PublicState) -> bool:
        """Return True if a tournament has anything of the format."""
        set_up: bool = self.rules.of(state.formats).is_set_up
        return set_up


@dataclass(frozen=True, slots=True)
class FormatPages:
    """A format on all pages: its public side `shown`, and the pages of its director.

    `director` is the director's page, `parts` returns what is played of it, `presets` are the ways
    to set it up. Its `routers` serve all of this, public pages included.
    """

    shown: PublicFormat
    routers: tuple[APIRouter, ...]
    director: PageLink | None = None
    parts: Callable[[PublicState, Words], Iterable[PlayedPart]] = _no_parts
    presets: tuple[Preset, ...] = ()
