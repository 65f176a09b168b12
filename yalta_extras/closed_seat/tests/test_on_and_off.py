"""The extra switched off and on again over records that have games of it."""

from pathlib import Path

from server.access import PUBLIC
from server.extras_on import found_extras
from tests.support.finished_hall import FINISHED, hall_with
from tests.support.served import opened, settings_of
from yalta_extras.closed_seat.tests.visitors import SEAT, begin, visitor_of

MATCH = SEAT.removesuffix("/closed-seat")


async def test_while_it_is_off_nothing_leads_to_it_and_what_was_played_is_kept(
    tmp_path: Path,
) -> None:
    async with hall_with(tmp_path, FINISHED) as served, visitor_of(served) as client:
        game = await begin(client)
        page = (await client.get(game)).text
        assert SEAT in (await client.get(MATCH)).text
    async with opened(tmp_path, extras=()) as off, off.client(PUBLIC) as client:
        match = await client.get(MATCH)
        assert match.status_code == 200
        assert SEAT not in match.text
        assert (await client.get(game)).status_code == 404
    async with opened(tmp_path) as on, on.client(PUBLIC) as client:
        again = (await client.get(game)).text
    board = page[page.index("<bg-board") : page.index("</bg-board>")]
    assert board in again


async def test_where_nobody_says_it_is_on_once_there_are_games_of_it(tmp_path: Path) -> None:
    settings = settings_of(tmp_path)
    assert "closed_seat" not in found_extras(settings).on
    async with hall_with(tmp_path, FINISHED) as served, visitor_of(served) as client:
        await begin(client)
    assert "closed_seat" in found_extras(settings).on
    assert "closed_seat" not in found_extras(settings.model_copy(update={"extras": ()})).on
