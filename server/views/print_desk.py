"""The print desk: which forms can be printed, which have changed since, and many in one PDF."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from enum import Enum
from urllib.parse import urlencode

from protocol_forms.writers.pdf import undrawn
from protocol_forms.writers.sheet import Sheet
from rules.errors import MatchRefused
from rules.identities import MatchId
from rules.text import N_
from server.access import Action, Sight, check_may, check_playing
from server.hall import Hall
from server.store.accounts_db.form_prints import FormKey, FormPrint, KeptPrint
from server.views.match.prints import PROTOCOL, players_parts
from server.views.printable import (
    WHOLE,
    FormContext,
    Part,
    Printable,
    Scope,
    digest_of_form,
    tournament_called,
    without_added,
)
from server.views.printables import printable, sheet_for
from server.views.rounds.prints import published_rounds, round_meant
from server.views.tournament.words import stage_name
from server.words.translation import Words

MOST = 300
"""The most forms in one print (our choice). More forms have to be printed in several prints."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FormChoice:
    """One form to print: the kind of form, its match (None if it has none), and what it covers.

    `part` says which round, room, game, team or player the form is for.
    """

    form: Printable
    match_id: MatchId | None = None
    part: Part = WHOLE

    @property
    def key(self) -> FormKey:
        """The key under which prints of the form are recorded."""
        return self.form.kind, self.match_id.number if self.match_id else 0, part_text(self.part)

    def of(self, context: FormContext) -> FormContext:
        """Return the context with this form's match and part, to make the form from.

        Raises NotAllowed if the context's visitor lacks the right that the form needs, or plays in
        the match and so may not see the form (ruling 34).
        """
        action = Action.WATCH if context.public else self.form.action
        check_may(context.visitor, action)
        if self.match_id is not None:
            players = context.hall.players(self.match_id)
            check_playing(context.visitor, action, players)
            shown = context.hall.open_room_shown
            shown(context.visitor, self.match_id, as_public=context.public)
        return replace(context, match_id=self.match_id, part=self.part)

    def kept_as(self, digest: str, printer: str) -> FormPrint:
        """Return the record by which a print of this form is stored.

        `digest` is the digest of the form's content; `printer` is empty if the form was opened as a
        PDF.
        """
        kind, match, part = self.key
        return FormPrint(kind=kind, match=match, part=part, digest=digest, printer=printer)


def choices_of_match(
    form: Printable, match_id: MatchId, context: FormContext, part: Part = WHOLE
) -> list[FormChoice]:
    """Return what can be printed of one kind of form for a match: one choice for each such form.

    A form that is made for each player of a match gives one choice for each player, or only one for
    the player whom `part` names. Any other form gives one choice. The match must be in memory.
    """
    parts = [part]
    if form.scope is Scope.SEAT and not part.player:
        parts = players_parts(replace(context, match_id=match_id)) or parts
    return [FormChoice(form=form, match_id=match_id, part=each) for each in parts]


def part_text(part: Part) -> str:
    """Return a part as the query of an address, with the fields that are set."""
    fields = asdict(part)
    fields["room"] = part.room.value if part.room else None
    return urlencode({name: value for name, value in fields.items() if value})


@dataclass(frozen=True, slots=True)
class Batch:
    """Sheets to print together, and for each of them a digest of its content.

    Sheets made only from what is public have no digests.
    """

    sheets: tuple[Sheet, ...]
    digests: tuple[str, ...]


@contextlib.asynccontextmanager
async def matches_held(hall: Hall, matches: Iterable[MatchId | None]) -> AsyncIterator[None]:
    """Keep these matches in memory while the `with` block runs; load the finished ones."""
    async with contextlib.AsyncExitStack() as stack:
        for match_id in {each for each in matches if each is not None}:
            await stack.enter_async_context(hall.registry.in_memory(match_id))
        yield


async def batch(
    choices: Sequence[FormChoice], context: FormContext, second: Words | None = None
) -> Batch:
    """Return the sheets of all chosen forms, in one language or in two.

    `second` is the second language, None for one language. Call it only while `matches_held` keeps
    the matches in memory. Raises MatchRefused, which names the field of the request, if the number
    of forms is not 1 to MOST or a form cannot be made. Raises NotAllowed as `FormChoice.of` does.
    """
    if not 0 < len(choices) <= MOST:
        raise MatchRefused("form", len(choices), f"1 to {MOST} forms at once")
    sheets, digests = list[Sheet](), list[str]()
    for choice in choices:
        own = choice.of(context)
        sheets.append(sheet_for(choice.form, own, second))
        if not context.public:
            digests.append(digest_of(choice, own))
        await asyncio.sleep(0)  # play continues between two forms
    return Batch(tuple(sheets), tuple(digests))


