"""Printed forms: what they are made from, their file formats, and digests of their content.

A digest tells later if a form has changed since it was printed. Addresses, the print desk and
`yalta print` know a form by its `Printable`, which is defined in the module of its subject, beside
the function that makes the form.
"""

import hashlib
import json
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from enum import Enum
from typing import Self, TypeVar

from protocol_forms.any_form import AnyForm
from protocol_forms.grids import Grid, GridsForm, Paper
from protocol_forms.labels import Say, in_english
from protocol_forms.writers.files import form_csv, form_json, form_xlsx
from protocol_forms.writers.form_html import form_html
from protocol_forms.writers.html import words_in_two_languages
from protocol_forms.writers.pdf import several_pdf
from protocol_forms.writers.sheet import Sheet, form_sheet
from rules.errors import MatchRefused
from rules.formats.format import FormatState, Outcomes, PointOutcomes
from rules.identities import MatchId
from rules.match_play.protocol import MatchPlayProtocol
from rules.room import Room
from server.access import PUBLIC, Action, Visitor
from server.hall import Hall
from server.live.hub import LiveHub
from server.live.public_outcomes import PublicOutcomes
from server.matches.match_record import MatchRecord
from server.matches.protocols import match_protocol
from server.store.accounts_db.form_prints import FormKey, KeptPrint
from server.tournaments.tournament_process import TournamentProcess
from server.values.naming import Names
from server.values.scored_match import AnyProtocol, outcome_of, point_outcome
from server.words.languages import SOURCE_LANGUAGE
from server.words.translation import Words, words_for

Printed = AnyForm | Sheet
"""Anything that can be printed: a form with figures, or a sheet for the hall, only on paper."""


FORM_COUNT = "form-count"
"""The HTTP header with the number of forms in a file that has several."""


class FormFormat(Enum):
    """A file format of forms; the value ends the form's address and its file's name."""

    HTML = "html"
    PDF = "pdf"
    CSV = "csv"
    XLSX = "xlsx"
    JSON = "json"


MEDIA_TYPES: Mapping[FormFormat, str] = {
    FormFormat.HTML: "text/html",
    FormFormat.PDF: "application/pdf",
    FormFormat.CSV: "text/csv",
    FormFormat.XLSX: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    FormFormat.JSON: "application/json",
}


PAPERS: Mapping[str, Paper] = {each.name.lower(): each for each in Paper}
"""The paper sizes by their names in addresses."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    """The style of a written form: its language, the theme on a screen, the paper.

    `second` is the second language of a page in two languages. `created` is the creation time in a
    PDF, in UNIX seconds.
    """

    words: Words
    second: Words | None = None
    theme: str = "auto"
    paper: Paper = Paper.A4
    created: int = 0


def written(form: Printed, form_format: FormFormat, look: Look) -> bytes:
    """Return the form's bytes in a format. Raises MatchRefused if the form has no such format."""
    if form_format is FormFormat.PDF:
        return several_pdf([sheet_of(form, look.words)], look.paper, look.created)
    if isinstance(form, Sheet):
        raise MatchRefused("format", form_format.value, FormFormat.PDF.value)
    return _WRITERS[form_format](form, look)


def sheet_of(form: Printed, words: Words) -> Sheet:
    """Return the form as a typeset sheet in that language."""
    return form if isinstance(form, Sheet) else form_sheet(form, words.gettext, words.code)


def _html(form: AnyForm, look: Look) -> bytes:
    say: Say = look.words.gettext
    if look.second is not None:
        say = words_in_two_languages(say, look.second.gettext, look.second.code)
    return form_html(form, say, look.words.code, look.theme).encode()


_WRITERS: Mapping[FormFormat, Callable[[AnyForm, Look], bytes]] = {
    FormFormat.HTML: _html,
    FormFormat.CSV: lambda form, look: form_csv(form, look.words.gettext),
    FormFormat.XLSX: lambda form, look: form_xlsx(form, look.words.gettext),
    FormFormat.JSON: lambda form, _: form_json(form).encode(),
}


_ADDED = ("luck", "luck_notes")
"""The fields of a protocol that are filled by extras."""
_BEHIND = "."
"""The separator between the digest of a protocol's results and the digest of what extras added."""


