"""A player's take-home sheet: results, luck and the player's own forks, once the match is over."""

import csv
from pathlib import Path
from typing import Any

import pytest

from rules.duplicate.forks import ForkKind
from rules.room import Room
from server.access import PUBLIC
from server.settings import ServerAddresses
from server.views.printable import MEDIA_TYPES, FormFormat
from tests.support.finished_hall import hall_with
from tests.support.full_hall import Planned
from tests.support.needs import PDFINFO
from tests.support.part_services import change_services
from tests.support.pdf_structure import pdf_info, structure
from tests.support.persons import person_id
from tests.support.served import DIRECTOR
from yalta_extras.analysis.fork_book import who_decided
from yalta_extras.analysis.luck_sums import player_lucks
from yalta_extras.analysis.tests.lucky_hall import (
    PAGE,
    InventedJudge,
    known_in,
    luck_in,
    lucky_hall,
    scored_in,
)
from yalta_extras.analysis.tests.recorded_judgements import RecordedJudge

BROOK = person_id("Brook")
SHEET = f"{PAGE}/forms/take-home-sheet"
OWN = f"?player={BROOK.text}"


async def test_a_sheet_has_the_players_results_luck_and_own_forks(tmp_path: Path) -> None:
    async with lucky_hall(tmp_path, start=InventedJudge.start) as served:
        await known_in(served)
        await luck_in(served).judge_asked()
        known, (record, protocol) = await known_in(served), scored_in(served)
        assert known.judged is not None
        async with served.client(PUBLIC) as client:
            form: dict[str, Any] = (await client.get(f"{SHEET}.json{OWN}")).json()
            page = (await client.get(f"{SHEET}.html{OWN}")).text
            section = (await client.get(PAGE)).text
        assert f'href="{SHEET}{OWN}"' in section

        games, luck, overview = form["tables"]
        own = sum(int(row[-1].partition("–")[0]) for row in games["rows"])
        opened = [each for each in protocol.results if each.room is Room.OPEN]
        assert own == sum(each.imp.home for each in opened)
        (mine,) = (each for each in player_lucks(record, known.judged) if each.player == BROOK)
        assert [luck["rows"][0][1], len(luck["rows"])] == [str(mine.rolls), 1]

        forks = [
            (game, fork)
            for game, shared in sorted(known.compared.shared.items())
            for fork in shared.forks
            if who_decided(record, game, Room.OPEN, fork) == BROOK
        ]
        assert 0 < len(forks) < sum(len(each.forks) for each in known.compared.shared.values())
        assert len(form["positions"]) == len(overview["rows"]) == len(forks)
        for (_, fork), drawn, row in zip(forks, form["positions"], overview["rows"], strict=True):
            assert drawn["position"]["white"] == list(fork.open.before.white)
            facts = dict(drawn["facts"])
            assert facts["You"] == row[3]
            assert facts["The other room"].startswith(row[5])
            assert ("Better play" in facts) is (fork.kind is ForkKind.PLAY)
        assert page.count('<svg class="board"') == len(forks)


@pytest.mark.long
@PDFINFO.required
async def test_a_sheet_is_there_in_every_format_with_links_where_an_address_is_known(
    tmp_path: Path,
) -> None:
    async with lucky_hall(tmp_path, installed=False) as served, served.client(PUBLIC) as client:
        change_services(served.app, addresses=ServerAddresses("https://yalta.example.org"))
        file = tmp_path / "sheet.pdf"
        for form_format in FormFormat:
            printed = "&second=uk&paper=a5" if form_format is FormFormat.PDF else ""
            answer = await client.get(f"{SHEET}.{form_format.value}{OWN}{printed}")
            assert answer.status_code == 200, (form_format, answer.text)
            assert answer.headers["content-type"].startswith(MEDIA_TYPES[form_format])
            if form_format is FormFormat.PDF:
                file.write_bytes(answer.content)
        page = (await client.get(f"{SHEET}.html{OWN}&second=uk")).text
        assert 'href="https://yalta.example.org/t/club/matches/1/g' in page
        assert "nets are not installed on this server" in page
        assert '<span class="second" lang="uk">' in page
        assert "Tagged:          yes" in pdf_info(file)
        drawn = (await client.get(f"{SHEET}.json{OWN}")).json()["positions"]
        lines = structure(file)
        assert sum(line.startswith("# Fork ") for line in lines) == len(drawn)
        rows = (await client.get(f"{SHEET}.csv{OWN}")).content.decode("utf-8-sig").splitlines()
        heads = [row for row in csv.reader(rows) if row[:1] == ["Fork"]]
        assert heads[0][3:] == ["You", "The other room"]


async def test_before_the_match_is_over_nobody_has_a_sheet(tmp_path: Path) -> None:
    under_way = Planned("Compass", "Rudder", steps=300)
    async with hall_with(tmp_path, under_way) as served:
        players = served.hall.match(next(iter(served.hall.matches))).record.started
        assert players is not None
        own = f"?player={players.home.open_player.text}"
        for visitor in (PUBLIC, DIRECTOR):
            async with served.client(visitor) as client:
                for ending in ("json", "pdf", "html"):
                    answer = await client.get(f"{SHEET}.{ending}{own}")
                    assert answer.status_code == 404
                    assert "over in both rooms" in answer.text


async def test_who_did_not_sit_there_has_no_sheet(tmp_path: Path) -> None:
    async with lucky_hall(tmp_path, installed=False) as served, served.client(PUBLIC) as client:
        for player in ("", "nobody", person_id("Somebody else").text):
            answer = await client.get(f"{SHEET}.json?player={player}")
            assert (answer.status_code, answer.json()["field"]) == (404, "player")


async def test_costs_on_a_sheet_are_those_of_the_engine(tmp_path: Path) -> None:
    judging = lucky_hall(tmp_path, start=RecordedJudge.start)
    async with judging as served, served.client(PUBLIC) as client:
        await known_in(served)
        await luck_in(served).judge_asked()
        form = (await client.get(f"{SHEET}.json{OWN}")).json()
        of_match = (await client.get(f"{PAGE}/forms/luck.json")).json()["tables"][-1]["rows"]
        costs = {row[0]: (row[4], row[6]) for row in of_match}
        for row in form["tables"][-1]["rows"]:
            assert (row[4], row[6]) == costs[row[1]]
