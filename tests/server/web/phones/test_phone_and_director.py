"""What a phone's page is told of its own table's call and hold, beside the wire (ruling 31)."""

from pathlib import Path

from board_drivers.wire import messages as wire
from rules.room import Room
from tests.support.phones import hall_with_phones, received
from tests.support.served import DIRECTOR


async def test_a_phone_is_told_who_comes_and_why_its_own_table_is_held(tmp_path: Path) -> None:
    match = "/api/t/club/matches/1"
    async with (
        hall_with_phones(tmp_path) as hall,
        hall.seated(Room.CLOSED) as visitor,
        visitor.at_table() as table,
        hall.served.client(DIRECTOR) as director,
    ):
        await table.until(received(wire.Wait))
        await director.post(f"{match}/tables/closed/call", json={})
        await director.post(f"{match}/tables/closed/call/taken", json={})
        await table.until_info(lambda info: info["director"]["coming"] == "Director")
        whole = {"scope": "match", "reason": "of no room"}
        await director.post(f"{match}/director/hold", json=whole)
        await table.until_info(lambda info: info["director"]["held"] == "")
        own = {"scope": "table", "room": "closed", "reason": "a protest"}
        await director.post(f"{match}/director/hold", json=own)
        await table.until_info(lambda info: info["director"]["held"] == "a protest")
        coming = {"coming": DIRECTOR.by}
        await director.post(f"{match}/tables/closed/call/ended", json=coming)
        await table.until_info(lambda info: not info["director"]["called"])
        assert "of no room" not in str(table.infos)
