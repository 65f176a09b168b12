"""An event kept by hand from its entries to the final, and what becomes of it when one corrects."""

import re
from pathlib import Path
from random import Random
from typing import Any

import httpx

from rules.room import Room
from server.access import Role, Visitor
from server.views.people.values import rankings
from tests.support.forms import form_of, one_line
from tests.support.ids import match_id
from tests.support.persons import person_id
from tests.support.served import DIRECTOR, Served, opened, result_seen
from tests.support.stored import Heard, Listener
from tests.support.team_event import EVENT, SET_UP_PAGE, TEAMS, EventDesk, event_hall, rows_won_by

PUBLIC = "/api/t/club/standings"
OPERATOR = Visitor(Role.OPERATOR, person_id("Olena"))
SMP = {1: 110, 2: 170, 4: 190}
"""Small match points of one checker left, by the cube (Garal, 2008, the table's first row)."""
IMP = {110: 3, 170: 5, 190: 5}
"""International match points of these, from the second table."""
VP = {
    1: 15,
    5: 16,
    8: 17,
    11: 18,
    14: 19,
    17: 20,
    20: 21,
    23: 22,
    26: 23,
    29: 24,
    33: 25,
    37: 26,
    41: 27,
    45: 28,
    50: 29,
}
"""The last difference of each row of the third table's column of eight, and the winner's points."""


def vp_of(difference: int) -> tuple[int, int]:
    """Victory points of both by IMP for less IMP against, read from the printed column."""
    best = next((points for last, points in VP.items() if abs(difference) <= last), 30)
    return (best, 30 - best) if difference >= 0 else (30 - best, best)


async def played(desk: EventDesk, stage: int, rng: Random) -> dict[str, list[int]]:
    """Every round of a stage by random sheets; VP, IMP for, IMP against by team, added up here."""
    sums = {team: [0, 0, 0] for team in TEAMS}
    for _ in (await desk.stage(stage))["rounds"]:
        for pairing in await desk.publish(stage):
            rows, imp = random_sheet(pairing, rng, cube=stage == 2)
            await desk.keep(pairing, rows)
            points = vp_of(imp[0] - imp[1])
            for place, side in enumerate(("home", "away")):
                own = sums[pairing[side]]
                own[0] += points[place]
                own[1] += imp[place]
                own[2] += imp[1 - place]
    return sums


def random_sheet(
    pairing: dict[str, Any], rng: Random, *, cube: bool
) -> tuple[list[dict[str, Any]], list[int]]:
    rows, imp = [], [0, 0]
    for row in rows_won_by(pairing, pairing["home"], left=1):
        value = rng.choice([1, 2, 4]) if cube else 1
        winner = rng.randrange(2)
        lost_by_home = {"open": "white", "closed": "red"}[row["room"]]
        lost_by_away = {"open": "red", "closed": "white"}[row["room"]]
        rows.append({**row, "cube": value, "loser": lost_by_home if winner else lost_by_away})
        imp[winner] += IMP[SMP[value]]
    return rows, imp


async def standings_in(client: httpx.AsyncClient, source: str, stage: int) -> list[Any]:
    return list((await client.get(source)).json()["stages"][stage - 1]["groups"][0]["standings"])


def added_up(lines: list[Any]) -> dict[str, list[int]]:
    return {each["team"]: [each["vp"], *each["imp"]] for each in lines}


def by_team(served: Served) -> dict[str, tuple[int, ...]]:
    """IMP for and against of a team's players together, as their ranking has them."""
    public = served.services.public_outcomes
    (club,) = served.hall.tournaments.processes
    found = dict.fromkeys(TEAMS, (0, 0))
    for ranking in rankings(public.played(served.hall, club), served.hall.names()):
        assert ranking.rows[0].place == 1
        for row in ranking.rows:
            team = next(team for team, players in TEAMS.items() if row.name in players)
            own, theirs = found[team]
            found[team] = own + row.own[0], theirs + row.own[1]
    return dict(found)


