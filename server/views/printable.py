"""Printed forms: what they are made from, their file formats, and digests of their content.

A form's digest is stored with each print, so that the server can tell later if the form has changed
since it was printed. Each kind of form is declared as a `Printable`, in the module of its subject,
beside the function that makes the form. Addresses, the print desk and `yalta print` find a form by
this declaration.
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
"""Anything that can be printed: a form with figures, or a typeset sheet that is only for paper."""


FORM_COUNT = "form-count"
"""The name of the HTTP header with the number of forms in a PDF that has several."""


class FormFormat(Enum):
    """A file format of forms; its value is the ending of the form's address and file name."""

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
"""The paper sizes, keyed by the names that they have in addresses."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    """How a form is written to a file: its language, its theme on a screen, its paper.

    `second` is the second language of a page in two languages, else None. `theme` is "light",
    "dark" or "auto". `created` is the creation time to be put into a PDF, in UNIX seconds.
    """

    words: Words
    second: Words | None = None
    theme: str = "auto"
    paper: Paper = Paper.A4
    created: int = 0


def written(form: Printed, form_format: FormFormat, look: Look) -> bytes:
    """Return the form as a file of that format. Raises MatchRefused if it has no such format."""
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
"""The fields of a match protocol that only extras fill."""
_BEHIND = "."
"""The separator of the two parts of a match protocol's digest.

The first part is the digest of the results, the second part is the digest of what extras added.
"""


def digest_of_form(form: Printed) -> str:
    """Return a digest of the form's content.

    For a match protocol to which extras added something, the digest has two parts, of which
    `without_added` returns the first. The line on the tournament's progress and the link to its
    page are left out, so that a form does not count as changed when only these have changed.
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
    """Return a digest of `digest_of_form` without the part for what extras added.

    Compare prints by this digest, so that no print counts as out of date only because an extra has
    added something since.
    """
    return digest.partition(_BEHIND)[0]


def _digest(values: object) -> str:
    return hashlib.sha256(json.dumps(values, default=str).encode()).hexdigest()


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """The part of a tournament or match that a form covers; fields that are not set mean all of it.

    `round` is counted within `stage`. `team` is a team's name, `player` a person's id.
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

    If `public` is True the form has only what the public may know (ruling 12). Otherwise it has
    what `visitor` may see, who is shown nothing of a match that they play in (ruling 34). `words`
    is the form's language. If `for_programs` is True, texts that programs compare are in English in
    every language. `match_id` is the match of a form of one match, else None; `part` says what else
    the form covers. `sorted_as` is the language whose alphabet sorts lists of people, if it is not
    `words`: so a form in two languages has the same order in both. `public_url` is the address
    that is set for all links to the server, or empty. `reached_at` is the same address or, if none
    is set, the address at which other devices in the hall reach the server; it is empty if no other
    device can reach the server. `prints` are
    the earlier prints of the tournament's forms in their order, for forms that name the print that
    they replace. `printables` are all kinds of forms, `added` the facts that extras add to forms.
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
        """Return the context from which a form is made for its digest.

        This context is in English, has no earlier prints, and has only those facts of extras that
        are included in digests. So a form's digest is the same in every language and does not
        depend on earlier prints.
        """
        words = words_for(SOURCE_LANGUAGE)
        added = tuple(each.as_digested() for each in self.added)
        return replace(self, words=words, for_programs=False, prints={}, added=added)

    def known(self, kind: type[_Facts]) -> _Facts | None:
        """Return the extra's facts that are of class `kind`, or None if that extra is off."""
        return next((each for each in self.added if isinstance(each, kind)), None)

    @property
    def live_page(self) -> str:
        """The address of the public page that shows the same as the form and is always up to date.

        It is empty if no address of the server is set.
        """
        if not self.public_url:
            return ""
        if self.match_id is None:
            return f"{self.public_url}/t/{self.name}"
        return f"{self.public_url}{self.hall.names().match(self.match_id).path}"

    @property
    def say(self) -> Say:
        """The function that translates the form's texts, or leaves them in English for programs."""
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
    """Grids that an extra adds to a match protocol, and the notes that it adds.

    The grids come below those of the protocol, the notes below the grids.
    """

    tables: tuple[Grid, ...]
    notes: tuple[str, ...]


class AddedFacts:
    """The facts that an extra adds to forms; each such extra derives a class of its own.

    They are collected before the forms are made, because forms are made without waiting.
    """

    def as_digested(self) -> Self:
        """Return the facts without those that are left out of forms' digests.

        A fact belongs in the digests if a form should be printed again after the fact has changed.
        """
        return self

    def behind_protocol(self, context: FormContext, scored: AnyProtocol) -> AddedTables | None:
        """Return the grids and notes that the extra adds below the protocol of the context's match.

        Return None if it adds nothing. `scored` has the results that the protocol shows.
        """
        return None


class FormSource:
    """The source of the facts that an extra adds to forms; each such extra derives its own class.

    A server has one such source for each extra while it runs; the command `yalta print` makes its
    own.
    """

    async def facts(self, matches: Collection[MatchId]) -> AddedFacts:
        """Return the facts that are known now about these matches, which must be in memory."""
        return AddedFacts()

    async def facts_worked_out(
        self, matches: Collection[MatchId], first: Collection[MatchId]
    ) -> AddedFacts:
        """Return the facts about these matches for a command, which prints once and then ends.

        The call waits until everything that can be known about the matches in `first` is worked
        out. The facts about the other matches are complete or left out, because the command cannot
        print them again a little later.
        """
        return await self.facts(matches)


def tournament_called(context: FormContext) -> str:
    """Return the tournament's title, place and dates for forms; without a title, its short name."""
    described = context.tournament.state.event.described
    if described is None:
        return context.name
    return ", ".join(part for part in (described.title, described.place, described.dates) if part)


class Scope(Enum):
    """What a kind of form is about; a form's `Part` then says which round, team, player or game.

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
    """A kind of form that can be printed, and how to make it.

    `kind` is its name in addresses. `title` is in English and is translated for readers. `scope`
    says what it is about. `make` makes the form in the context's language; it raises MatchRefused,
    which names the field of the request, for a part that does not exist. `action` is the right that
    a visitor needs for the form with everything known. `public` is True if there is also a version
    for everybody, made from what is public. `waits` is True if the form is of little use before its
    extra has worked out the facts about the match. `after` is the kind of form that an extra's form
    follows in lists; if it is empty, the form comes last. `made_at` returns the creation time for
    the PDF, in UNIX seconds. `offered` returns True if the form would have content for the
    context's tournament; otherwise the print desk does not offer it. `of_archive` makes the form of
    an archived tournament for the web site of its results, None if the web site has no such form;
    `archive_file` is the name of the form's file there, empty for none.
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
    """What the forms of an archived tournament are made from.

    `states` are the states of its formats, such as its knockouts, keyed by the format's name.
    `outcomes` are the outcomes of its finished matches in two rooms, `to_points` the outcomes of
    its finished matches at one table, both keyed by match number.
    """

    states: Mapping[str, FormatState]
    outcomes: Outcomes
    to_points: PointOutcomes


def played(states: Mapping[str, FormatState], over: Sequence[MatchRecord]) -> PlayedOut:
    """Return the values from which the forms of an archived tournament are made.

    `states` are the states of its formats, keyed by name, `over` its finished matches.
    """
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
