"""A knockout from its plan to its winner: over the API, at tables, on its pages and forms."""

import csv
import io
import re
from pathlib import Path
from typing import Any

from server.access import PUBLIC, Role, Visitor
from tests.server.web.plain_forms import HERE
from tests.support.forms import form_of, one_line
from tests.support.knockout_desk import KNOCKOUTS, PLAYERS, KnockoutDesk
from tests.support.persons import person_id
from tests.support.served import DIRECTOR, opened, result_seen
from tests.support.stored import Heard, Listener

OPERATOR = Visitor(Role.OPERATOR, person_id("Olena"))
EVENT = "/hall/t/club/tournament"
PAGE = f"{EVENT}/knockouts"
AT = {"game": 1, "attempt": 1, "room": "open"}


async def test_six_players_play_at_tables_to_one_winner_whom_pages_and_forms_name(
    tmp_path: Path,
) -> None:
    async with opened(tmp_path) as served, served.client(DIRECTOR) as director:
        desk, heard = KnockoutDesk(director), Heard()
        served.hall.subscriptions.add(Listener(heard))
        await desk.set_up()
        knockout = await desk.knockout()
        assert [each["bye"] for each in knockout["rounds"][0]["matches"]].count(True) == 2
        await desk.play(1)
        for round_ in (2, 3):
            await desk.order("publish", knockout=1, round=round_)
            await desk.play(round_)
        knockout = await desk.knockout()
        (final,) = knockout["rounds"][2]["matches"]
        assert knockout["winner"] == final["white"]["person"]
        assert [(each["first"], each["last"]) for each in knockout["placings"]] == [
            (1, 1), (2, 2), (3, 4), (5, 6),
        ]  # fmt: skip
        champion = final["white"]["name"]
        await heard.all_of(served.hall)
        async with served.client(PUBLIC) as public:
            page = (await public.get("/t/club/bracket")).text
            assert f"{champion}</bdi></a></li>" in page
            assert "Semi-finals" in page
            overview = (await public.get("/t/club")).text
            assert f"{champion} has won the knockout." in overview
            form = (await public.get("/t/club/forms/bracket.csv")).content.decode("utf-8-sig")
            rows = list(csv.reader(io.StringIO(form)))
            assert ["1", champion] in rows
            pdf = await public.get("/t/club/forms/bracket.pdf")
            assert pdf.content.startswith(b"%PDF")
        assert f"{champion} has won the knockout." in (await director.get(PAGE)).text


async def test_a_knockout_is_listed_with_tournaments_and_its_page_says_what_is_to_be_played(
    tmp_path: Path,
) -> None:
    async with (
        opened(tmp_path) as served,
        served.client(DIRECTOR) as director,
        served.client(PUBLIC) as public,
    ):
        assert 'href="/t/club"' not in (await public.get("/tournaments")).text
        desk = KnockoutDesk(director)
        await desk.order("plan", name="Main", length=1)
        await desk.order("enter", knockout=1, players=["Robin Brook", "Kim Holloway", "Lee Fox"])
        assert "Main · Not drawn yet." in (await public.get("/t/club")).text
        await desk.order("draw", knockout=1)
        for address in ("/", "/tournaments"):
            assert 'href="/t/club"' in (await public.get(address)).text
        overview = (await public.get("/t/club")).text
        to_come = re.search(r"Main · Semi-finals: ([\w ]+) – ([\w ]+)<", overview)
        assert to_come is not None
        assert set(to_come.groups()) < {"Robin Brook", "Kim Holloway", "Lee Fox"}
        assert "No round is announced yet." not in overview
        await desk.order("publish", knockout=1, round=1)
        assert "Main · Semi-finals" not in (await public.get("/t/club")).text


async def test_who_is_entered_is_printed_before_the_draw(tmp_path: Path) -> None:
    async with opened(tmp_path) as served, served.client(DIRECTOR) as director:
        desk = KnockoutDesk(director)
        await desk.order("plan", name="Main", length=1)
        await desk.order("enter", knockout=1, players=["Robin Brook", "Kim Holloway"])
        form = (await director.get("/t/club/forms/bracket.csv")).content.decode("utf-8-sig")
        assert "Main. Not drawn yet." in form
        assert ["Robin Brook"] in list(csv.reader(io.StringIO(form)))


async def test_a_player_is_entered_once_however_the_name_is_written(tmp_path: Path) -> None:
    async with opened(tmp_path) as served, served.client(DIRECTOR) as director:
        desk = KnockoutDesk(director)
        await desk.order("plan", name="Main", length=1)
        twice = ["Robin Brook", "robin BROOK"]
        refused = await desk.order("enter", knockout=1, players=twice, status=409)
        assert refused["allowed"] == "each name once"


