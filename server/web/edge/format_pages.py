"""What a format adds to a tournament's pages: values, templates and ways to set it up."""

from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass
from typing import Any, NamedTuple

from fastapi import APIRouter

from rules.formats.format import Format
from rules.identities import PersonId
from server.tournaments.tournament_state import PublicState
from server.values.naming import Names
from server.words.translation import Words


@dataclass(frozen=True, slots=True)
class PageLink:
    """A link to a page of a tournament, and the templates of the page.

    `path` is below the tournament's address, `label` is the link's text, marked for translation.
    `part` is the template of the part of a public page that changes during the tournament, `page`
    the template of the whole page. With `always`, the page is linked even if nothing of the format
    has been set up in the tournament.
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
    """A ready-made way to play, such as a knockout, that the director can choose in a form.

    `name` is the value that the form sends for the preset, `label` describes the preset. The
    preset's settings are entered on a page, whose path below the tournament's is `page`. If the
    preset needs no settings, `begin` is called with hall, tournament, visitor and command id
    instead. With `once` the preset is offered only while nothing of its format is set up in the
    tournament.
    """

    name: str
    label: str
    page: str
    begin: Callable[..., Awaitable[object]] | None = None
    once: bool = False


@dataclass(frozen=True, slots=True)
class PlayedPart:
    """A part of a tournament that is being played, such as a knockout.

    `name` and `kind` are in words, `path` leads to its director's page.
    """

    path: str
    name: str
    kind: str = ""


@dataclass(frozen=True, slots=True)
class PersonsGame:
    """A game of a person in a format: the opponent's id and name, and how the person fared.

    `result` is 1 if the person has won, else -1. `points` are the person's and the opponent's, as
    texts.
    """

    opponent: str
    name: str
    result: int
    points: tuple[str, str]


@dataclass(frozen=True, slots=True)
class PersonsPart:
    """What a person plays in a format, for the person's page: a link, and how they stand.

    `path` is the path of the format's public page below the tournament's, and `label` the link's
    text. `standing` says in words how the person stands, such as their place and points. `games`
    are the person's games that are in no list of matches, the latest first.
    """

    path: str
    label: str
    standing: str = ""
    games: tuple[PersonsGame, ...] = ()


def _no_parts(_: PublicState, __: Words) -> Iterable[PlayedPart]:
    return ()


@dataclass(frozen=True, slots=True)
class WaitingPart:
    """A part of a tournament that has games to play, for the tournament's first page.

    `path` is the path of its public page below the tournament's, `text` says what is to be played.
    """

    path: str
    text: str


def _nothing_waits(_: Any) -> Iterable[WaitingPart]:
    return ()


LEADERS = 3
"""Number of those who are named as the first of a tournament."""


class Leader(NamedTuple):
    """Somebody among the first of a tournament, with their place and points as lists show them."""

    place: str
    name: str
    points: str


def _nobody_leads(_: Any) -> Iterable[Leader]:
    return ()


def _nobody(_: PublicState) -> Iterable[PersonId]:
    return ()


def _plays_nothing(_: PublicState, __: PersonId, ___: Names, ____: Words) -> None:
    return None


@dataclass(frozen=True, slots=True)
class PublicFormat:
    """A format of play, such as the knockout, on the public pages.

    `kind` is the text by which lists of tournaments tell what is played. `values` makes the values
    for the format's templates from a TournamentView. `leaders` is the template that shows the
    leaders on the overview. `public` lists the format's public pages. `of_person` returns what a
    person plays in the format, None if nothing; `persons` returns all who play in it without a
    team. `waiting` returns, from a TournamentView, the parts of the tournament in which something
    is still to be played. Only a format whose coming matches are on no list of the tournament's
    pages needs it. `leading` returns, from a TournamentView, the first three so far, none if nobody
    has played or the parts of the tournament have leaders of their own.
    """

    rules: Format[Any]
    values: Callable[[Any], Any]
    kind: str = ""
    public: tuple[PageLink, ...] = ()
    leaders: str = ""
    of_person: Callable[[PublicState, PersonId, Names, Words], PersonsPart | None] = _plays_nothing
    persons: Callable[[PublicState], Iterable[PersonId]] = _nobody
    waiting: Callable[[Any], Iterable[WaitingPart]] = _nothing_waits
    leading: Callable[[Any], Iterable[Leader]] = _nobody_leads

    @property
    def lists_its_own(self) -> bool:
        """True if the format's coming matches are on a page of its own only."""
        return self.waiting is not _nothing_waits

    def is_set_up(self, state: PublicState) -> bool:
        """Return True if something of this format has been set up in a tournament."""
        set_up: bool = self.rules.of(state.formats).is_set_up
        return set_up


@dataclass(frozen=True, slots=True)
class FormatPages:
    """All pages of a format of play, such as the knockout: those for the public and the director's.

    `shown` has what public pages show of the format, `director` is the link to its director's page.
    `parts` returns the parts of a tournament that are played in the format, `presets` are the ways
    to set it up. `routers` serve all these pages, public ones included.
    """

    shown: PublicFormat
    routers: tuple[APIRouter, ...]
    director: PageLink | None = None
    parts: Callable[[PublicState, Words], Iterable[PlayedPart]] = _no_parts
    presets: tuple[Preset, ...] = ()