def digest_of(choice: FormChoice, own: FormContext) -> str:
    """Return a digest of a form's content, the same in whichever language the form is printed.

    `own` is the context that `choice.of` returns.
    """
    return digest_of_form(choice.form.make(own.as_digested()))


BEFORE_PLAY = ("pairings-by-table", "pairings-by-name")
"""The kinds of a round's forms that the print desk proposes until a match of the round is over."""
OF_MATCH = (Scope.MATCH, Scope.SEAT)
OF_ROUND = (Scope.ROUND,)
OF_EVENT = (Scope.EVENT,)
OF_HALL = (Scope.NOTHING, Scope.TEAM)

Prints = Mapping[tuple[str, int, str], KeptPrint]


class PrintState(Enum):
    """What the print desk says of a form's last print: if the form has changed since.

    UNKNOWN says that this visitor may not know.
    """

    NEVER = "never"
    SAME = "same"
    CHANGED = "changed"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class FormShown:
    """A form as the print desk shows it.

    `kind` is the form's kind, the value of its check box. `title` is in English. `state` says if
    the form has changed since its last print. `when` is the time of that print, `by` the person who
    made it; both are empty if the form was never printed. `opened` is True if the form was only
    opened as a PDF, which may not be on paper. `path` is the address of the form's PDF. If each
    player of a match has a form of this kind, `player` is the name of the player whose form this
    is; otherwise it is empty. `chosen` is True if the form is proposed for print.
    """

    kind: str
    title: str
    state: PrintState
    when: str
    by: str
    path: str
    player: str = ""
    chosen: bool = False
    opened: bool = False

    @property
    def due(self) -> bool:
        """True if the form has never been printed or has changed since."""
        return self.state in (PrintState.NEVER, PrintState.CHANGED)


@dataclass(frozen=True, slots=True)
class MatchShown:
    """A match as the print desk shows it, with its forms that have been printed.

    `own` is True if the visitor plays in the match; then somebody else must print its forms.
    `chosen` is True if the match's protocol is proposed for print.
    """

    number: int
    label: str
    teams: tuple[str, str]
    over: bool
    own: bool
    forms: tuple[FormShown, ...]
    chosen: bool


@dataclass(frozen=True, slots=True)
class RoundShown:
    """A round that can be chosen on the print desk."""

    stage: int
    number: int
    name: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class DeskShown:
    """The print desk for one round, or for the whole tournament if `part` names no round.

    `not_printed` are names that forms cannot print. `rounds` are those that can be chosen.
    `of_match` are the forms that each of `matches` can have. `of_round`, `of_event` and `of_hall`
    are the forms of the round, of the tournament and of the hall.
    """

    part: Part
    not_printed: tuple[str, ...]
    rounds: tuple[RoundShown, ...]
    matches: tuple[MatchShown, ...]
    of_match: tuple[Printable, ...]
    of_round: tuple[FormShown, ...]
    of_event: tuple[FormShown, ...]
    of_hall: tuple[FormShown, ...]


def of_scope(context: FormContext, *scopes: Scope) -> tuple[Printable, ...]:
    """Return the forms that have one of these scopes, in the order of `context.printables`."""
    return tuple(each for each in context.printables if each.scope in scopes)


def matches_on_desk(context: FormContext) -> list[MatchId]:
    """Return the matches of the context's round; without a round, all matches of the tournament.

    Raises MatchRefused if the round is not published.
    """
    tournament = context.tournament
    known = context.hall.registry.of_tournament(tournament.tournament)
    if context.part.round is None:
        return known
    stage, number = round_meant(tournament, context.part)
    of_round = stage.numbers_of(number)
    return [each for each in known if each.number in of_round]


def desk_part(context: FormContext, *, whole: bool) -> Part:
    """Return the round that the print desk is to show, as a Part with `stage` and `round`.

    It is the round that the context names, or else the round published last. Return WHOLE, which
    names no round, if `whole` is True or no round is published. Raises MatchRefused if the round
    that the context names is not published.
    """
    if whole or (context.part.round is None and not published_rounds(context.tournament)):
        return WHOLE
    stage, number = round_meant(context.tournament, context.part)
    return Part(stage=stage.number, round=number)