def digest_of_form(form: Printed) -> str:
    """Return a digest of the form's content.

    For a protocol to which extras added something, the digest has two parts, of which
    `without_added` returns the first. The tournament's progress is left out, because it changes
    every minute.
    """
    if isinstance(form, Sheet):
        return hashlib.sha256(form.values.encode()).hexdigest()
    if isinstance(form, GridsForm):
        form = replace(form, state="", link="")
    values = asdict(form)
    added = [values.pop(name, ()) for name in _ADDED]
    digests = [_digest(values)] + ([_digest(added)] if any(added) else [])
    return _BEHIND.join(digests)


def without_added(digest: str) -> str:
    """Return the part of a digest that is of the results only.

    So an earlier print is not out of date just because an extra has added something later.
    """
    return digest.partition(_BEHIND)[0]


def _digest(values: object) -> str:
    return hashlib.sha256(json.dumps(values, default=str).encode()).hexdigest()


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """The part of a tournament or match that a form covers; fields that are not set mean all of it.

    `round` counts within `stage`.
    """

    stage: int | None = None
    round: int | None = None
    room: Room | None = None
    game: int | None = None
    team: str = ""
    player: str = ""


WHOLE = Part()


_Facts = TypeVar("_Facts", bound="AddedFacts")


@dataclass(frozen=True, slots=True, kw_only=True)
class FormContext:
    """The values that a form is made from.

    If `public` is True the form has only what the public may know (ruling 12), else what `visitor`
    may see, who is shown nothing of a match that they play in (ruling 34). With `for_programs`,
    texts that programs compare are in English in every language of `words`. `match_id` is the match
    of a form of one match. `sorted_as` is the language whose alphabet sorts lists of people, if it
    is not `words`, so that a form in two languages has the same order in both. `public_url` is the
    address set for all links, or empty. `reached_at` is that address or, if it is empty, the
    address at which other devices in the hall reach the server; empty if they cannot. `prints` are
    the earlier prints of the tournament's forms in their order, for forms that name the print that
    they replace. `printables` are all forms, `added` the facts that extras add to forms.
    """

    hall: Hall
    hub: LiveHub
    outcomes: PublicOutcomes
    tournament: TournamentProcess
    words: Words
    public: bool
    printables: "Sequence[Printable]"
    visitor: Visitor = PUBLIC
    for_programs: bool = False
    match_id: MatchId | None = None
    part: Part = WHOLE
    sorted_as: Words | None = None
    public_url: str = ""
    reached_at: str = ""
    prints: Mapping[FormKey, Sequence[KeptPrint]] = field(default_factory=dict)
    added: "Sequence[AddedFacts]" = ()

    def as_digested(self) -> "FormContext":
        """Return the context for digests: in the source language and without earlier prints."""
        words = words_for(SOURCE_LANGUAGE)
        added = tuple(each.as_digested() for each in self.added)
        return replace(self, words=words, for_programs=False, prints={}, added=added)

    def known(self, kind: type[_Facts]) -> _Facts | None:
        """Return the facts of that class, which come from an extra, or None if the extra is off."""
        return next((each for each in self.added if isinstance(each, kind)), None)

    @property
    def live_page(self) -> str:
        """The address of the public page with the current state, or empty if none is set."""
        if not self.public_url:
            return ""
        if self.match_id is None:
            return f"{self.public_url}/t/{self.name}"
        return f"{self.public_url}{self.hall.names().match(self.match_id).path}"

    @property
    def say(self) -> Say:
        """The function that translates the form's texts; for programs the texts stay in English."""
        return in_english if self.for_programs else self.words.gettext

    @property
    def order(self) -> Words:
        """The language whose alphabet sorts lists of people."""
        return self.sorted_as or self.words

    @property
    def match(self) -> MatchId:
        """The match of the form. Raises MatchRefused if the context has none."""
        if self.match_id is None:
            raise MatchRefused("match", "", "a match's number")
        return self.match_id

    @property
    def name(self) -> str:
        """The tournament's short name."""
        return str(self.tournament.name)