async def test_a_match_under_way_has_its_points_in_the_bracket_and_its_page_is_a_link_away(
    tmp_path: Path,
) -> None:
    async with opened(tmp_path) as served, served.client(DIRECTOR) as director:
        desk, heard = KnockoutDesk(director), Heard()
        served.hall.subscriptions.add(Listener(heard))
        await desk.set_up(length=3)
        number = (await desk.matches(1))[0]["number"]
        await desk.result(number, "red")
        await heard.all_of(served.hall)
        async with served.client(PUBLIC) as public:
            page = (await public.get("/t/club/bracket")).text
        assert f'href="/t/club/matches/{number}"' in page
        assert '<span class="points">1</span>' in page
        match = (await desk.matches(1))[0]
        assert (match["white"]["points"], match["red"]["points"]) == (1, 0)
        assert not match["decided"]


async def _corrected_after_the_semi_final(desk: KnockoutDesk) -> Any:
    """The quarter-final as it was; its winner is another one after the final was published."""
    await desk.set_up([*PLAYERS, "Ann Reed", "Ben Cole"])
    for round_ in (1, 2):
        await desk.play(round_)
        await desk.order("publish", knockout=1, round=round_ + 1)
    first, *_ = await desk.matches(1)
    was = await result_seen(desk.client, number=first["number"])
    corrected = {"loser": "white", "ending": "bearoff", "left": 3, "cube": 1}
    answer = await desk.client.post(
        f"/api/t/club/matches/{first['number']}/director/correct-result",
        json={**AT, **corrected, "reason": "the score was misread", "was": was},
    )
    assert answer.status_code == 200, answer.text
    return first


async def test_a_quarter_final_winner_changed_after_the_semi_final_is_settled_by_the_director(
    tmp_path: Path,
) -> None:
    async with opened(tmp_path) as served, served.client(DIRECTOR) as director:
        desk = KnockoutDesk(director)
        first = await _corrected_after_the_semi_final(desk)
        semi_final, other = await desk.matches(2)
        (final,) = await desk.matches(3)
        assert [each["in_question"] for each in (semi_final, other)] == [True, False]
        assert semi_final["white"]["person"] == first["white"]["person"]
        assert (await desk.knockout())["winner"] is None
        refused = await desk.order(
            "rule",
            number=semi_final["number"],
            decision="walkover",
            winner="white",
            reason="nobody came",
            status=409,
        )
        assert "who goes through from match" in str(refused)
        page = (await director.get(PAGE)).text
        assert "is now the winner of a match from which" in page
        form = {
            "order": "resolve", "form": "resolve-1-1-1", "knockout": "1", "round": "1",
            "place": str(first["place"]), "later": "void", "reason": "the score was misread",
            "seen": first["red"]["person"],
        }  # fmt: skip
        answer = await director.post(PAGE, data=form, headers=HERE)
        assert answer.status_code == 303, answer.text
        knockout = await desk.knockout()
        again, stands = knockout["rounds"][1]["matches"]
        assert (again["number"], again["white"]["person"]) == (None, first["red"]["person"])
        assert stands == other
        numbers = [each["number"] for each in (await director.get("/api/t/club/matches")).json()]
        assert semi_final["number"] in numbers, "what was played stays readable"
        assert final["number"] not in numbers, "what nobody has played leaves the lists"
        await desk.order("publish", knockout=1, round=2)
        await desk.play(2)
        await desk.order("publish", knockout=1, round=3)
        await desk.play(3)
        assert (await desk.matches(2))[0]["number"] == final["number"] + 1
        assert (await desk.knockout())["winner"] == first["red"]["person"]


async def test_a_knockout_played_elsewhere_sets_up_no_table_and_is_kept_by_hand(
    tmp_path: Path,
) -> None:
    async with opened(tmp_path) as served, served.client(DIRECTOR) as director:
        desk = KnockoutDesk(director)
        await desk.set_up(["Ann Reed", "Ben Cole"], length=7, elsewhere=True)
        assert (await director.get("/api/t/club/matches")).json() == []
        form = {
            "order": "result", "form": "result-1", "number": "1", "white": "4", "red": "8",
            "reason": "told by both",
        }  # fmt: skip
        assert (await director.post(PAGE, data=form, headers=HERE)).status_code == 303
        knockout = await desk.knockout()
        assert knockout["winner"] == knockout["rounds"][0]["matches"][0]["red"]["person"]


async def test_numbers_of_matches_played_elsewhere_are_not_given_to_others(tmp_path: Path) -> None:
    async with opened(tmp_path) as served, served.client(DIRECTOR) as director:
        desk = KnockoutDesk(director)
        await desk.set_up(["Ann Reed", "Ben Cole"], elsewhere=True)
        body = {"white": "Cy Dale", "red": "Di Lane", "length": 1}
        answer = await director.post("/api/t/club/matches/match-play", json=body)
        assert answer.json()["number"] == 2


