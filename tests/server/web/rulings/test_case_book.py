"""The director's case book: from the facts to the last word, and who may read what of it."""

from pathlib import Path
from typing import Any

import httpx

from server.access import Role, Visitor
from tests.server.web.rulings.test_final_results import CASES, OPERATOR, played_out, ruled, status
from tests.support.clock import Clock
from tests.support.forms import form_of
from tests.support.team_event import EVENT, event_hall

PAGE = "/hall/t/club/tournament/cases"
ONE_TEAM = {"team-1": "Compass", "team-2": "", "team-3": ""}
SECRET = "a sleeve swept the checkers off"


async def case_of(client: httpx.AsyncClient) -> Any:
    return (await client.get(CASES)).json()["cases"][0]


async def sent(client: httpx.AsyncClient, order: str, **typed: str) -> None:
    """The page's form of that order, with what is typed into it."""
    fields = form_of(await client.get(PAGE), PAGE, order=order)
    answer = await client.post(PAGE, data={**fields, **typed})
    assert answer.status_code == 303, answer.text


async def test_a_case_goes_by_forms_from_its_facts_to_a_decided_appeal(tmp_path: Path) -> None:
    clock = Clock()
    async with played_out(tmp_path, clock) as (_, desk, pairings):
        client, number = desk.client, pairings[0]["number"]
        await sent(client, "open-case", number=str(number), facts=SECRET, **ONE_TEAM)
        penalty = {"ruling": "penalty", "stage": "1", "team": "Compass", "vp": "2"}
        await sent(client, "rule-case", **penalty, text="two points", appeal_minutes="30")
        ruling = await case_of(client)
        assert (ruling["stage"], ruling["penalty"], ruling["teams"]) == ("ruled", 1, ["Compass"])
        assert ruling["appeal_until"] == "2008-05-03T12:33:00Z"
        lines = (await desk.stage(1))["groups"][0]["standings"]
        assert [each["vp_penalty"] for each in lines if each["team"] == "Compass"] == [2]
        early = await ruled(client, "close-case", case=1, seen="ruled", code=409)
        assert "whose time for an appeal has passed" in early["detail"]
        await sent(client, "appeal", team="Compass", text="it was the wind")
        assert "under appeal" in (await client.get("/hall/t/club/tournament")).text
        clock.passes(minutes=60)
        assert await status(client) == "provisional"
        await sent(client, "appeal-outcome", text="the ruling stands: three directors")
        await sent(client, "close-case")
        event = (await client.get(EVENT)).json()
        assert (event["status"], event["since"]) == ("official", "2008-05-03T13:03:00Z")
        assert "under appeal" not in (await client.get("/hall/t/club/tournament")).text
        await sent(client, "reopen-case", reason="a witness came forward")
        assert (await case_of(client))["stage"] == "open"
        assert await status(client) == "provisional"


async def test_a_penalty_is_given_by_a_case_though_there_is_another_one(tmp_path: Path) -> None:
    async with played_out(tmp_path, Clock()) as (_, desk, _):
        client = desk.client
        await desk.order("penalty", stage=1, team="Rudder", vp=3, reason="late")
        await sent(client, "open-case", number="0", facts=SECRET, **ONE_TEAM)
        penalty = {"ruling": "penalty", "stage": "1", "team": "Compass", "vp": "2"}
        await sent(client, "rule-case", **penalty, text="two points", appeal_minutes="0")
        assert (await case_of(client))["penalty"] == 2
        lines = (await desk.stage(1))["groups"][0]["standings"]
        taken = {each["team"]: each["vp_penalty"] for each in lines if each["vp_penalty"]}
        assert taken == {"Compass": 2, "Rudder": 3}


