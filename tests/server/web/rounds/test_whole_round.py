"""One action for all matches of a round, and what is told of each."""

from pathlib import Path

from server.access import Role, Visitor
from tests.server.web.hall.test_console import seen
from tests.support.forms import form_of
from tests.support.ids import match_id
from tests.support.persons import person_id
from tests.support.plugged import plugged
from tests.support.served import DIRECTOR, opened
from tests.support.team_event import EventDesk, event_hall

OPERATOR = Visitor(Role.OPERATOR, person_id("Olena"))


def address(round_number: int) -> str:
    return f"/hall/t/club/tournament/rounds/1/{round_number}"


async def two_rounds_played(desk: EventDesk) -> int:
    """Each of three teams has played in the first stage; the number of round 3's match."""
    await desk.set_up()
    await desk.order("draw", stage=1)
    for _ in range(2):
        (pairing,) = await desk.publish(1)
        await desk.won(pairing, pairing["home"])
    (pairing,) = await desk.publish(1)
    return int(pairing["number"])


async def test_all_that_can_start_do_with_the_line_ups_of_before(tmp_path: Path) -> None:
    async with opened(tmp_path) as served, served.client(DIRECTOR) as client:
        number = await two_rounds_played(EventDesk(client))
        page = await client.get(address(3))
        done = await client.post(address(3), data={**form_of(page, address(3)), "do": "start"})
        assert "Done: It begins with the line-ups of the teams" in seen(done)
        assert served.hall.match(match_id(number)).record.started is not None
        again = await client.post(address(3), data={"do": "start"})
        assert "Not done: It has begun already." in seen(again)


async def test_a_team_that_has_played_nothing_is_named_and_hands_in_its_own(tmp_path: Path) -> None:
    async with event_hall(tmp_path) as (served, client, desk):
        await desk.set_up()
        await desk.order("draw", stage=1)
        (pairing,) = await desk.publish(1)
        page = seen(await client.post(address(1), data={"do": "start"}))
        assert f"Not done: There is no line-up of {pairing['home']} yet" in page
        assert not served.hall.match(match_id(int(pairing["number"]))).record.line_ups


async def test_all_are_held_with_a_reason_and_go_on_together(tmp_path: Path) -> None:
    async with opened(tmp_path) as served, served.client(DIRECTOR) as client:
        number = await two_rounds_played(EventDesk(client))
        without = await client.post(address(3), data={"do": "hold", "reason": ""})
        assert "Not done:" in seen(without)
        why = {"do": "hold", "reason": "the speech"}
        assert "Done: It is held." in seen(await client.post(address(3), data=why))
        record = served.hall.match(match_id(number)).record
        assert [each.reason for each in record.director.holds.values()] == ["the speech"]
        assert "It was held already." in seen(await client.post(address(3), data=why))
        assert "Done: Resumed." in seen(await client.post(address(3), data={"do": "lift"}))
        assert "It was not held" in seen(await client.post(address(3), data={"do": "lift"}))


async def test_an_operator_starts_a_round_and_holds_none(tmp_path: Path) -> None:
    async with opened(tmp_path) as served, served.client(DIRECTOR) as client:
        await two_rounds_played(EventDesk(client))
        async with served.client(OPERATOR) as operator:
            page = await operator.get(address(3))
            assert "Start all that can be started" in seen(page)
            assert "Hold all" not in seen(page)
            held = await operator.post(address(3), data={"do": "hold", "reason": "the speech"})
            assert held.status_code == 403


async def test_without_free_boards_each_match_says_so(tmp_path: Path) -> None:
    async with opened(tmp_path) as served, served.client(DIRECTOR) as client:
        await two_rounds_played(EventDesk(client))
        page = seen(await client.post(address(3), data={"do": "boards"}))
        assert "Not done: No two free boards fit its tables." in page


async def test_two_free_boards_are_put_on_the_tables_of_the_round(tmp_path: Path) -> None:
    async with opened(tmp_path) as served, served.client(DIRECTOR) as client:
        number = await two_rounds_played(EventDesk(client))
        async with plugged(served.hall, "A"), plugged(served.hall, "B"):
            page = seen(await client.post(address(3), data={"do": "boards"}))
            assert "Done: " in page
            boards = served.hall.match(match_id(number)).record.boards
            assert sorted(boards.values()) == ["A", "B"]
            again = seen(await client.post(address(3), data={"do": "boards"}))
            assert "Not done: " in again
            assert served.hall.match(match_id(number)).record.boards == boards


async def test_the_hall_leads_to_the_round_that_is_played(tmp_path: Path) -> None:
    async with opened(tmp_path) as served, served.client(DIRECTOR) as client:
        await two_rounds_played(EventDesk(client))
        assert f'href="{address(3)}"' in (await client.get("/hall")).text
        assert (await client.get(address(4))).status_code == 404