async def test_a_match_that_was_decided_takes_no_result_any_more_until_that_is_taken_back(
    tmp_path: Path,
) -> None:
    async with opened(tmp_path) as served, served.client(DIRECTOR) as director:
        desk = KnockoutDesk(director)
        await desk.set_up(["Ann Reed", "Ben Cole"], length=3)
        await desk.result(1, "red")
        await desk.order("rule", number=1, decision="forfeit", winner="red", reason="slow play")
        at = {"game": 2, "attempt": 1, "room": "open", "left": 3, "cube": 1, "loser": "red"}
        path = "/api/t/club/matches/1/results/by-hand"
        answer = await director.post(path, json={**at, "ending": "bearoff"})
        assert "a match that counts: no walkover" in answer.text
        assert (await desk.knockout())["winner"] is not None
        first = (await desk.matches(1))[0]["red"]["person"]
        was = {"1": f"{first} forfeit"}
        await desk.order("lift", number=1, reason="the clock was wrong", was=was)
        await desk.result(1, "red", game=2)
        assert (await desk.matches(1))[0]["white"]["points"] == 2


async def test_an_operator_draws_and_publishes_and_rules_on_nothing(tmp_path: Path) -> None:
    async with opened(tmp_path) as served, served.client(OPERATOR) as operator:
        desk = KnockoutDesk(operator)
        await desk.set_up()
        reason = {"reason": "nobody came"}
        number = (await desk.matches(1))[0]["number"]
        await desk.order("rule", number=number, decision="walkover", **reason, status=403)
        page = (await operator.get(PAGE)).text
        assert "A player withdraws" not in page
        async with served.client(PUBLIC) as public:
            answer = await public.post(KNOCKOUTS, json={"order": "draw", "knockout": 1})
            assert answer.status_code in (401, 403)


async def test_who_plays_a_match_does_not_rule_on_it(tmp_path: Path) -> None:
    async with opened(tmp_path) as served, served.client(DIRECTOR) as director:
        desk = KnockoutDesk(director)
        me = DIRECTOR.person
        assert me is not None
        await desk.set_up([me.text, "Ben Cole"])
        await desk.order(
            "rule", number=1, decision="walkover", winner="white", reason="my opponent is late",
            status=403,
        )  # fmt: skip


async def test_the_bracket_is_the_same_after_a_restart(tmp_path: Path) -> None:
    async with opened(tmp_path) as served, served.client(DIRECTOR) as director:
        desk = KnockoutDesk(director)
        await desk.set_up()
        await desk.play(1)
        before = await desk.knockout()
    async with opened(tmp_path) as served, served.client(DIRECTOR) as director:
        assert await KnockoutDesk(director).knockout() == before


async def test_every_format_is_a_preset_and_what_is_set_up_is_named(tmp_path: Path) -> None:
    async with opened(tmp_path) as served, served.client(DIRECTOR) as director:
        page = (await director.get(EVENT)).text
        assert "How is it played?" in page
        planned_at = {}
        for preset in ("single-elimination", "lucky-losers", "by-messages", "ttt"):
            assert f'name="preset" value="{preset}"' in page
            form = {"order": "preset", "form": "preset", "preset": preset}
            answer = await director.post(EVENT, data=form, headers=HERE)
            assert answer.status_code == 303, answer.text
            planned_at[preset] = answer.headers["location"]
        chosen = one_line((await director.get(planned_at["lucky-losers"])).text)
        assert 'value="lucky-losers" checked' in chosen
        assert "Start it: entries are open" in (await director.get(planned_at["by-messages"])).text
        desk = KnockoutDesk(director)
        await desk.order("plan", name="Main", length=5)
        page = (await director.get(EVENT)).text
        assert "How is it played?" not in page
        assert 'name="preset" value="ttt"' not in page
        assert f'href="{EVENT}/ttt"' in page
        assert f'href="{PAGE}#knockout-1"' in page


async def test_a_decision_is_chosen_to_be_taken_back(tmp_path: Path) -> None:
    async with opened(tmp_path) as served, served.client(DIRECTOR) as director:
        desk = KnockoutDesk(director)
        await desk.set_up(["Ann Reed", "Ben Cole"], elsewhere=True)
        await desk.order("rule", number=1, decision="forfeit", winner="red", reason="slow play")
        form = form_of(await director.get(PAGE), PAGE, order="lift")
        lift = {**form, "number": "1", "reason": "the clock was wrong"}
        assert (await director.post(PAGE, data=lift, headers=HERE)).status_code == 303
        assert (await desk.knockout())["winner"] is None