async def desk(context: FormContext, prints: Prints) -> DeskShown:
    """Return the print desk of the context's round; `prints` are the stored prints of forms.

    The matches must be in memory.
    """
    matches = list[MatchShown]()
    for match_id in matches_on_desk(context):
        matches.append(_match(context, match_id, prints))
        await asyncio.sleep(0)  # play continues between two matches
    playing = _plays_somewhere(context)
    none_over = not any(each.over for each in matches)
    of_round = () if context.part.round is None else of_scope(context, *OF_ROUND)
    return DeskShown(
        context.part,
        names_not_printed(context),
        tuple(_rounds(context)),
        tuple(matches),
        of_scope(context, *OF_MATCH),
        tuple(
            _chosen(
                _shown(context, FormChoice(form=form, part=context.part), prints, playing),
                none_over,
            )
            for form in of_round
        ),
        tuple(
            _shown(context, each, prints, playing) for each in _offered(context, prints, OF_EVENT)
        ),
        tuple(
            _shown(context, each, prints, playing) for each in _offered(context, prints, OF_HALL)
        ),
    )


def names_not_printed(context: FormContext) -> tuple[str, ...]:
    """Return the names in the tournament that forms in the context's language cannot print.

    These are names of teams and people, and the tournament's title. Forms show question marks for
    the letters that they cannot print. The matches must be in memory.
    """
    hall, tournament = context.hall, context.tournament
    names = hall.names(context.words.code)
    known = [tournament_called(context)]
    for team, players in tournament.teams.items():
        known += [team, *map(names.of, players)]
    for match_id in matches_on_desk(context):
        known += map(names.by, hall.match(match_id).record.teams)
    return tuple(dict.fromkeys(name for name in known if undrawn(name)))


def _offered(context: FormContext, prints: Prints, scopes: Iterable[Scope]) -> list[FormChoice]:
    """Return the forms of these scopes that can have content now or were printed before."""
    every = (FormChoice(form=form) for form in of_scope(context, *scopes))
    return [each for each in every if each.form.offered(context) or each.key in prints]


def _plays_somewhere(context: FormContext) -> bool:
    """Return True if the visitor may be a player of one of the tournament's matches in play.

    To such a visitor, a change of the tournament's forms would tell something of that match.
    """
    own = context.tournament.tournament
    return any(
        context.hall.sight(context.visitor, each) is not Sight.BY_ROLE
        for each in context.hall.registry.in_play()
        if each.tournament == own
    )


def _rounds(context: FormContext) -> list[RoundShown]:
    words, chosen = context.words, (context.part.stage, context.part.round)
    return [
        RoundShown(
            stage.number,
            number,
            words.gettext(
                N_("%(stage)s, round %(number)s"),
                stage=stage_name(stage.plan.name, words),
                number=number,
            ),
            (stage.number, number) == chosen,
        )
        for stage, number in published_rounds(context.tournament)
    ]


def _match(context: FormContext, match_id: MatchId, prints: Prints) -> MatchShown:
    hall, names = context.hall, context.hall.names(context.words.code)
    record = hall.match(match_id).record
    own = hall.sight(context.visitor, match_id) is not Sight.BY_ROLE
    printed = [] if own else _printed_of_match(context, match_id, prints)
    protocol = next((each for each in printed if each.kind == PROTOCOL), None)
    home, away = (names.by(team) for team in record.teams)
    over = record.is_over and not own
    return MatchShown(
        match_id.number,
        names.match(match_id).label,
        (home, away),
        over,
        own,
        tuple(printed),
        over and (protocol is None or protocol.due),
    )


def _printed_of_match(context: FormContext, match_id: MatchId, prints: Prints) -> list[FormShown]:
    """Return the match's forms that have been printed before."""
    every = (
        choice
        for form in of_scope(context, *OF_MATCH)
        for choice in choices_of_match(form, match_id, context)
    )
    return [_shown(context, each, prints, playing=False) for each in every if each.key in prints]


def _chosen(shown: FormShown, none_over: bool) -> FormShown:
    """Return the form with `chosen` set: True if it is proposed for print.

    A form is proposed if its kind is in BEFORE_PLAY, it has not been printed in its present state,
    and `none_over` is True, which means that no match of the round is over.
    """
    return replace(shown, chosen=none_over and shown.kind in BEFORE_PLAY and shown.due)


def _shown(context: FormContext, choice: FormChoice, prints: Prints, playing: bool) -> FormShown:
    """Return a form as the print desk shows it.

    `prints` are the stored prints. If `playing` is True, the visitor plays in the tournament and
    may not learn if the form's figures have changed.
    """
    kept = prints.get(choice.key)
    state, when, by = PrintState.NEVER, "", ""
    if kept is not None:
        state = PrintState.UNKNOWN if playing else _state(context, choice, kept)
        when = context.words.time(kept.at.astimezone(), context.hall.now().astimezone())
        by = context.hall.names(context.words.code).by(kept.by)
    names = context.hall.names(context.words.code)
    player = names.by(choice.part.player) if choice.part.player else ""
    return FormShown(
        choice.form.kind,
        choice.form.title,
        state,
        when,
        by,
        path_of(context.name, choice),
        player,
        opened=kept is not None and not kept.form.printer,
    )


