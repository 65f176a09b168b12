"""Printed forms: their contents, and the formats in which they are written.

A print is recognised by its digest as one of the same form.

Addresses, print desk and `yalta print` know a form by its `Printable`, which is in the module of
its family, beside the function that makes it.
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
"""Anything that can be printed: a form of figures, or a sheet for the hall, on paper only."""


FORM_COUNT = "form-count"
"""The header with the number of forms in a file of several."""


class FormFormat(Enum):
    """A format, by the ending of its address and of its file."""

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
"""The papers by their names in addresses."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    """The style of a written form: its words, the theme of a screen, the paper.

    `second` are the words of the second language, on a page whose form is in two. `created` is the
    creation time in a PDF, in UNIX seconds.
    """

    words: Words
    second: Words | None = None
    theme: str = "auto"
    paper: Paper = Paper.A4
    created: int = 0


def written(form: Printed, form_format: FormFormat, look: Look) -> bytes:
    """Return the form's bytes in a format; raises MatchRefused for one it is not written in."""
    if form_format is FormFormat.PDF:
        return several_pdf([sheet_of(form, look.words)], look.paper, look.created)
    if isinstance(form, Sheet):
        raise MatchRefused("format", form_format.value, FormFormat.PDF.value)
    return _WRITERS[form_format](form, look)


def sheet_of(form: Printed, words: Words) -> Sheet:
    """Return the form as a typeset sheet."""
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
"""The fields of a protocol that extras fill."""
_BEHIND = "."
"""The separator between the digest of a protocol's results and that of what extras added."""


def digest_of_form(form: Printed) -> str:
    """Return a digest of what the form says.

    For a protocol with something added by extras it has two parts: see below. The event's progress
    is left out, because it changes with every minute.
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
    """Return the digest of a form's results alone.

    What extras add at their own time makes no earlier print obsolete.
    """
    return digest.partition(_BEHIND)[0]


def _digest(values: object) -> str:
    return hashlib.sha256(json.dumps(values, default=str).encode()).hexdigest()


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """The part that a form covers, if one is named: `round` of `stage`, one room, one game."""

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

    `public`: as the public may know it (ruling 12); else as `visitor` may, who is shown nothing of
    a match that they play in (ruling 34). `for_programs`: texts that programs compare stay in
    English, whatever the language of `words`. `match_id` is the match of a form of one match.
    `sorted_as` are the words by whose alphabet lists of people are sorted, if that is not
    `words`: a form in two languages has one order. `public_url` is the address set for all links,
    or empty; `reached_at` is that or else the one at which other devices in the hall reach the
    server, empty if none does. `prints` are the earlier prints of the tournament's forms in
    their order, for forms that name what they replace. `printables` is everything that can be
    printed, `added` the facts that extras contribute to forms.
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
        """Return the context for making digests: in one language, without earlier prints."""
        words = words_for(SOURCE_LANGUAGE)
        added = tuple(each.as_digested() for each in self.added)
        return replace(self, words=words, for_programs=False, prints={}, added=added)

    def known(self, kind: type[_Facts]) -> _Facts | None:
        """Return the facts of that class from an extra; None if it is not on."""
        return next((each for each in self.added if isinstance(each, kind)), None)

    @property
    def live_page(self) -> str:
        """The address of the public page with the current state; empty if none is set."""
        if not self.public_url:
            return ""
        if self.match_id is None:
            return f"{self.public_url}/t/{self.name}"
        return f"{self.public_url}{self.hall.names().match(self.match_id).path}"

    @property
    def say(self) -> Say:
        """The function that translates texts of the form, for programs into English."""
        return in_english if self.for_programs else self.words.gettext

    @property
    def order(self) -> Words:
        """The words by whose alphabet lists of people are sorted."""
        return self.sorted_as or self.words

    @property
    def match(self) -> MatchId:
        """The match; raises MatchRefused if none is named."""
        if self.match_id is None:
            raise MatchRefused("match", "", "a match's number")
        return self.match_id

    @property
    def name(self) -> str:
        """The tournament's short name."""
        return str(self.tournament.name)


@dataclass(frozen=True, slots=True)
class AddedTables:
    """Tables after those of a protocol, and notes below them."""

    tables: tuple[Grid, ...]
    notes: tuple[str, ...]


class AddedFacts:
    """An extra's facts for forms, read before they are made; each extra derives its own class."""

    def as_digested(self) -> Self:
        """Return the facts for making digests: only those whose change makes a new print due."""
        return self

    def behind_protocol(self, context: FormContext, scored: AnyProtocol) -> AddedTables | None:
        """Return the tables and notes to add to the match's protocol, None for nothing."""
        return None


class FormSource:
    """Source of an extra's facts, by a class of its own: a service, or made for a command."""

    async def facts(self, matches: Collection[MatchId]) -> AddedFacts:
        """Return the facts known now of these matches, which are in memory or held."""
        return AddedFacts()

    async def facts_worked_out(
        self, matches: Collection[MatchId], first: Collection[MatchId]
    ) -> AddedFacts:
        """Return the facts for a command, which ends with its print.

        They include all that can be known of `first`, and of the other matches nothing that would
        be more a little later.
        """
        return await self.facts(matches)


def tournament_called(context: FormContext) -> str:
    """Return the tournament's title on forms, its short name if none was given."""
    described = context.tournament.state.event.described
    if described is None:
        return context.name
    return ", ".join(part for part in (described.title, described.place, described.dates) if part)


class Scope(Enum):
    """The scope of a form: `Part` names which round, team, player or game of it.

    `SEAT` is a player of a match.
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
        """True if the form's address is a match's."""
        return self in (Scope.MATCH, Scope.GAME, Scope.SEAT)


def _at_no_time(_: FormContext) -> int:
    return 0


def _always(_: FormContext) -> bool:
    return True


@dataclass(frozen=True, slots=True, kw_only=True)
class Printable:
    """A form that can be printed.

    `kind` is its name in addresses, `title` in English for the catalogues. `make` makes the form in
    the language wanted; it raises MatchRefused, naming the field, for a part that does not exist.
    `action` is the right needed for the form with everything known; `public`: there is also a
    version for everybody, made of what is public. `waits`: it is of little use before its extra has
    worked out its facts about the match. `after` is the kind that an extra's form follows in lists,
    empty for their end. `made_at` returns the creation time in its PDF, in UNIX seconds. `offered`
    returns True if the tournament has anything to show in it, so that the print desk offers it.
    `of_archive` makes it of an archived tournament, for the site of its results, in the file
    `archive_file` as well.
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
    """An archived tournament: the states of its formats, the results of matches that are over."""

    states: Mapping[str, FormatState]
    outcomes: Outcomes
    to_points: PointOutcomes


def played(states: Mapping[str, FormatState], over: Sequence[MatchRecord]) -> PlayedOut:
    """Return the values for forms of an archive, from its matches that are over."""
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
