"""A round that the director shortens, by hand over HTTP: matches, points, pages (ruling 1)."""

from pathlib import Path
from typing import Any

import httpx
import pytest

from rules import commands as cmd
from rules import events as ev
from rules.scoring.scales import Imp, vp
from server.access import PUBLIC, SERVER, NotAllowed, PlaysInMatch, Role, Visitor
from tests.support.clock import Clock
from tests.support.forms import form_of
from tests.support.ids import TOURNAMENT, match_id
from tests.support.persons import person_id
from tests.support.served import DIRECTOR, Served, opened, throw_opening
from tests.support.stored import Heard, Listener
from tests.support.team_event import TEAMS, EventDesk, event_hall, page_with, rows_won_by

PAGE = "/hall/t/club/tournament"
OPERATOR = Visitor(Role.OPERATOR, person_id("Olena"))


async def published(desk: EventDesk, games: int = 6) -> dict[str, Any]:
    """The match of the first round of a robin of so many games."""
    for name, players in TEAMS.items():
        await desk.client.post("/api/t/club/teams", json={"name": name, "players": players})
    await desk.order("stage", name="Robin", kind="round robin", game="backgammon", games=games)
    await desk.order("draw", stage=1)
    (pairing,) = await desk.publish(1)
    return dict(pairing)


async def shorten(client: httpx.AsyncClient, games: int, **changes: str) -> httpx.Response:
    form = form_of(await client.get(page_with("shorten")), PAGE, order="shorten")
    sent = {**form, "games": str(games), "reason": "the hall closes", **changes}
    return await client.post(PAGE, data=sent)


async def outcome(desk: EventDesk) -> Any:
    return (await desk.stage(1))["rounds"][0]["pairings"][0]


async def test_matches_end_where_the_round_is_cut_and_take_the_column_of_what_is_left(
    tmp_path: Path,
) -> None:
    async with opened(tmp_path) as served, served.client(DIRECTOR) as client:
        desk, heard = EventDesk(client), Heard()
        served.hall.subscriptions.add(Listener(heard))
        pairing = await published(desk)
        await desk.keep(pairing, rows_won_by(pairing, pairing["home"], 4))
        assert (await outcome(desk))["vp"] is None
        assert (await shorten(client, 5)).status_code == 303
        stage = await desk.stage(1)
        assert (stage["games"], stage["rounds"][0]["games"]) == (6, 5)
        assert [each["games"] for each in stage["rounds"][1:]] == [6, 6]
        assert (await outcome(desk))["vp"] is None
        await heard.all_of(served.hall)
        assert "After 4 of 5 games" in (await client.get("/t/club/matches/1")).text
        assert (await shorten(client, 4)).status_code == 303
        await heard.all_of(served.hall)
        played = await outcome(desk)
        column = vp(Imp(played["imp"][0] - played["imp"][1]), 4)
        assert played["vp"] == [column.home, column.away]
        assert await over_everywhere(served, client, games=4)
        await confirm(served)
        await desk.order("close", stage=1, round=1)
    async with opened(tmp_path) as served, served.client(DIRECTOR) as client:
        assert (await outcome(EventDesk(client)))["vp"] == [column.home, column.away]
        assert await over_everywhere(served, client, games=4)
        log = (await client.get(PAGE)).text
        assert "Round 1 of stage 1 was shortened to 4 games. Reason: the hall closes" in log


async def over_everywhere(served: Served, client: httpx.AsyncClient, games: int) -> bool:
    """The match has so many games, is over, and every page of it can be read."""
    pages = ("/t/club/matches/1", "/hall/t/club/matches/1", "/hall/t/club/matches/1/sheet", "/hall")
    for page in (*pages, "/t/club", "/t/club/matches/1/forms/protocol.pdf"):
        answer = await client.get(page)
        assert answer.status_code == 200, (page, answer.text)
    match = (await client.get("/api/t/club/matches/1")).json()
    assert match["games"] == games
    async with served.client(PUBLIC) as public:
        live = (await public.get("/t/club/matches/1/live.json")).json()
        assert live["state"]["games"] == games
    return bool(live["state"]["phase"] == "over")


async def confirm(served: Served) -> None:
    """Another account confirms the sheet."""
    sheet = "/hall/t/club/matches/1/sheet"
    async with served.client(OPERATOR) as second:
        fields = form_of(await second.get(sheet), f"{sheet}/confirmation")
        assert (await second.post(f"{sheet}/confirmation", data=fields)).status_code == 303


