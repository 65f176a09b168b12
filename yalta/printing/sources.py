"""The sources of forms to print: records, an archive, or a running server.

The server of the records must be stopped; an archive is taken into temporary records. A running
server makes the forms itself, as it shows them to everybody. The order of `yalta print` says which
forms are wanted.
"""

import asyncio
import contextlib
import re
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from urllib.parse import urlencode

import httpx

from protocol_forms.grids import Paper
from protocol_forms.writers.pdf import several_pdf
from rules.errors import MatchRefused
from server.access import Role, Visitor
from server.archive.export_import import ArchiveRefused, StoppedRecords, take_in, verified_archive
from server.archive.tournament_archive import ArchiveUnreadable, read_archive
from server.extras_on import every_hooks, found_extras
from server.hall import Hall
from server.live.hub import LiveHub
from server.live.public_outcomes import PublicOutcomes
from server.store.accounts_db.form_prints import FormPrint
from server.store.event_log.contract import StreamDamaged
from server.views.match.prints import PROTOCOL
from server.views.print_desk import FormChoice, FormsAsked, batch, choices_of, form_named
from server.views.printable import (
    FORM_COUNT,
    MEDIA_TYPES,
    AddedFacts,
    FormContext,
    FormFormat,
    FormSource,
    Look,
    Part,
    Printable,
    written,
)
from server.views.printables import page_for, with_added
from server.web.edge.services import ServerHooks
from server.words.translation import Words
from yalta.command_settings import COMMAND_LINE, refuse, settings_or_exit
from yalta.inputs.match_file_input import NoMatchFile, open_regular_file, printable
from yalta.inputs.stopped_hall import tournament_named, with_hall_and_hub

_NAMED = re.compile(r"(?P<tournament>[a-z0-9-]{1,30})(?:/(?P<number>[1-9]\d{0,8}))?")


@dataclass(frozen=True, slots=True, kw_only=True)
class PrintOrder:
    """The forms that `yalta print` has to print, their languages and their paper.

    `tournament` is the tournament's short name. `asked` has the kinds of the forms, and the number
    of the match if they are about one. `part` limits the forms to one round, room, game, team or
    player. `words` translates the forms into their first language, `second` into their second one;
    `second` is None for forms in one language.
    """

    tournament: str
    asked: FormsAsked
    part: Part
    words: Words
    second: Words | None
    paper: Paper


def named(text: str) -> tuple[str, int]:
    """Return the tournament and the match number in "club/3"; the number is 0 in "club".

    Raises MatchRefused for any other text.
    """
    found = _NAMED.fullmatch(text)
    if found is None:
        raise MatchRefused("NAME", text, "a tournament such as club, or a match such as club/3")
    return found["tournament"], int(found["number"] or 0)


COMMAND = "yalta print"
_DIRECTOR = Visitor(Role.DIRECTOR)
"""The visitor for whom forms are made from records: a director, who sees all that is in them."""


@dataclass(frozen=True, slots=True)
class Made:
    """A file with the forms that `yalta print` has made: its bytes, and the number of forms.

    `prints` has one FormPrint for each form in the file; `note_prints` stores in the records that
    these forms were printed.
    """

    content: bytes
    forms: int
    prints: tuple[FormPrint, ...]


def made_from_records(order: PrintOrder, ending: FormFormat, data: Path | None) -> Made:
    """Make the forms of an order from the folder of records `data`, in one file.

    `ending` is the ending of the file's name, which says its format. If the forms cannot be made,
    end the command with the reason.
    """
    settings = settings_or_exit(COMMAND, data_folder=data)

    async def work(hall: Hall, hub: LiveHub) -> Made:
        hooks = found_extras(settings).on.values()
        context = _context(order, hall, hub, settings.public_url, _forms_of(hooks))
        made = [each.form_source for each in hooks if each.form_source is not None]
        sources = [source(settings, hall, hub) for source in made]
        return await _made(order, ending, context, sources)

    return with_hall_and_hub(COMMAND, data, work)


def note_prints(order: PrintOrder, made: Made, printer: str, data: Path | None) -> None:
    """Store in the records in `data` that these forms were printed, and by which printer."""
    folder = settings_or_exit(COMMAND, data_folder=data).log_file.parent
    forms = [replace(each, printer=printer) for each in made.prints]

    async def work(hall: Hall, _: LiveHub) -> None:
        tournament = tournament_named(hall, order.tournament).tournament
        await asyncio.to_thread(hall.form_prints.keep, tournament, forms, COMMAND_LINE.actor, "")

    with_hall_and_hub(COMMAND, folder, work)


def made_from_archive(order: PrintOrder, ending: FormFormat, file: Path) -> Made:
    """Make the forms of an order from the archive in `file`, in one file.

    `ending` is the ending of the new file's name, which says its format. If the forms cannot be
    made, end the command with the reason.
    """
    with _taken_in(file) as folder:
        return made_from_records(order, ending, folder)


@contextlib.contextmanager
def _taken_in(file: Path) -> Iterator[Path]:
    """Provide a temporary folder of records that has only the archive's tournament."""
    shown = printable(str(file))
    with tempfile.TemporaryDirectory(prefix="yalta-print-") as folder:
        settings = settings_or_exit(COMMAND, data_folder=Path(folder))
        records = StoppedRecords(settings.log_file, settings.accounts_file)
        try:
            with open_regular_file(file) as opened:
                archived = asyncio.run(verified_archive(read_archive(opened)))
            asyncio.run(take_in(archived, None, records, datetime.now(UTC)))
        except OSError as error:
            refuse(COMMAND, f"{shown}: {error.strerror}")
        except (NoMatchFile, ArchiveUnreadable, ArchiveRefused) as refused:
            refuse(COMMAND, f"{shown}: {refused}")
        except StreamDamaged as damaged:
            where = f"{damaged.stream}, event {damaged.sequence}"
            refuse(COMMAND, f"{shown}: {where}: {damaged.why}")
        yield Path(folder)