@dataclass(frozen=True, slots=True)
class AddedTables:
    """Tables that follow those of a protocol, and notes below the tables."""

    tables: tuple[Grid, ...]
    notes: tuple[str, ...]


class AddedFacts:
    """The facts that an extra adds to forms; each extra derives a class of its own.

    They are read before the forms are made.
    """

    def as_digested(self) -> Self:
        """Return the facts for digests: only those after whose change a form must be
        printed again."""
        return self

    def behind_protocol(self, context: FormContext, scored: AnyProtocol) -> AddedTables | None:
        """Return the tables and notes to add to the match's protocol, or None if there are none."""
        return None


class FormSource:
    """An extra's source of facts; each extra derives a class of its own.

    The server has the source as a service, and a command makes one for itself.
    """

    async def facts(self, matches: Collection[MatchId]) -> AddedFacts:
        """Return what is known now about these matches, which must be in memory."""
        return AddedFacts()

    async def facts_worked_out(
        self, matches: Collection[MatchId], first: Collection[MatchId]
    ) -> AddedFacts:
        """Return the facts for a command, which ends when it has printed.

        Everything that can be known about the matches in `first` is worked out. About the other
        matches there is nothing that would change a little later.
        """
        return await self.facts(matches)


def tournament_called(context: FormContext) -> str:
    """Return the tournament's title, place and dates for forms; without a title, its short name."""
    described = context.tournament.state.event.described
    if described is None:
        return context.name
    return ", ".join(part for part in (described.title, described.place, described.dates) if part)


class Scope(Enum):
    """What a form is about; `Part` says which round, team, player or game.

    SEAT is one player of a match.
    """

    NOTHING = "nothing"
    EVENT = "event"
    ROUND = "round"
    TEAM = "team"
    PLAYER = "player"
    MATCH = "match"
    GAME = "game"
    SEAT = "seat"

    @property
    def of_match(self) -> bool:
        """True if the form's address is below that of a match."""
        return self in (Scope.MATCH, Scope.GAME, Scope.SEAT)


def _at_no_time(_: FormContext) -> int:
    return 0


def _always(_: FormContext) -> bool:
    return True


@dataclass(frozen=True, slots=True, kw_only=True)
class Printable:
    """A form that can be printed, and how to make it.

    `kind` is its name in addresses; `title` is in English and is translated. `make` makes the form
    in the context's language and raises MatchRefused, which names the field, for a part that does
    not exist. `action` is the right that a visitor needs for the form with everything known.
    `public` is True if there is also a version for everybody, made from what is public. `waits` is
    True if the form is of little use before its extra has worked out the facts about the match.
    `after` is the kind that an extra's form follows in lists; if it is empty, the form comes last.
    `made_at` returns the creation time for the PDF, in UNIX seconds. `offered` returns True if the
    tournament has content for the form; otherwise the print desk does not offer it. `of_archive`
    makes the form of an archived tournament for the web site of its results; `archive_file` is the
    name of a file with it there.
    """

    kind: str
    title: str
    scope: Scope
    make: Callable[[FormContext], Printed]
    action: Action = Action.SEE_BOTH_ROOMS
    public: bool = False
    waits: bool = False
    after: str = ""
    made_at: Callable[[FormContext], int] = _at_no_time
    offered: Callable[[FormContext], bool] = _always
    of_archive: Callable[[str, "PlayedOut", Names, Words], GridsForm] | None = None
    archive_file: str = ""


@dataclass(frozen=True, slots=True)
class PlayedOut:
    """An archived tournament: the states of its formats, and the results of finished matches."""

    states: Mapping[str, FormatState]
    outcomes: Outcomes
    to_points: PointOutcomes


def played(states: Mapping[str, FormatState], over: Sequence[MatchRecord]) -> PlayedOut:
    """Return the values for forms of an archived tournament; `over` are its finished matches."""
    protocols = {each.match_id.number: match_protocol(each) for each in over}
    return PlayedOut(
        states,
        {number: outcome_of(each) for number, each in protocols.items()},
        {
            number: point_outcome(each)
            for number, each in protocols.items()
            if isinstance(each, MatchPlayProtocol)
        },
    )
