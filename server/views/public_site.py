"""A tournament's public results as the files of a static web site.

The site has only what the server shows everybody: the matches that are over, and names as the
public sees them. It also has each match's ledger, so that the results can be checked without the
server.
"""

from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC

from protocol_forms.grids import SiteMatch, SiteView
from protocol_forms.writers.files import form_csv
from protocol_forms.writers.form_html import form_html
from protocol_forms.writers.html import site_index
from rules.errors import MatchRefused
from rules.formats.team_event.deciding import TEAM_EVENT
from rules.room import Room
from rules.text import N_
from server.archive.export_import import ArchivedTournament, match_ledger
from server.archive.match_export import WRITERS, room_record
from server.matches.match_record import MatchRecord
from server.matches.protocols import (
    decided_results,
    differing_rolls,
    match_course,
    match_protocol,
    protocol_view,
)
from server.tournaments.person_results import person_results
from server.values.naming import Names
from server.values.played_match import DUPLICATE, TO_POINTS
from server.values.scored_match import final_score
from server.values.stored_events import StoredEvent, match_stream
from server.views.people.prints import COLUMNS, Cell, person_csv, person_rows, person_xlsx
from server.views.printable import played
from server.views.printables import PRINTABLES
from server.words.translation import Words

_RESULTS = ("results.csv", "results.xlsx")
_TITLES = (
    N_("Name"),
    N_("Federation number"),
    N_("Club"),
    N_("Country"),
    N_("Kind of game"),
    N_("Kind of match"),
    N_("Matches"),
    N_("Games"),
    N_("Won"),
    N_("SMP for"),
    N_("SMP against"),
    N_("IMP for"),
    N_("IMP against"),
    N_("Points for"),
    N_("Points against"),
)
"""The titles of the columns of players' results, except the first, which has the person's id."""
_KINDS = {DUPLICATE: N_("duplicate"), TO_POINTS: N_("to points")}


def public_site(archived: ArchivedTournament, names: Names, words: Words) -> Mapping[str, bytes]:
    """Return all files of the site in one language, keyed by path.

    Of matches that are not over, only the teams are shown.
    """
    over = [record for record in archived.records.values() if record.is_over]
    files = dict[str, bytes]()
    listed = list[SiteMatch]()
    for match_id, record in archived.records.items():
        if record.withdrawn:
            continue
        own = dict[str, bytes]()
        if record.is_over:
            entries = archived.streams[match_stream(match_id)]
            own = dict(_of_match(archived, record, entries, names, words))
        files |= own
        listed.append(_listed(record, names, tuple(own)))
    rows = person_rows(person_results(over, names), names)
    files |= zip(_RESULTS, (person_csv(rows), person_xlsx(rows)), strict=True)
    name, known = archived.archive.name.text, played(archived.states, over)
    forms = [
        (each.archive_file, each.of_archive(name, known, names, words))
        for each in PRINTABLES
        if each.of_archive is not None
    ]
    tables = {file: form_csv(form) for file, form in forms if file and form.tables}
    files |= tables
    described = TEAM_EVENT.of(archived.states).described
    view = SiteView(
        described.title if described else name,
        tuple(listed),
        tuple(map(words.gettext, _TITLES)),
        tuple(_in_words(row, words) for row in rows),
        _RESULTS,
        tuple(grid for _, form in forms for grid in form.tables),
        tuple(tables),
    )
    index = site_index(view, words.gettext, words.code)
    return {"index.html": index.encode(), **files}


def _in_words(row: Sequence[Cell], words: Words) -> tuple[str, ...]:
    """Return a row of players' results without the person's id, with the kind of match in words."""
    cells = dict(zip(COLUMNS, map(str, row), strict=True))
    kind = _KINDS[cells["kind"]]
    cells["kind"] = words.gettext(kind)
    return tuple(cells.values())[1:]


def _of_match(
    archived: ArchivedTournament,
    record: MatchRecord,
    entries: Sequence[StoredEvent],
    names: Names,
    words: Words,
) -> Iterator[tuple[str, bytes]]:
    """Yield the files of a match with their paths: its protocol, match files and ledger."""
    folder, last = f"matches/{record.match_id.number}", entries[-1]
    described = TEAM_EVENT.of(archived.states).described
    recorded = [(each.event, each.recorded_at) for each in entries]
    view = protocol_view(
        record,
        match_protocol(record),
        recorded=last.recorded_at.astimezone(UTC),
        head=last.digest.hex(),
        decided=decided_results(record.state, recorded, names),
        differing=differing_rolls(recorded, names),
        say=words.gettext,
        names=names,
        course=match_course(recorded, names, described.place if described else ""),
    )
    yield f"{folder}/index.html", form_html(view, words.gettext, words.code).encode()
    yield f"{folder}/ledger.jsonl", b"".join(match_ledger(archived.archive.name, entries))
    for room in record.rooms:
        yield from _match_files(folder, entries, room, names)


def _match_files(
    folder: str, entries: Sequence[StoredEvent], room: Room, names: Names
) -> Iterator[tuple[str, bytes]]:
    """Yield the match files of a room, which other programs read, with their paths in `folder`.

    Only matches of backgammon have such files.
    """
    try:
        written = room_record([each.event for each in entries], room, names)
        for ending, writer in WRITERS.items():
            yield f"{folder}/{room.value}.{ending}", writer(written).encode()
    except MatchRefused:
        return


def _listed(record: MatchRecord, names: Names, files: tuple[str, ...]) -> SiteMatch:
    home, away = map(names.by, record.teams)
    page, *others = files or ("",)
    score = final_score(match_protocol(record)) if files else None
    return SiteMatch(
        record.match_id.number, record.scheduled.event, home, away, score, page, tuple(others)
    )