def _forms_of(hooks: Iterable[ServerHooks]) -> tuple[Printable, ...]:
    """Return everything that can be printed, including the forms of these extras."""
    return with_added(form for each in hooks for form in each.prints)


def _context(
    order: PrintOrder, hall: Hall, hub: LiveHub, public_url: str, forms: Sequence[Printable]
) -> FormContext:
    tournament = tournament_named(hall, order.tournament)
    return FormContext(
        hall=hall,
        hub=hub,
        outcomes=PublicOutcomes(hub, hall.outcomes),
        tournament=tournament,
        words=order.words,
        public=False,
        printables=forms,
        visitor=_DIRECTOR,
        part=order.part,
        public_url=public_url,
        reached_at=public_url,
        prints=hall.form_prints.every(tournament.tournament),
    )


async def _made(
    order: PrintOrder, ending: FormFormat, context: FormContext, sources: Sequence[FormSource]
) -> Made:
    registry = context.hall.registry
    async with contextlib.AsyncExitStack() as stack:
        for match_id in registry.of_tournament(context.tournament.tournament):
            await stack.enter_async_context(registry.in_memory(match_id))
        choices = choices_of(order.asked, context)
        context = replace(context, added=await _added(choices, sources))
        if ending is not FormFormat.PDF:
            return _one(choices, ending, context, order.second)
        made = await batch(choices, context, order.second)
    prints = tuple(
        choice.kept_as(digest, "") for choice, digest in zip(choices, made.digests, strict=True)
    )
    return Made(several_pdf(made.sheets, order.paper), len(choices), prints)


async def _added(
    choices: Sequence[FormChoice], sources: Sequence[FormSource]
) -> tuple[AddedFacts, ...]:
    """Return what extras add to the forms of the matches, such as estimates of luck.

    If a form has to wait for such an addition, the addition is calculated first.
    """
    matches = [each for each in dict.fromkeys(each.match_id for each in choices) if each]
    first = {each.match_id for each in choices if each.match_id and each.form.waits}
    return tuple([await each.facts_worked_out(matches, first) for each in sources])


def _one(
    choices: Sequence[FormChoice], ending: FormFormat, context: FormContext, second: Words | None
) -> Made:
    if len(choices) != 1:
        raise MatchRefused("--out", f".{ending.value}", "a name in .pdf for several forms")
    (choice,) = choices
    own = replace(choice.of(context), for_programs=ending is FormFormat.JSON)
    look = Look(words=context.words, second=second)
    return Made(written(page_for(choice.form, own, second), ending, look), 1, ())


_PATIENCE = 180.0
"""Seconds to wait while a server sends nothing, such as while it typesets an event's forms."""


class FormNotServed(Exception):
    """The server did not send the form; the message tells the user why."""


def served_forms(order: PrintOrder, ending: FormFormat, server: str) -> tuple[bytes, int]:
    """Return a file with the forms from a running server, and the number of forms.

    Raises FormNotServed if the server does not send them, and MatchRefused if a file of this format
    cannot have several forms.
    """
    asked = order.asked
    kinds = asked.kinds or ((PROTOCOL,) if asked.number else ())
    forms = _forms_of(every_hooks())
    base = f"{server.rstrip('/')}/t/{order.tournament}"
    of_match = len(kinds) == 1 and form_named(forms, kinds[0]).scope.of_match
    if len(kinds) == 1 and (asked.number or not of_match):
        match = f"/matches/{asked.number}" if of_match else ""
        query = _query(order, ending)
        answer = _answer(f"{base}{match}/forms/{kinds[0]}.{ending.value}?{query}", ending)
        return answer.content, 1
    if ending is not FormFormat.PDF:
        raise MatchRefused("--out", f".{ending.value}", "a name in .pdf for several forms")
    several = [("form", kind) for kind in asked.kinds]
    several += [("match", str(asked.number))] if asked.number else []
    several += [("whole", "true")] if asked.whole else []
    answer = _answer(f"{base}/forms.pdf?{urlencode(several)}&{_query(order, ending)}", ending)
    return answer.content, int(answer.headers.get(FORM_COUNT, "0"))


def _query(order: PrintOrder, ending: FormFormat) -> str:
    part = {**asdict(order.part), "room": order.part.room.value if order.part.room else None}
    query: dict[str, object] = {"public": "true", "language": order.words.code, **part}
    if ending is FormFormat.PDF:
        query["paper"] = order.paper.name.lower()
    if order.second is not None:
        query["second"] = order.second.code
    return urlencode({name: value for name, value in query.items() if value})


def _answer(address: str, ending: FormFormat) -> httpx.Response:
    try:
        answer = httpx.get(address, timeout=_PATIENCE, follow_redirects=False)
    except httpx.HTTPError as error:
        raise FormNotServed(f"{address}: {error}") from error
    except (httpx.InvalidURL, ValueError) as error:
        raise FormNotServed(f"{address}: {error}") from error
    kind = answer.headers.get("content-type", "").partition(";")[0]
    if answer.status_code != httpx.codes.OK or kind != MEDIA_TYPES[ending]:
        raise FormNotServed(f"{address}: {answer.status_code}, {_why(answer)}")
    return answer


def _why(answer: httpx.Response) -> str:
    try:
        return str(answer.json()["detail"])[:500]
    except (ValueError, KeyError, TypeError):
        return "not what was asked for"