async def test_the_standings_of_2008s_event_are_those_added_up_from_the_printed_tables(
    tmp_path: Path,
) -> None:
    async with opened(tmp_path) as served, served.client(DIRECTOR) as client:
        desk, rng, heard = EventDesk(client), Random(8), Heard()
        served.hall.subscriptions.add(Listener(heard))
        await desk.set_up()
        both = {team: [0, 0, 0] for team in TEAMS}
        for stage in (1, 2):
            await desk.order("draw", stage=stage)
            sums = await played(desk, stage, rng)
            both = {
                team: [a + b for a, b in zip(both[team], sums[team], strict=True)] for team in TEAMS
            }
            lines = await standings_in(client, EVENT, stage)
            assert added_up(lines) == sums
            await heard.all_of(served.hall)
            assert added_up(await standings_in(client, PUBLIC, stage)) == sums
            order = sorted(sums, key=lambda team: sums[team][0], reverse=True)
            assert sorted(lines, key=lambda each: each["place"]) == lines
            assert [sums[each["team"]][0] for each in lines] == [sums[t][0] for t in order]
            assert by_team(served) == {team: tuple(own[1:]) for team, own in both.items()}
        await desk.order("draw", stage=3)
        best = [each["team"] for each in (await desk.stage(2))["groups"][0]["standings"]][:2]
        (final,) = await desk.publish(3)
        assert [final["home"], final["away"]] == best
        await desk.won(final, best[1], games=6)
        ended = (await desk.stage(3))["rounds"][0]["pairings"][0]
        assert ended["vp"][1] > ended["vp"][0]


async def final_of_three(desk: EventDesk, best: list[str]) -> list[Any]:
    """A round robin won in that order, and its final drawn; the robin's pairings."""
    await desk.set_up()
    await desk.order("draw", stage=2)
    pairings = list[Any]()
    for _ in range(6):
        pairings += await desk.publish(2)
    for pairing in pairings:
        await desk.won(pairing, min((pairing["home"], pairing["away"]), key=best.index))
    await desk.order("draw", stage=3)
    return pairings


async def turned_round(desk: EventDesk, pairing: Any) -> None:
    """Every result of a match is corrected: the loser has won it, with a lot of checkers left."""
    number, loser = pairing["number"], None
    for row in rows_won_by(pairing, pairing["home"]):
        was = await result_seen(desk.client, row["room"], row["game"], number)
        assert was is not None
        loser = "white" if was["loser"] == "red" else "red"
        order = {**row, "loser": loser, "left": 14, "reason": "the sheet was read wrongly"}
        path = f"/api/t/club/matches/{number}/director/correct-result"
        answer = await desk.client.post(path, json={**order, "was": was})
        assert answer.status_code == 200, answer.text


async def test_a_result_changed_after_the_final_was_drawn_stops_it_until_somebody_decides(
    tmp_path: Path,
) -> None:
    async with event_hall(tmp_path) as (_, client, desk):
        best = ["Compass", "Rudder", "Anchor"]
        pairings = await final_of_three(desk, best)
        of_the_last = [each for each in pairings if "Compass" not in (each["home"], each["away"])]
        path = f"/hall/t/club/matches/{of_the_last[0]['number']}/orders/correct-result"
        assert (
            "Final was drawn from these standings: Compass – Rudder."
            in (await client.get(path)).text
        )
        for pairing in of_the_last:
            await turned_round(desk, pairing)
        final = await desk.stage(3)
        assert final["in_question"]
        refused = await desk.order(
            "publish", stage=3, round=1, seen=[("Compass", "Rudder")], status=409
        )
        assert "keep the teams that were drawn, or undo the draw" in refused["detail"]
        page = await client.get("/hall/t/club/tournament")
        assert "With the current standings, other teams would play here" in page.text
        assert f'href="{SET_UP_PAGE}#stage-3"' in page.text
        set_up = (await client.get(SET_UP_PAGE)).text
        assert "These stages were filled from these standings: Final." in set_up
        kept = form_of(page, "/hall/t/club/tournament", order="keep-qualified")
        answer = await client.post(
            "/hall/t/club/tournament", data={**kept, "reason": "they sit there"}
        )
        assert answer.status_code == 303, answer.text
        assert not (await desk.stage(3))["in_question"]
        assert len(await desk.publish(3)) == 1


