"""What a format adds to a tournament's pages: values, templates and ways to set it up."""

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
    """A page of a tournament, `path` below the tournament's address; `label` is marked for
    translation.

    `part` is the template of the part of a public page that changes during the tournament, `page`
    the template of the whole page. A page that is `always` there is linked even if the tournament
    has nothing of the format.
    """

    path: str
    label: str
    part: str = ""
    page: str = "shell/followed.html"
    always: bool = False

    @property
    def name(self) -> str:
        """The name of the page, and of its changing part, in the tournament's feed."""
        return self.path.removeprefix("/")


@dataclass(frozen=True, slots=True)
class Preset:
    """A way to play that the director can choose in a form by its `name`; `label` describes it.

    Its settings are entered on a `page` below the tournament's. If it needs none, `begin` is called
    with hall, tournament, visitor and command id. With `once` it is offered only while the
    tournament has nothing of this kind.
    """

    name: str
    label: str
    page: str
    begin: Callable[..., Awaitable[object]] | None = None
    once: bool = False


@dataclass(frozen=True, slots=True)
class PlayedPart:
    """A part of a tournament that is being played: its name and kind in words, and its
    director's page."""

    path: str
    name: str
    kind: str = ""


@dataclass(frozen=True, slots=True)
class PersonsPart:
    """A person's place in a format: its public page below the tournament's, and the person's
    standing.

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
    """A format on the public pages.

    `values` returns the templates' values for a TournamentView. `leaders` is the template that
    shows the leaders on the overview. `public` lists the format's public pages. `of_person` returns
    the part of the format in which a person plays.
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

    `director` is the director's page, `parts` returns the parts that are played, `presets` are the
    ways to set the format up. `routers` serve all these pages, public ones included.
    """

    shown: PublicFormat
    routers: tuple[APIRouter, ...]
    director: PageLink | None = None
    parts: Callable[[PublicState, Words], Iterable[PlayedPart]] = _no_parts
    presets: tuple[Preset, ...] = ()