async def test_what_is_entered_is_never_cut_off(tmp_path: Path) -> None:
    async with event_hall(tmp_path) as (_, client, desk):
        pairing = await published(desk)
        await desk.keep(pairing, rows_won_by(pairing, pairing["home"], 5))
        refused = await shorten(client, 4)
        assert refused.status_code == 409
        assert "5 games have begun in match 1 already" in refused.text
        assert (await desk.stage(1))["rounds"][0]["games"] == 6
        assert (await shorten(client, 5, seen="7")).status_code == 409


async def test_matches_of_four_games_have_no_shorter_length_and_the_page_says_why(
    tmp_path: Path,
) -> None:
    async with event_hall(tmp_path) as (_, client, desk):
        await published(desk, games=4)
        assert "A match needs at least 4 games" in (await client.get(page_with("shorten"))).text
        order = {"stage": 1, "round": 1, "games": 3, "reason": "late", "seen": 4}
        await desk.order("shorten", status=409, **order)


async def test_a_server_that_stopped_in_between_shortens_the_matches_at_its_next_start(
    tmp_path: Path,
) -> None:
    order = cmd.ShortenRound(stage=1, round=1, games=4, reason="the hall closes", seen=6)
    async with event_hall(tmp_path) as (served, _, desk):
        pairing = await published(desk)
        await desk.keep(pairing, rows_won_by(pairing, pairing["home"], 4))
        await served.hall.tournaments.processes[TOURNAMENT].handle(order, SERVER)
        assert (await outcome(desk))["vp"] is None
    for _ in range(2):
        async with opened(tmp_path) as served, served.client(DIRECTOR) as client:
            assert (await outcome(EventDesk(client)))["vp"] is not None
            events = [each.event for each in await served.hall.registry.entries(match_id(1))]
            assert [type(each) for each in events].count(ev.MatchShortened) == 1
            assert isinstance(events[-1], ev.MatchClosed)


async def test_before_its_line_ups_a_match_is_shortened_too_and_set_up_with_its_sheet(
    tmp_path: Path,
) -> None:
    async with event_hall(tmp_path) as (served, client, desk):
        pairing = await published(desk)
        await shorten(client, 4)
        sheet = (await client.get("/hall/t/club/matches/1/sheet")).text
        assert 'name="opening-4"' in sheet
        assert 'name="opening-5"' not in sheet
        await desk.won(pairing, pairing["home"], games=4)
        assert (await outcome(desk))["vp"] is not None
        assert (await desk.publish(1))[0]["number"] == 2
        scheduled = served.hall.match(match_id(2)).record.scheduled
        assert isinstance(scheduled, ev.MatchScheduled)
        assert (scheduled.roll_set, scheduled.games) == (7, 6)


async def test_after_the_last_start_the_game_that_waits_is_cut_off(tmp_path: Path) -> None:
    clock = Clock()
    async with opened(tmp_path, clock) as served, served.client(DIRECTOR) as client:
        desk = EventDesk(client)
        pairing = await published(desk)
        await desk.keep(pairing, rows_won_by(pairing, pairing["home"], 4))
        late = {
            "at": "2008-05-03T12:00Z",
            "until": "2008-05-04T09:00Z",
            "reason": "the hall closes",
        }
        answer = await client.post("/api/t/club/timetable", json={"order": "last-start", **late})
        assert answer.status_code == 200, answer.text
        past = {"at": "2008-05-03T13:00Z", "was": "2008-05-03T12:00Z", "until": "2008-05-03T12:30Z"}
        refused = await client.post(
            "/api/t/club/timetable", json={"order": "last-start", **late, **past}
        )
        assert refused.status_code == 409
        field = {"field": "until", "value": "2008-05-03T12:30:00+00:00"}
        assert field.items() <= refused.json().items()
        clock.passes(hours=1)
        await throw_opening(served.hall, 1, 5)
        assert (await shorten(client, 4)).status_code == 303
        record = served.hall.match(match_id(1)).record
        assert record.state is not None
        assert (record.state.game, record.state.over) == (4, True)
        clock.passes(hours=30)
        await throw_opening(served.hall, 1, 5)
        assert served.hall.match(match_id(1)).record == record


async def test_who_plays_in_the_round_does_not_shorten_it_and_an_operator_may_not(
    tmp_path: Path,
) -> None:
    async with event_hall(tmp_path) as (served, _, desk):
        pairing = await published(desk)
        await desk.line_up(pairing)
        order = cmd.ShortenRound(stage=1, round=1, games=5, reason="late")
        seated = served.hall.match(match_id(1)).record.line_ups[pairing["home"]].open_player
        with pytest.raises(PlaysInMatch):
            await served.hall.commands.to_stages(TOURNAMENT, order, Visitor(Role.DIRECTOR, seated))
        with pytest.raises(NotAllowed):
            await served.hall.commands.to_stages(TOURNAMENT, order, OPERATOR)
        assert (await desk.stage(1))["rounds"][0]["games"] == 6
