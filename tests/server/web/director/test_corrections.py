"""A result put right from its row: what stands, what would change, and back to the row."""

import re
from pathlib import Path

import httpx

from rules import events as ev
from rules.position import Side
from rules.room import Room
from server.hall import Hall
from tests.server.web.hall.test_console import seen
from tests.server.web.results.test_kept_by_hand import (
    OPERATOR,
    TEAMS,
    confirmed,
    kept,
    lined_up,
    signed,
    the_final,
)
from tests.support.commands import happen
from tests.support.endings import lost
from tests.support.forms import form_of, one_line
from tests.support.ids import match_id
from tests.support.served import DIRECTOR, opened, served_hall, started_match, throw_opening

MATCH = "/hall/t/club/matches/1"
ORDER = f"{MATCH}/orders/correct-result"
ROW = f"{ORDER}?game=1&room=open"
ADJUST = f"{MATCH}/orders/adjust-score"


async def over_in_the_open_room(client: httpx.AsyncClient, hall: Hall) -> None:
    """White has lost game 1 there with three left, and both players have confirmed it."""
    await started_match(client)
    await throw_opening(hall, 1, 1)
    over = ev.GameFinished(game=1, attempt=1, room=Room.OPEN, **lost(Side.WHITE))
    confirmed = [
        ev.ResultConfirmed(game=1, attempt=1, room=Room.OPEN, side=side, by="board")
        for side in Side
    ]
    await happen(hall, 1, over, *confirmed)


async def test_a_correction_starts_from_the_result_that_stands_and_names_the_players(
    tmp_path: Path,
) -> None:
    async with served_hall(tmp_path) as (client, hall):
        await over_in_the_open_room(client, hall)
        page = await client.get(MATCH)
        assert ROW.replace("&", "&amp;") in page.text
        form = await client.get(ROW)
        assert "Game 1, open room: won by Holloway (Red): bear-off, 3 left, cube 1" in seen(form)
        assert '<option value="white" selected>Brook (White)</option>' in one_line(form.text)
        shown = form_of(form, ORDER)
        assert (shown["game"], shown["room"], shown["left"]) == ("1:1", "open", "3")


async def test_points_on_the_matchs_page_cite_table_row_and_column(tmp_path: Path) -> None:
    async with served_hall(tmp_path) as (client, hall):
        await over_in_the_open_room(client, hall)
        page = await client.get(MATCH)
        results = page.text.partition('id="results"')[2]
        for figure, cites in (("0–130", "130 SMP: row 3, cube 1"), ("0–4", "4 IMP: SMP 130–160")):
            button = (
                rf'popovertarget="([\w-]+)"[^>]*>{figure}</button><span[^>]* id="\1"[^>]*>{cites}<'
            )
            assert re.search(button, results), cites
        assert "SMP 0–130 · IMP 0–4" in seen(page)


async def test_the_victory_points_of_a_finished_match_cite_their_row(tmp_path: Path) -> None:
    async with opened(tmp_path) as file, file.client(DIRECTOR) as client:
        await lined_up(client)
        await kept(client, the_final())
        page = await client.get(MATCH)
        assert "IMP 35–43 · VP " in seen(page)
        cites = "13–17: difference 7–9, column 12 results"
        assert re.search(rf"VP <button[^>]*>13–17</button><span[^>]*>{cites}<", one_line(page.text))


async def test_what_would_change_is_shown_before_it_is_confirmed_and_nothing_is_done(
    tmp_path: Path,
) -> None:
    async with served_hall(tmp_path) as (client, hall):
        await over_in_the_open_room(client, hall)
        typed = {**form_of(await client.get(ROW), ORDER), "loser": "red", "reason": "misheard"}
        before = hall.match(match_id(1)).record
        look = await client.post(ORDER, data={**typed, "do": "look"})
        assert look.status_code == 200
        text = seen(look)
        assert "won by Holloway (Red): bear-off, 3 left, cube 1" in text
        assert "won by Brook (White): bear-off, 3 left, cube 1" in text
        assert "IMP: 0–4 becomes 4–0." in text
        assert "This result has to be confirmed again." in text
        assert hall.match(match_id(1)).record is before
        done = await client.post(ORDER, data=form_of(look, ORDER))
        assert done.status_code == 303, seen(done)
        assert done.headers["location"] == f"{MATCH}?corrected=1-open#result-1-open"
        back = await client.get(done.headers["location"])
        assert "result of game 1 is corrected." in seen(back)
        assert 'id="result-1-open"' in back.text