async def test_in_question_is_said_in_public_and_the_third_is_no_finalist_once_they_are_kept(
    tmp_path: Path,
) -> None:
    async with event_hall(tmp_path) as (served, client, desk):
        heard = Heard()
        served.hall.subscriptions.add(Listener(heard))
        pairings = await final_of_three(desk, ["Compass", "Rudder", "Anchor"])
        (final,) = await desk.publish(3)
        await desk.won(final, "Rudder", games=6)
        for pairing in (each for each in pairings if "Compass" not in (each["home"], each["away"])):
            await turned_round(desk, pairing)
        await heard.all_of(served.hall)
        async with served.client() as public:
            standings = (await public.get("/api/t/club/standings")).json()
            assert [each["in_question"] for each in standings["stages"]] == [False, False, True]
            said = "Not certain: with the current results, other teams would play here."
            assert said in (await public.get("/t/club/standings")).text
            print_out = (await public.get("/t/club/forms/standings.csv")).text
            assert said in print_out
            assert "Final ranking" not in print_out
        page = await client.get("/hall/t/club/tournament")
        kept = form_of(page, "/hall/t/club/tournament", order="keep-qualified")
        await client.post("/hall/t/club/tournament", data={**kept, "reason": "the final is played"})
        async with served.client() as public:
            ranking = (await public.get("/t/club/forms/standings.csv")).text
            assert "1,Rudder\r\n2,Compass\r\n3,Anchor" in ranking
            assert said not in (await public.get("/t/club/standings")).text


async def test_a_draw_taken_back_after_a_correction_is_filled_by_the_standings_of_now(
    tmp_path: Path,
) -> None:
    async with event_hall(tmp_path) as (_, client, desk):
        pairings = await final_of_three(desk, ["Compass", "Rudder", "Anchor"])
        (final,) = await desk.publish(3)
        for pairing in pairings:
            if "Compass" not in (pairing["home"], pairing["away"]):
                await turned_round(desk, pairing)
        await desk.order("withdraw-draw", stage=3, reason="the sheets were read wrongly")
        assert (await client.get(f"/t/club/matches/{final['number']}")).status_code == 404
        await desk.order("draw", stage=3)
        (again,) = await desk.publish(3)
        assert (again["home"], again["away"]) == ("Compass", "Anchor")
        assert again["number"] == final["number"] + 1


async def test_a_level_final_goes_on_for_two_games_that_have_a_form_and_no_vp(
    tmp_path: Path,
) -> None:
    async with event_hall(tmp_path) as (_, client, desk):
        await final_of_three(desk, ["Compass", "Rudder", "Anchor"])
        (final,) = await desk.publish(3)
        rows = rows_won_by(final, final["home"], games=6)
        half = [{**row, "loser": "white"} for row in rows]
        await desk.keep(final, half)
        page = await client.get("/hall/t/club/tournament")
        fields = form_of(page, "/hall/t/club/tournament", order="extra-games")
        assert (await client.post("/hall/t/club/tournament", data=fields)).status_code == 303
        more = {**final, "number": final["number"] + 1}
        page = await client.get("/hall/t/club/tournament")
        assert f'href="/hall/t/club/matches/{more["number"]}/sheet"' in page.text
        for listed in ("/hall/t/club/prints?stage=3&round=1", "/hall/t/club/tournament/cases"):
            assert f'value="{more["number"]}"' in (await client.get(listed)).text, listed
        await desk.won(more, final["away"], games=2)
        page = await client.get("/hall/t/club/tournament")
        assert f"{final['away']} won" in page.text
        own = (await client.get(f"/t/club/teams/{final['home']}")).text
        assert re.findall(r'<h2 id="stage-(\d)', own)[0] == "3"
        table = (await client.get("/t/club/forms/standings.csv")).text
        assert f"Final ranking\r\nPlace,Team\r\n1,{final['away']}\r\n2,{final['home']}" in table
        assert f"two more games: match {more['number']}, {final['away']} won" in table
        path = f"/t/club/matches/{more['number']}/forms/protocol"
        view = (await client.get(f"{path}.json")).json()
        assert (view["home"]["vp"], view["home"]["imp"]) == (None, 0)
        for suffix in ("html", "pdf"):
            assert (await client.get(f"{path}.{suffix}")).status_code == 200
        for address in ("/hall", "/", f"/t/club/matches/{more['number']}", "/api/t/club/matches"):
            assert (await client.get(address)).status_code == 200


