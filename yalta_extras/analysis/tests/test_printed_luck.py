"""Printed forms with luck: luck worked out after a print makes the print out of date."""

import re
from pathlib import Path

import httpx

from tests.support.persons import person_id
from tests.support.served import DIRECTOR
from yalta_extras.analysis.tests.lucky_hall import InventedJudge, luck_in, lucky_hall

DESK = "/hall/t/club/prints?whole=1"
FORMS = "/t/club/matches/1/forms"
SHEET = f"take-home-sheet.pdf?player={person_id('Brook').text}"


async def states(client: httpx.AsyncClient) -> dict[str, str]:
    """Return what the print desk says of each form of the match that was printed."""
    page = (await client.get(DESK, headers={"accept": "text/html"})).text
    printed = re.findall(r'<span class="printed">(.*?)</span>\s*\n', page, re.DOTALL)
    texts = [" ".join(re.sub(r"<[^>]+>", "", each).split()) for each in printed]
    return {text.partition(": opened as PDF")[0]: text.rpartition(" – ")[2] for text in texts}


async def test_what_was_printed_before_luck_was_worked_out_has_changed_since(
    tmp_path: Path,
) -> None:
    async with (
        lucky_hall(tmp_path, start=InventedJudge.start) as served,
        served.client(DIRECTOR) as client,
    ):
        for form in ("luck.pdf", "protocol.pdf", "side-statistics.pdf", SHEET):
            assert (await client.get(f"{FORMS}/{form}")).content.startswith(b"%PDF")
        kinds = ("Luck and forks", "Match protocol", "Take-home sheet, Brook")
        other = {"Other statistics": "unchanged"}
        assert await states(client) == {**dict.fromkeys(kinds, "unchanged"), **other}
        await luck_in(served).judge_asked()
        assert await states(client) == {**dict.fromkeys(kinds, "changed since"), **other}

        again = (await client.get(f"{FORMS}/protocol")).text
        assert "IMP without the luck of the dice" in again
        assert "Replaces the protocol" not in again
        for form in ("luck.pdf", "protocol.pdf", SHEET):
            await client.get(f"{FORMS}/{form}")
        assert await states(client) == {**dict.fromkeys(kinds, "unchanged"), **other}


async def test_the_desk_prints_a_sheet_for_each_player_of_a_match(tmp_path: Path) -> None:
    async with lucky_hall(tmp_path, installed=False) as served, served.client(DIRECTOR) as client:
        chosen = {"match": ["1"], "each": ["take-home-sheet"]}
        answer = await client.post(
            DESK, data={**chosen, "language": "uk", "paper": "a5", "as": "pdf"}
        )
        assert answer.content.startswith(b"%PDF"), answer.text
        players = ("Brook", "Fields", "Holloway", "Stonely")
        named = {f"Take-home sheet, {name}" for name in players}
        assert (await states(client)).keys() == named
