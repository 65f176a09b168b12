"""Forms out of a stopped server's records, or out of an archive taken into records of its own."""

import asyncio
import contextlib
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

from protocol_forms.writers.pdf import several_pdf
from rules.errors import MatchRefused
from rules.identities import MatchId
from server.access import Role, Visitor
from server.hall import Hall
from server.live.hub import LiveHub
from server.live.public_outcomes import PublicOutcomes
from server.luck.luck_known import LuckKnown
from server.luck.match_luck import MatchLuck
from server.prints.batch import Choice, batch
from server.prints.chosen_forms import choices_of
from server.prints.form_context import FormContext
from server.prints.formats import FormFormat, Look, written
from server.prints.printables import page_for
from server.results.archive.archive_export import ArchiveRefused
from server.results.archive.archive_import import Records, take_in, verified_archive
from server.results.archive.tournament_archive import ArchiveUnreadable, read_archive
from server.store.accounts_db.form_prints import FormPrint
from server.store.event_log.verified_stream import StreamDamaged
from server.translation import Words
from yalta.command_settings import COMMAND_LINE, refuse, settings_or_exit
from yalta.inputs.match_file_input import NoMatchFile, open_regular_file, printable
from yalta.inputs.stopped_hall import tournament_named, with_hall_and_hub
from yalta.printing.order import Order

COMMAND = "yalta print"
_DIRECTOR = Visitor(Role.DIRECTOR)
"""Whoever may read the records sees all that is in them."""


@dataclass(frozen=True, slots=True)
class Made:
    """What was made: its bytes, and how many forms are in it."""

    content: bytes
    forms: int
    prints: tuple[FormPrint, ...]


def made_from_records(order: Order, ending: FormFormat, data: Path | None) -> Made:
    """The forms in one file, out of records; what cannot be had ends the command, saying why."""
    settings = settings_or_exit(COMMAND, data_folder=data)

    async def work(hall: Hall, hub: LiveHub) -> Made:
        luck = MatchLuck(hall, hub, settings.luck_folder)
        return await _made(order, ending, hall, hub, luck, settings.public_url)

    return with_hall_and_hub(COMMAND, data, work)


def note_prints(order: Order, made: Made, printer: str, data: Path | None) -> None:
    """Keep in the records that these forms are on paper."""
    folder = settings_or_exit(COMMAND, data_folder=data).log_file.parent
    forms = [replace(each, printer=printer) for each in made.prints]

    async def work(hall: Hall, _: LiveHub) -> None:
        tournament = tournament_named(hall, order.tournament).tournament
        await asyncio.to_thread(hall.form_prints.keep, tournament, forms, COMMAND_LINE.actor, "")

    with_hall_and_hub(COMMAND, folder, work)


def made_from_archive(order: Order, ending: FormFormat, file: Path) -> Made:
    """The forms in one file, out of an archive; what cannot be had ends the command."""
    with _taken_in(file) as folder:
        return made_from_records(order, ending, folder)


@contextlib.contextmanager
def _taken_in(file: Path) -> Iterator[Path]:
    """A folder of records that has the archive's tournament and nothing else, for a while."""
    shown = printable(str(file))
    with tempfile.TemporaryDirectory(prefix="yalta-print-") as folder:
        settings = settings_or_exit(COMMAND, data_folder=Path(folder))
        records = Records(settings.log_file, settings.accounts_file)
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


async def _made(
    order: Order,
    ending: FormFormat,
    hall: Hall,
    hub: LiveHub,
    luck: MatchLuck,
    public_url: str,
) -> Made:
    tournament = tournament_named(hall, order.tournament)
    context = FormContext(
        hall=hall,
        hub=hub,
        outcomes=PublicOutcomes(hub, hall.outcomes),
        tournament=tournament,
        words=order.words,
        public=False,
        visitor=_DIRECTOR,
        part=order.part,
        public_url=public_url,
        reached_at=public_url,
        prints=hall.form_prints.every(tournament.tournament),
    )
    async with contextlib.AsyncExitStack() as stack:
        for match_id in hall.registry.of_tournament(context.tournament.tournament):
            await stack.enter_async_context(hall.registry.held(match_id))
        choices = choices_of(order.asked, context)
        lucks = await _lucks(choices, luck)
        context = replace(context, lucks=lucks, forks=await luck.forks.every())
        if ending is not FormFormat.PDF:
            return _one(choices, ending, context, order.second)
        made = await batch(choices, context, order.second)
    prints = tuple(
        choice.kept_as(digest, "") for choice, digest in zip(choices, made.digests, strict=True)
    )
    return Made(several_pdf(made.sheets, order.paper), len(choices), prints)


async def _lucks(choices: Sequence[Choice], luck: MatchLuck) -> dict[MatchId, LuckKnown]:
    """What is known of the luck of the matches; where a form is about luck it is worked out first.

    A form that tells of it besides tells what is known already.
    """
    known = dict[MatchId, LuckKnown]()
    for match_id in dict.fromkeys(each.match_id for each in choices):
        about = any(each.match_id == match_id and each.form.about_luck for each in choices)
        found = None if match_id is None else await luck.known(match_id)
        if about and match_id is not None and found is not None:
            await luck.judge_asked()
            found = await luck.known(match_id)
        if match_id is not None and found is not None and (about or not found.coming):
            known[match_id] = found
    return known


def _one(
    choices: Sequence[Choice], ending: FormFormat, context: FormContext, second: Words | None
) -> Made:
    if len(choices) != 1:
        raise MatchRefused("--out", f".{ending.value}", "a name in .pdf for several forms")
    (choice,) = choices
    own = replace(choice.of(context), for_programs=ending is FormFormat.JSON)
    look = Look(words=context.words, second=second)
    return Made(written(page_for(choice.form, own, second), ending, look), 1, ())