async def test_a_round_is_closed_when_another_account_has_confirmed_its_sheets(
    tmp_path: Path,
) -> None:
    async with event_hall(tmp_path) as (served, _, desk):
        pairing = await desk.first_match()
        await desk.won(pairing, pairing["home"])
        refused = await desk.order("close", stage=1, round=1, status=409)
        assert "results are all confirmed" in refused["detail"]
        async with served.client(OPERATOR) as second:
            sheet = f"/hall/t/club/matches/{pairing['number']}/sheet"
            shown = await second.get(sheet)
            assert "IMP 32–0 · VP " in one_line(shown.text)
            assert "25–5: difference " in shown.text
            fields = form_of(shown, f"{sheet}/confirmation")
            nested = {**fields, "seen": "[" * 2000}
            assert (await second.post(f"{sheet}/confirmation", data=nested)).status_code == 422
            assert (await second.post(f"{sheet}/confirmation", data=fields)).status_code == 303
        await desk.order("close", stage=1, round=1)
        assert (await desk.stage(1))["rounds"][0]["closed"]


async def test_a_row_that_cannot_be_leaves_the_whole_sheet_unentered_and_is_marked(
    tmp_path: Path,
) -> None:
    async with event_hall(tmp_path) as (_, client, desk):
        pairing = await desk.first_match()
        await desk.line_up(pairing)
        rows = rows_won_by(pairing, pairing["home"])
        rows[5]["left"] = 15
        path = f"/api/t/club/matches/{pairing['number']}"
        answer = await client.post(f"{path}/sheet", json={"rows": rows})
        assert answer.status_code == 422
        assert "row 6, game 3: left: 15 is not possible" in answer.json()["detail"]
        assert (await client.get(f"{path}/results")).json() == []
        sheet = f"/hall{path.removeprefix('/api')}/sheet"
        typed = {"open-1-winner": "home", "open-1-ending": "bearoff", "open-1-left": "99"}
        typed |= {"closed-1-winner": "away", "opening-1": "44x"}
        page = await client.post(sheet, data=typed)
        assert page.status_code == 422
        for cell in ("open-1-left", "closed-1-ending", "opening-1"):
            assert f'id="{cell}-why"' in page.text
        level = {"open-1-winner": "home", "open-1-ending": "bearoff", "open-1-left": "3"}
        page = await client.post(sheet, data={**level, "opening-1": "44"})
        assert page.status_code in (409, 422)
        assert 'id="opening-1-why"' in page.text
        assert (await client.get(f"{path}/results")).json() == []


async def test_a_sheet_that_cannot_be_opens_no_line_ups_and_one_that_can_does(
    tmp_path: Path,
) -> None:
    async with event_hall(tmp_path) as (served, client, desk):
        pairing = await desk.first_match()
        sheet = f"/hall/t/club/matches/{pairing['number']}/sheet"
        record = served.hall.match(match_id(pairing["number"])).record
        home, away = (
            served.hall.tournaments.of(record.match_id).players_of(team) for team in record.teams
        )
        fields = form_of(await client.get(sheet), sheet)
        fields |= {"home-open": home[0].text, "home-closed": home[1].text}
        fields |= {"away-open": away[0].text, "away-closed": away[1].text}
        row = {"open-1-winner": "home", "open-1-ending": "bearoff", "open-1-left": "15"}
        assert (await client.post(sheet, data=fields)).status_code == 422
        assert (await client.post(sheet, data={**fields, **row})).status_code == 409
        assert served.hall.match(record.match_id).record.line_ups == {}
        row["open-1-left"] = "4"
        assert (await client.post(sheet, data={**fields, **row})).status_code == 303
        record = served.hall.match(record.match_id).record
        assert record.line_ups[record.teams[0]].closed_player == home[1]
        assert record.state is not None
        assert len(record.state.unconfirmed) == 1