def _state(context: FormContext, choice: FormChoice, kept: KeptPrint) -> PrintState:
    own = replace(context, match_id=choice.match_id, part=choice.part)
    on_paper = kept.form.digest
    try:
        # An extra that added something to the print may be off now: no reason to print again.
        same = digest_of(choice, own) in (on_paper, without_added(on_paper))
    except MatchRefused:
        return PrintState.CHANGED
    return PrintState.SAME if same else PrintState.CHANGED


def path_of(tournament: str, choice: FormChoice) -> str:
    """Return the address of a form's PDF; `tournament` is the tournament's short name."""
    kind, match, part = choice.key
    of_match = f"/matches/{match}" if match else ""
    query = f"?{part}" if part else ""
    return f"/t/{tournament}{of_match}/forms/{kind}.pdf{query}"


@dataclass(frozen=True, slots=True, kw_only=True)
class FormsAsked:
    """What somebody wants to print: forms of these `kinds`; if none is named, the proposed forms.

    `number` is the number of the match whose forms they are, 0 for no single match. If `whole` is
    True, forms of all matches of the tournament are meant. A round is named in `FormContext`.
    """

    kinds: tuple[str, ...] = ()
    number: int = 0
    whole: bool = False


def form_named(forms: Sequence[Printable], kind: str, *, public: bool = False) -> Printable:
    """Return the form of that kind; with `public` it must have a version for everybody.

    Raises MatchRefused if there is none.
    """
    known = [each for each in forms if each.public or not public]
    for each in known:
        if each.kind == kind:
            return each
    raise MatchRefused("FORM", kind, ", ".join(each.kind for each in known))


def choices_of(asked: FormsAsked, context: FormContext) -> list[FormChoice]:
    """Return the forms that somebody wants to print, in order.

    If no kind is named, these are: for a match, its protocol; for a round, the protocols of its
    matches that are over, or the lists of pairings if none is over; for the whole tournament, the
    protocols of all matches that are over. If `context` is public, a match counts as over when that
    is public. The matches that `matches_asked` returns must be in memory. Raises MatchRefused if a
    form or a match does not exist.
    """
    if not asked.kinds:
        return _proposed(asked, context)
    known, public = context.printables, context.public
    forms = [form_named(known, kind, public=public) for kind in asked.kinds]
    return [choice for form in forms for choice in _of_form(form, asked, context)]


def _of_form(form: Printable, asked: FormsAsked, context: FormContext) -> list[FormChoice]:
    part = replace(context.part, round=None, stage=None)
    if not form.scope.of_match:
        return [FormChoice(form=form, part=context.part if form.scope is Scope.ROUND else part)]
    matches = matches_asked(asked, context)
    if not matches:
        raise MatchRefused("NAME", context.name, "a match such as club/3, --round or --all")
    return [choice for each in matches for choice in choices_of_match(form, each, context, part)]


def matches_asked(asked: FormsAsked, context: FormContext) -> Sequence[MatchId]:
    """Return the matches whose forms somebody wants to print.

    Raises MatchRefused if the context's round is not published.
    """
    if asked.number:
        return [MatchId(context.tournament.tournament, asked.number)]
    if asked.whole or context.part.round is not None:
        return matches_on_desk(context)
    return []


def _proposed(asked: FormsAsked, context: FormContext) -> list[FormChoice]:
    known, public = context.printables, context.public
    protocol = printable(known, PROTOCOL, of_match=True, public=public)
    if asked.number:
        return [FormChoice(form=protocol, match_id=each) for each in matches_asked(asked, context)]
    over = [each for each in matches_asked(asked, context) if _is_over(each, context)]
    if not over and context.part.round is not None:
        forms = (printable(known, each, of_match=False, public=public) for each in BEFORE_PLAY)
        return [FormChoice(form=each, part=context.part) for each in forms]
    if not over:
        raise MatchRefused("FORM", "", "the name of a form, a match, --round or --all")
    return [FormChoice(form=protocol, match_id=each) for each in over]


def _is_over(match_id: MatchId, context: FormContext) -> bool:
    if context.public:
        return context.hub.is_finished(match_id) or context.hub.is_over(match_id)
    registry = context.hall.registry
    return match_id in registry.finished or context.hall.match(match_id).record.is_over
