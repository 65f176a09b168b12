"""Position sheets and roll slips at whatever moment boards fail."""

from pathlib import Path

from rules import events as ev
from rules.games.backgammon import BACKGAMMON
from rules.room import Room
from tests.support.commands import happen
from tests.support.rooms import Rooms, Temper
from tests.support.served import served_hall, started_match

LIVELY = Temper(double=0.3, resign=0.02, mischief=0.05)


async def test_a_position_sheet_says_at_every_moment_whose_turn_it_is(tmp_path: Path) -> None:
    async with served_hall(tmp_path) as (client, hall):
        await started_match(client)
        rooms = Rooms.seated(BACKGAMMON, 6, LIVELY)
        told = next(
            place for place, each in enumerate(rooms.history, 1) if isinstance(each, ev.GameStarted)
        )
        for _ in range(20):
            for _ in range(7):
                rooms.step()
            await happen(hall, 1, *rooms.history[told:])
            told = len(rooms.history)
            for room in Room:
                place = f"/hall/t/club/matches/1/tables/{room.value}/position-sheet.html"
                page = await client.get(place)
                assert page.status_code == 200
                table = rooms.state.table(room)
                if table.current is not None and table.result is None:
                    assert f"turn {table.current.turn}" in page.text or "answered" in page.text


async def test_rolls_that_were_not_carried_yet_are_printed_and_none_where_there_are_none(
    tmp_path: Path,
) -> None:
    async with served_hall(tmp_path) as (client, hall):
        await started_match(client)
        forms = "/t/club/matches/1/forms"
        none = await client.get(f"{forms}/rolls-to-carry.pdf")
        assert (none.status_code, none.json()["allowed"]) == (
            404,
            "a match with rolls to be carried",
        )
        rooms = Rooms.seated(BACKGAMMON, 6, Temper(double=0.0, resign=0.0, mischief=0.0))
        begun, *others = rooms.history
        assert isinstance(begun, ev.GameStarted)
        while not (waiting := [each for each in rooms.state.rolls.values() if not each.released]):
            rooms.step()
        assert waiting
        await happen(hall, 1, *others, *rooms.history[1 + len(others) :])
        for kind in ("rolls-to-carry", "roll-slips"):
            printed = await client.get(f"{forms}/{kind}.pdf")
            assert printed.content.startswith(b"%PDF")