async def test_a_sheet_of_one_room_is_its_clerks_and_a_whole_one_a_captains(tmp_path: Path) -> None:
    async with event_hall(tmp_path) as (served, _, desk):
        pairing = await desk.first_match()
        await desk.line_up(pairing)
        number, rows = pairing["number"], rows_won_by(pairing, pairing["home"])
        path = f"/api/t/club/matches/{number}/sheet"
        clerk = Visitor(Role.CLERK, person_id("Clerk"), Room.CLOSED)
        async with served.client(clerk) as closed:
            assert (await closed.post(path, json={"rows": rows[:2]})).status_code == 403
            page = await closed.get(f"/hall/t/club/matches/{number}/sheet")
            assert "closed-1-winner" in page.text
            assert "open-1-winner" not in page.text
            assert (await closed.post(path, json={"rows": rows[1:2]})).status_code == 200


async def test_a_captain_enters_a_match_that_is_over_and_untouched_and_nothing_else(
    tmp_path: Path,
) -> None:
    async with event_hall(tmp_path) as (served, client, desk):
        pairing = await desk.first_match()
        await desk.line_up(pairing)
        number, rows = pairing["number"], rows_won_by(pairing, pairing["home"])
        path = f"/api/t/club/matches/{number}/sheet"
        team = pairing["home"]
        captain = Visitor(Role.CAPTAIN, person_id(TEAMS[team][0]), None, match_id(number), team)
        async with served.client(captain) as theirs:
            early = await theirs.post(path, json={"rows": rows[:4]})
            assert "a captain enters the sheet of a match that is over" in early.text
            assert (await client.get(f"/api/t/club/matches/{number}/results")).json() == []
            assert (await theirs.post(path, json={"rows": rows})).status_code == 200
            again = await theirs.post(path, json={"rows": rows})
            assert "a match without any result so far" in again.text


async def test_nobody_is_lined_up_in_two_matches_of_an_event_that_are_not_over(
    tmp_path: Path,
) -> None:
    async with event_hall(tmp_path) as (_, client, desk):
        await desk.draw_round_robin()
        (first,), (second,) = await desk.publish(1), await desk.publish(1)
        await desk.line_up(first)
        both = ({first["home"], first["away"]} & {second["home"], second["away"]}).pop()
        one, other, third, fourth = TEAMS[both]
        path = f"/api/t/club/matches/{second['number']}/line-ups"
        seats = {"team": both, "open_player": third, "closed_player": one, "was": None}
        refused = await client.post(path, json=seats)
        assert refused.status_code == 409
        assert (
            f"closed_player: '{one}' is in the line-up of match 1, which is not over"
            in refused.text
        )
        answer = await client.post(path, json={**seats, "closed_player": fourth})
        assert answer.status_code == 200, answer.text
        assert other not in answer.text


async def test_what_is_not_so_any_more_is_refused_and_shows_both(tmp_path: Path) -> None:
    async with event_hall(tmp_path) as (_, client, desk):
        await desk.draw_round_robin()
        seen = [("Compass", "Kraken")]
        refused = await desk.order("publish", stage=1, round=1, seen=seen, status=409)
        assert refused["was"] == [["Compass", "Kraken"]]
        assert refused["now"] != refused["was"]
        twice = await client.post(
            "/api/t/club/teams", json={"name": "Compass", "players": ["A", "B"]}
        )
        assert twice.status_code == 409
        assert "a name no other team has" in twice.text