async def test_a_penalty_without_a_stage_or_a_team_is_refused(tmp_path: Path) -> None:
    async with played_out(tmp_path, Clock()) as (_, desk, _):
        client = desk.client
        await sent(client, "open-case", number="0", facts=SECRET, **ONE_TEAM)
        form = form_of(await client.get(PAGE), PAGE, order="rule-case")
        typed = {**form, "ruling": "penalty", "text": "two points", "vp": "2"}
        for left_out, says in (("stage", "a stage that is drawn"), ("team", "a team of the stage")):
            whole = {**typed, "stage": "1", "team": "Compass"}
            refused = await client.post(PAGE, data={**whole, left_out: ""})
            assert refused.status_code == 409
            assert says in refused.text
        assert (await case_of(client))["penalty"] == 0


async def test_nobody_but_a_director_reads_a_case_that_is_not_public(tmp_path: Path) -> None:
    async with played_out(tmp_path, Clock()) as (served, desk, pairings):
        number = pairings[0]["number"]
        await ruled(desk.client, "open-case", facts=SECRET, number=number, teams=["Compass"])
        public = ("/t/club", "/t/club/teams/Compass", "/t/club/forms/standings.csv")
        async with served.client() as anybody, served.client(OPERATOR) as operator:
            for client, addresses in (
                (anybody, public),
                (operator, (*public, "/hall/t/club/tournament", PAGE)),
            ):
                for address in addresses:
                    page = (await client.get(address)).text
                    assert SECRET not in page
                    assert "under appeal" not in page
            assert (await operator.get(CASES)).status_code == 403
            await ruled(operator, "close-case", case=1, code=403)
            assert "Provisional: not every result" in (await anybody.get("/t/club")).text
            await sent(desk.client, "publish-case", words="Compass was heard")
            page = (await anybody.get("/t/club")).text
            assert "Compass was heard" in page
            assert SECRET not in page
            assert "under appeal" in page
            await sent(desk.client, "conceal-case")
            assert "Compass was heard" not in (await anybody.get("/t/club")).text


async def test_who_plays_in_a_match_sees_and_makes_no_case_on_it(tmp_path: Path) -> None:
    async with event_hall(tmp_path) as (served, client, desk):
        pairing = await desk.first_match()
        await desk.line_up(pairing)
        number = pairing["number"]
        await ruled(client, "open-case", facts=SECRET, number=number, teams=[pairing["home"]])
        public = await ruled(client, "publish-case", case=1, words="heard", was="", code=404)
        assert "whose games are all over" in public["detail"]
        process = served.hall.tournaments.named("club")
        brook = Visitor(Role.DIRECTOR, process.players_of(pairing["home"])[0])
        async with served.client(brook) as player:
            assert (await player.get(CASES)).json()["cases"] == []
            for address in (PAGE, "/hall/t/club/tournament"):
                page = (await player.get(address)).text
                assert SECRET not in page
                assert "under appeal" not in page
            await ruled(player, "rule-case", case=1, ruling="none", text="nothing", code=403)
            await ruled(player, "open-case", facts="me too", number=number, code=403)
        assert (await case_of(client))["stage"] == "open"


async def test_a_case_that_has_gone_on_is_not_ruled_on_from_an_old_page(tmp_path: Path) -> None:
    async with played_out(tmp_path, Clock()) as (_, desk, _):
        client = desk.client
        await ruled(client, "open-case", facts=SECRET)
        old = form_of(await client.get(PAGE), PAGE, order="rule-case")
        amended = form_of(await client.get(PAGE), PAGE, order="amend-case")
        warned: dict[str, Any] = {"case": 1, "ruling": "warning", "text": "warned"}
        blind = await ruled(client, "rule-case", **warned, code=409)
        assert (blind["field"], blind["now"]) == ("seen", "open")
        await ruled(client, "rule-case", **warned, seen="open")
        answer = await client.post(PAGE, data={**old, "ruling": "other", "text": "not so"})
        assert answer.status_code == 409
        assert "case 1 has changed in the meantime" in answer.text
        assert "ruled on" in answer.text
        await ruled(client, "amend-case", case=1, facts="it was a cup of tea", was=[SECRET])
        answer = await client.post(PAGE, data={**amended, "facts": "it was nothing"})
        assert answer.status_code == 409
        assert (await case_of(client))["facts"] == "it was a cup of tea"
