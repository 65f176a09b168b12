"""What a printed form is and what it is made of; the formats in which forms are written.

A print is known by its digest to be of the same form.

Addresses, print desk and `yalta print` know a form by its `Printable`, which stands in the module
of its family, beside what makes it.
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
"""Whatever can be printed: a form of figures, or a sheet for the hall, which is on paper only."""


FORM_COUNT = "form-count"
"""The header of a file of several forms that says how many are in it."""


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
"""The papers by the names they have in addresses."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    """How a form is written: in whose words, for which theme of a screen, for which paper.

    `second` are the words that stand beside the first ones, on a page whose form is in both.
    `created` is the time in UNIX seconds that a PDF says of itself.
    """

    words: Words
    second: Words | None = None
    theme: str = "auto"
    paper: Paper = Paper.A4
    created: int = 0


def written(form: Printed, form_format: FormFormat, look: Look) -> bytes:
    """The form's bytes in a format; raises MatchRefused for one in which it is not written."""
    if form_format is FormFormat.PDF:
        return several_pdf([sheet_of(form, look.words)], look.paper, look.created)
    if isinstance(form, Sheet):
        raise MatchRefused("format", form_format.value, FormFormat.PDF.value)
    return _WRITERS[form_format](form, look)


def sheet_of(form: Printed, words: Words) -> Sheet:
    """The form as it is typeset."""
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
"""The fields of a protocol for what extras have stand behind it."""
_BEHIND = "."
"""Stands between the digest of a protocol's results and that of what extras added."""


def digest_of_form(form: Printed) -> str:
    """A digest of what the form says; of a protocol with something added, one of each: see below.

    How far the event has come is not part of it: that changes with every minute.
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
    """The digest of what a form says of results: what extras add when it suits replaces none."""
    return digest.partition(_BEHIND)[0]


def _digest(values: object) -> str:
    return hashlib.sha256(json.dumps(values, default=str).encode()).hexdigest()


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """Which part a form is of, as far as one is named: `round` of `stage`, one room, one game."""

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
    """What a form is made of.

    `public`: as everybody may know it (ruling 12); else as `visitor` may, whom nothing is shown of
    a match that he plays (ruling 34). `for_programs`: texts that programs compare stay in English,
    whatever the language of `words`. `match_id` is the match of a form that is of one. `sorted_as`
    are the words by whose alphabet lists of people are sorted, where that is not `words`: a form in
    two languages has one order. `public_url` is the address set for all links, or empty;
    `reached_at` is that or else the one at which other devices in the hall reach the server, empty
    where none does. `prints` are those of the tournament's forms in their order, for forms that
    name what they replace. `printables` is everything that can be printed, `added` what extras know
    that forms tell.
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
        """The same as digests are made of: in one language, whatever was printed before."""
        words = words_for(SOURCE_LANGUAGE)
        added = tuple(each.as_digested() for each in self.added)
        return replace(self, words=words, for_programs=False, prints={}, added=added)

    def known(self, kind: type[_Facts]) -> _Facts | None:
        """What the extra with facts of that class knows; None where it is not on."""
        return next((each for each in self.added if isinstance(each, kind)), None)

    @property
    def live_page(self) -> str:
        """The address of the page that shows everybody how it is now; empty if none is set."""
        if not self.public_url:
            return ""
        if self.match_id is None:
            return f"{self.public_url}/t/{self.name}"
        return f"{self.public_url}{self.hall.names().match(self.match_id).path}"

    @property
    def say(self) -> Say:
        """What says a text of the form, for programs in English."""
        return in_english if self.for_programs else self.words.gettext

    @property
    def order(self) -> Words:
        """The words by whose alphabet lists of people are sorted."""
        return self.sorted_as or self.words

    @property
    def match(self) -> MatchId:
        """The match; raises MatchRefused where none is named."""
        if self.match_id is None:
            raise MatchRefused("match", "", "a match's number")
        return self.match_id

    @property
    def name(self) -> str:
        """The tournament's short name."""
        return str(self.tournament.name)


@dataclass(frozen=True, slots=True)
class AddedTables:
    """Tables behind those of a protocol, and notes below them."""

    tables: tuple[Grid, ...]
    notes: tuple[str, ...]


class AddedFacts:
    """What an extra knows that forms tell, read before they are made: it derives its own class."""

    def as_digested(self) -> Self:
        """The same without what changes though none of it is news."""
        return self

    def behind_protocol(self, context: FormContext, scored: AnyProtocol) -> AddedTables | None:
        """What stands behind the protocol of the match that is meant; None for nothing."""
        return None


class FormSource:
    """Where an extra reads its facts, by a class of its own: a service, or made for a command."""

    async def facts(self, matches: Collection[MatchId]) -> AddedFacts:
        """What is known now of these matches, which are in memory or held."""
        return AddedFacts()

    async def facts_worked_out(
        self, matches: Collection[MatchId], first: Collection[MatchId]
    ) -> AddedFacts:
        """The same for a command, which ends with its print: of `first` all that can be known.

        Of the others nothing that would be more a little later.
        """
        return await self.facts(matches)


def tournament_called(context: FormContext) -> str:
    """What a tournament is called on its forms; by its short name where nobody has said."""
    described = context.tournament.state.event.described
    if described is None:
        return context.name
    return ", ".join(part for part in (described.title, described.place, described.dates) if part)


class Scope(Enum):
    """What a form is of: `Part` names which round, team, player or game of it.

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
        """Whether its address is a match's."""
        return self in (Scope.MATCH, Scope.GAME, Scope.SEAT)


def _at_no_time(_: FormContext) -> int:
    return 0


def _always(_: FormContext) -> bool:
    return True


@dataclass(frozen=True, slots=True, kw_only=True)
class Printable:
    """A form that can be printed.

    `kind` is its name in addresses, `title` in English for the catalogues. `make` gives the form in
    the language of what is wanted; it raises MatchRefused, naming the field, for a part that is
    not there. `action`: who has it as it stands; `public`: everybody has it, too, made of what is
    public. `waits`: it is of little use before what its extra knows of the match is worked out.
    `after` is the kind that one of an extra stands behind in lists, empty for their end. `made_at`:
    the time that its PDF says of itself, in UNIX seconds. `offered`: whether the tournament has
    anything to show in it, so that the print desk offers it. `of_archive` makes it of an archived
    tournament, for the site of its results, in the file `archive_file` as well.
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
    """A tournament of an archive: the states of its formats, how matches stand that are over."""

    states: Mapping[str, FormatState]
    outcomes: Outcomes
    to_points: PointOutcomes


def played(states: Mapping[str, FormatState], over: Sequence[MatchRecord]) -> PlayedOut:
    """What forms of an archive are made of, by its matches that are over."""
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
