"""Several forms printed at once: which are chosen, what each says, all of them in one PDF."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Iterable, Sequence
from dataclasses import asdict, dataclass, replace
from urllib.parse import urlencode

from protocol_forms.writers.sheet import Sheet
from rules.errors import MatchRefused
from rules.identities import MatchId
from server.access import Action, check_may, check_playing
from server.hall import Hall
from server.store.accounts_db.form_prints import FormKey, FormPrint
from server.views.luck.prints import players_parts
from server.views.printable import WHOLE, FormContext, Part, Printable, Scope, digest_of_form
from server.views.printables import sheet_for
from server.words.translation import Words

MOST = 300
"""Forms of one print; more are printed in several."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FormChoice:
    """One form of a print: which, of which match or of none, of which part."""

    form: Printable
    match_id: MatchId | None = None
    part: Part = WHOLE

    @property
    def key(self) -> FormKey:
        """By what a print of it is kept."""
        return self.form.kind, self.match_id.number if self.match_id else 0, part_text(self.part)

    def of(self, context: FormContext) -> FormContext:
        """What the form is made of; raises NotAllowed for whoever may not have it (ruling 34)."""
        action = Action.WATCH if context.public else self.form.action
        check_may(context.visitor, action)
        if self.match_id is not None:
            players = context.hall.players(self.match_id)
            check_playing(context.visitor, action, players)
            shown = context.hall.open_room_shown
            shown(context.visitor, self.match_id, as_public=context.public)
        return replace(context, match_id=self.match_id, part=self.part)

    def kept_as(self, digest: str, printer: str) -> FormPrint:
        """What is kept of its print."""
        kind, match, part = self.key
        return FormPrint(kind=kind, match=match, part=part, digest=digest, printer=printer)


def choices_of_match(
    form: Printable, match_id: MatchId, context: FormContext, part: Part = WHOLE
) -> list[FormChoice]:
    """The form of a match that is in memory; one of players for each where none is named."""
    parts = [part]
    if form.scope is Scope.SEAT and not part.player:
        parts = players_parts(replace(context, match_id=match_id)) or parts
    return [FormChoice(form=form, match_id=match_id, part=each) for each in parts]


def part_text(part: Part) -> str:
    """A part as an address names it: its fields that say something."""
    fields = asdict(part)
    fields["room"] = part.room.value if part.room else None
    return urlencode({name: value for name, value in fields.items() if value})


@dataclass(frozen=True, slots=True)
class Batch:
    """Sheets to print together, and the digest of what each says; none of what is public."""

    sheets: tuple[Sheet, ...]
    digests: tuple[str, ...]


@contextlib.asynccontextmanager
async def matches_held(hall: Hall, matches: Iterable[MatchId | None]) -> AsyncIterator[None]:
    """The matches in memory meanwhile, those that are finished, too."""
    async with contextlib.AsyncExitStack() as stack:
        for match_id in {each for each in matches if each is not None}:
            await stack.enter_async_context(hall.registry.held(match_id))
        yield


async def batch(
    choices: Sequence[FormChoice], context: FormContext, second: Words | None = None
) -> Batch:
    """All of the chosen forms, or none: raises MatchRefused, naming the field, and NotAllowed.

    The matches are those in memory, or `matches_held`.
    """
    if not 0 < len(choices) <= MOST:
        raise MatchRefused("form", len(choices), f"1 to {MOST} forms at once")
    sheets, digests = list[Sheet](), list[str]()
    for choice in choices:
        own = choice.of(context)
        sheets.append(sheet_for(choice.form, own, second))
        if not context.public:
            digests.append(digest_of(choice, own))
        await asyncio.sleep(0)  # play goes on between two forms
    return Batch(tuple(sheets), tuple(digests))


def digest_of(choice: FormChoice, own: FormContext) -> str:
    """A digest of what the form says, the same in whatever language it is printed."""
    return digest_of_form(choice.form.make(own.as_digested()))