async def test_what_an_adjusted_score_would_change_is_shown_before_it_is_decided(
    tmp_path: Path,
) -> None:
    async with served_hall(tmp_path) as (client, hall):
        await over_in_the_open_room(client, hall)
        form = form_of(await client.get(f"{ADJUST}?game=1&room=open"), ADJUST)
        typed = {**form, "home": "150", "away": "40", "reason": "both played on"}
        look = await client.post(ADJUST, data={**typed, "do": "look"})
        assert look.status_code == 200
        text = seen(look)
        assert "won by Holloway (Red): bear-off, 3 left, cube 1" in text
        assert "150:40 SMP decided by the director" in text
        assert "This result has to be confirmed again." in text
        assert "decided by the director" not in seen(await client.get(MATCH))
        assert (await client.post(ADJUST, data=form_of(look, ADJUST))).status_code == 303
        assert "150:40 SMP decided by the director" in seen(await client.get(MATCH))
        again = form_of(await client.get(f"{ADJUST}?game=1&room=open"), ADJUST)
        assert (again["home"], again["away"]) == ("150", "40")


async def test_both_signatures_fall_on_a_correction_and_the_finished_match_keeps_its_place(
    tmp_path: Path,
) -> None:
    """The final of 2008, 13–17, with both signatures; match 2 is planned."""
    async with opened(tmp_path) as file, file.client(DIRECTOR) as director:
        await lined_up(director)
        home, away = TEAMS
        await director.post("/api/t/club/matches", json={"home": away, "away": home, "games": 6})
        await kept(director, the_final())
        hall = await director.get("/hall")
        assert hall.text.index("tile-club-1") < hall.text.index("tile-club-2")
        async with file.client(OPERATOR) as second:
            await confirmed(second)
        await signed(director)
        row = f"{ORDER}?game=1&room=open"
        typed = {**form_of(await director.get(row), ORDER), "left": "1", "reason": "misheard"}
        look = await director.post(ORDER, data={**typed, "do": "look"})
        assert "Both signatures become void." in seen(look)
        assert "VP: 13–17" in seen(look) or "VP: stays 13–17." in seen(look)
        assert (await director.get("/api/t/club/matches/1/protocol.json")).json()[
            "state"
        ] == "signed"
        assert (await director.post(ORDER, data=form_of(look, ORDER))).status_code == 303
        state = (await director.get("/api/t/club/matches/1/protocol.json")).json()["state"]
        assert "unsigned" in state
        hall = await director.get("/hall")
        assert hall.text.index("tile-club-1") < hall.text.index("tile-club-2")


async def test_what_cannot_be_is_refused_when_it_is_looked_at(tmp_path: Path) -> None:
    async with served_hall(tmp_path) as (client, hall):
        await over_in_the_open_room(client, hall)
        typed = {**form_of(await client.get(ROW), ORDER), "left": "16", "reason": "misheard"}
        look = await client.post(ORDER, data={**typed, "do": "look"})
        assert look.status_code == 422
        assert "15 or less" in seen(look)


async def test_a_result_that_another_operator_has_corrected_meanwhile_is_not_overwritten(
    tmp_path: Path,
) -> None:
    async with served_hall(tmp_path) as (client, hall):
        await over_in_the_open_room(client, hall)
        typed = {**form_of(await client.get(ROW), ORDER), "loser": "red", "reason": "misheard"}
        look = await client.post(ORDER, data={**typed, "do": "look"})
        other = {**typed, "loser": "white", "left": "9", "command_id": "another"}
        assert (await client.post(ORDER, data=other)).status_code == 303
        late = await client.post(ORDER, data=form_of(look, ORDER))
        assert late.status_code == 409
        assert "9 left" in seen(late) or " 9" in seen(late)
        assert "won by Holloway (Red): bear-off, 9 left" in seen(await client.get(MATCH))
