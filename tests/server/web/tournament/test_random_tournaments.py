"""Every event that is played out and closed becomes official, whatever happened in it."""

import csv
import io
from collections.abc import Sequence
from html import unescape
from pathlib import Path
from random import Random

import httpx
import pytest

from rules.directing.finality import TournamentPhase
from rules.formats.team_event.podium import podium
from server.archive.export_import import archived_tournament, verified_archive
from server.archive.tournament_archive import archive_lines, read_archive
from server.store.event_log.sqlite_log import SqliteEventLog
from server.tournaments.tournament_finality import TournamentFinality
from server.views.tournament.words import missing_words
from server.words.translation import words_for
from tests.support.clock import Clock
from tests.support.random_tournament import NO_MATCHES, RandomEvent
from tests.support.served import DIRECTOR, Served, opened
from tests.support.stored import Heard, Listener

PARTS = 25
IN_A_PART = [2, pytest.param(80, marks=pytest.mark.soak)]
"""Events of a test, in every run and as a soak."""
AT_ONE_SERVER = 40


@pytest.mark.parametrize("count", IN_A_PART)
@pytest.mark.parametrize("part", range(PARTS))
async def test_an_event_that_is_played_and_closed_becomes_official_and_asks_for_nothing_more(
    tmp_path: Path, part: int, count: int
) -> None:
    seeds = range(part * count, (part + 1) * count)
    for first in range(0, count, AT_ONE_SERVER):
        folder = tmp_path / f"records-{first}"
        folder.mkdir()
        await _are_played(folder, seeds[first : first + AT_ONE_SERVER])


async def test_a_place_shared_with_a_team_that_withdrew_is_for_nobody_to_decide(
    tmp_path: Path,
) -> None:
    await _are_played(tmp_path, [773])


async def _are_played(folder: Path, seeds: Sequence[int]) -> None:
    clock, heard, names = Clock(), Heard(), list[str]()
    async with opened(folder, clock) as served, served.client(DIRECTOR) as director:
        served.hall.subscriptions.add(Listener(heard))
        for seed in seeds:
            event = _event(served, director, seed)
            await event.play()
            provisional = event.finality
            if provisional.missing == NO_MATCHES:
                continue
            assert provisional.status.phase is TournamentPhase.PROVISIONAL, seed
            assert provisional.status.until is not None, seed
            clock.passes(minutes=30)
            assert event.finality.status.phase is TournamentPhase.OFFICIAL, seed
            await heard.all_of(served.hall)
            await _is_ended(event, served, director)
            names.append(event.name)
    await _are_exported(folder, names)


def _event(served: Served, director: httpx.AsyncClient, seed: int) -> RandomEvent:
    chance = Random(seed)

    async def looked(final: TournamentFinality) -> None:
        """What is missing is named, exactly while it does not become official by itself."""
        becomes = final.status.until is not None or final.status.phase is TournamentPhase.OFFICIAL
        assert becomes != bool(final.missing), (seed, final)
        if final.status.phase is not TournamentPhase.PLANNED and chance.random() < 0.03:
            page = unescape((await director.get(f"/hall/t/{event.name}/tournament")).text)
            for sentence in missing_words(final.missing, words_for("en")):
                assert sentence in page

    event = RandomEvent(served.hall, f"event-{seed}", seed, looked)
    return event


async def _is_ended(event: RandomEvent, served: Served, director: httpx.AsyncClient) -> None:
    async with served.client() as public:
        assert "Official since" in (await public.get(f"/t/{event.name}")).text
        _adds_up((await public.get(f"/t/{event.name}/forms/cross-tables.csv")).text)
    await served.hall.finished_writer.write()
    assert f'href="/hall/t/{event.name}/' not in _to_do((await director.get("/hall")).text)
    first = [team for place in podium(event.state, event.outcomes) for team in place]
    assert len(set(first)) == len(first)
    drawn = {team for stage in event.state.stages.values() for team in stage.teams}
    assert {*first} <= drawn


async def _are_exported(folder: Path, names: Sequence[str]) -> None:
    log = await SqliteEventLog.open(folder / "log.sqlite3")
    for name in names:
        archived = await archived_tournament(log, name, persons={}, running=False)
        assert not archived.archive.secret
        lines = archive_lines(archived.archive, archived.streams)
        read_back = await verified_archive(read_archive(io.BytesIO(b"".join(lines))))
        assert read_back.records.keys() == archived.records.keys()
    await log.close()


def _to_do(hall: str) -> str:
    """What the hall's page asks for."""
    _, _, after = hall.partition('<div class="strip">')
    return after.partition("</section>")[0]


def _adds_up(table: str) -> None:
    """Each row of the cross-tables: its cells are its sum."""
    for row in csv.reader(io.StringIO(table)):
        if "×" not in row:
            continue
        *cells, total = row[1:]
        points = [_points(cell) for cell in cells]
        assert sum(points) == pytest.approx(float(total), abs=0.06), row


def _points(cell: str) -> float:
    return sum(float(each) for each in cell.split() if each.replace(".", "").isdigit())
