"""Forms made from values that have changed since: refused, with what it was and what it is now."""

import html
import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import pytest

from rules.position import Side
from rules.room import Ending, Room
from rules.tables import readings as rd
from server.access import Role, Visitor
from server.hall import Hall
from tests.server.web.director.test_order_pages import between_turns
from tests.server.web.plain_forms import without_form_keys
from tests.support.commands import send
from tests.support.forms import form_of
from tests.support.ids import match_id
from tests.support.persons import person_id
from tests.support.served import (
    DIRECTOR,
    opened,
    planned_match,
    result_seen,
    results_seen,
    started_match,
    throw_opening,
    two_teams,
)

BOTH = {
    "en": re.compile(r"On the page it was: (.*?)\. Now it is: (.*?)\.<"),
    "uk": re.compile(r"На сторінці було: (.*?)\. Зараз: (.*?)\.<"),
    "ru": re.compile(r"На странице было: (.*?)\. Сейчас: (.*?)\.<"),
}
PAGE, API = "/hall/t/club/matches/1", "/api/t/club/matches/1"
AT: dict[str, Any] = {"game": 1, "attempt": 1, "reason": "seen on the film"}
NINE = {"room": "open", "loser": "white", "ending": "bearoff", "left": 9, "cube": 1}
SEATS = {"open_player": "Brook", "closed_player": "Fields"}
WHY = {"reason": "as both say"}
DICE_ONLY = {"positions": False, "was": True}
Step = Callable[[httpx.AsyncClient, Hall], Awaitable[object]]


async def sealed(client: httpx.AsyncClient, _: Hall) -> None:
    await planned_match(client, games=4)
    await line_up(client, "Brook", "Fields", None)


async def line_up(
    client: httpx.AsyncClient, first: str, second: str, was: dict[str, str] | None
) -> httpx.Response:
    seats = {"open_player": first, "closed_player": second}
    return await client.post(f"{API}/line-ups", json={"team": "Compass", **seats, "was": was})


async def teams(client: httpx.AsyncClient, _: Hall) -> None:
    await two_teams(client)


async def started(client: httpx.AsyncClient, _: Hall) -> None:
    await started_match(client)
    players = ["Brook", "Fields", "Summers"]
    team = {"team": "Compass", "name": "Compass", "was": players[:2], "players": players}
    await client.put("/api/t/club/teams", json=team)


async def begun(client: httpx.AsyncClient, hall: Hall) -> None:
    await started_match(client)
    await throw_opening(hall, 1, 1)


async def moved(client: httpx.AsyncClient, hall: Hall) -> None:
    await started_match(client)
    await between_turns(hall, 1)


async def resigned(client: httpx.AsyncClient, hall: Hall) -> None:
    await begun(client, hall)
    at: dict[str, Any] = {"game": 1, "attempt": 1, "room": Room.OPEN, "turn": 1}
    made = rd.ResignationMade(**at, side=Side.WHITE, ending=Ending.RESIGNED)
    answered = rd.ResignationAnswered(**at, side=Side.RED, accepted=True)
    for reading in (made, answered):
        await send(hall, 1, reading, "board BZ-1")


async def over(client: httpx.AsyncClient, hall: Hall) -> None:
    """Every game cancelled by the client's director and confirmed by its board's players."""
    await started_match(client)
    for game in range(1, 5):
        order = {**AT, "game": game}
        await client.post(f"{API}/director/cancel-game", json=order)
        for room in Room:
            for side in Side:
                agreed = rd.ResultAgreed(game=game, attempt=1, room=room, side=side)
                await send(hall, 1, agreed, "board BZ-1")


async def corrected(client: httpx.AsyncClient, hall: Hall, left: int = 9) -> None:
    """A correction; its players confirm it."""
    order = {**AT, **NINE, "left": left, "was": await result_seen(client)}
    answer = await client.post(f"{API}/director/correct-result", json=order)
    assert answer.status_code == 200, answer.text


async def corrected_and_confirmed(client: httpx.AsyncClient, hall: Hall) -> None:
    await corrected(client, hall)
    at: dict[str, Any] = {"game": 1, "attempt": 1, "room": Room.OPEN}
    for side in Side:
        agreed = rd.ResultAgreed(**at, side=side, result=2)
        await send(hall, 1, agreed, "board BZ-1")


def order(name: str, **values: object) -> Step:
    async def ordered(client: httpx.AsyncClient, _: Hall) -> None:
        answer = await client.post(f"{API}/director/{name}", json={**AT, **values})
        assert answer.status_code == 200, answer.text

    return ordered


async def clocks(client: httpx.AsyncClient, _: Hall) -> None:
    was = {"clocks": "off", "minutes": 3}
    body = {"clocks": "on", "minutes": 7, **WHY, "was": was}
    answer = await client.post(f"{API}/director/clocks", json=body)
    assert answer.status_code == 200, answer.text


async def checkers(client: httpx.AsyncClient, hall: Hall) -> None:
    state = hall.match(match_id(1)).record.state
    assert state is not None
    lying = {side.value: list(state.open.position.of(side)) for side in Side}
    white = [*lying["white"]]
    white[6], white[5] = white[6] - 1, white[5] + 1
    values = {**lying, "white": white, "was": lying, "room": "open", "side": "red", "turn": 1}
    await order("correct-position", **values)(client, hall)


async def other_line_up(client: httpx.AsyncClient, _: Hall) -> None:
    was = {"open_player": "Brook", "closed_player": "Fields"}
    assert (await line_up(client, "Fields", "Brook", was)).status_code == 200


async def renamed(client: httpx.AsyncClient, _: Hall) -> None:
    players = ["Brook", "Fields"]
    team = {"team": "Compass", "name": "Odesa", "was": players, "players": players}
    assert (await client.put("/api/t/club/teams", json=team)).status_code == 200


@dataclass(frozen=True)
class Form:
    """A form as it stands on a page, what is typed in, and what somebody else does meanwhile.

    `was` and `now` are parts of the two values as every language writes them. `holding` tells the
    form from others on its page; `again` is typed once more.
    """

    first: Step
    action: str
    typed: dict[str, str]
    faster: Step
    was: str
    now: str
    page: str = ""
    holding: dict[str, str] = field(default_factory=dict)
    again: dict[str, str] = field(default_factory=dict)


FORMS = {
    "confirm": Form(
        resigned, f"{PAGE}/results", {}, corrected, " 15", " 9", PAGE, {"side": "white"}
    ),
    "correct a result": Form(
        resigned,
        f"{PAGE}/orders/correct-result",
        {**WHY, "left": "3", "room": "open"},
        corrected,
        " 15",
        " 9",
    ),
    "adjust a score": Form(
        resigned, f"{PAGE}/orders/adjust-score", {**WHY, "home": "90"}, corrected, " 15", " 9"
    ),
    "correct a roll": Form(
        begun,
        f"{PAGE}/orders/correct-roll",
        {**WHY, "first": "5", "second": "2"},
        order("correct-roll", side="white", turn=1, dice=[6, 3], was=[4, 3]),
        "4-3",
        "6-3",
    ),
    "correct the position": Form(
        moved,
        f"{PAGE}/orders/correct-position",
        {**WHY, "white-6": "3", "white-5": "2"},
        checkers,
        " 6×5;",
        " 6×4 5×1;",
    ),
    "set the clocks": Form(
        begun,
        f"{PAGE}/orders/clocks",
        {**WHY, "clocks": "on", "minutes": "5"},
        clocks,
        ": 3",
        ": 7",
    ),
    "seat a substitute": Form(
        started,
        f"{PAGE}/orders/substitute",
        {**WHY, "seat": "open:Compass", "player": "Summers", "watched": "false"},
        order(
            "substitute", team="Compass", room="open", player="Summers", was="Brook", watched=False
        ),
        "Brook",
        "Summers",
        again={"player": "Brook"},
    ),
    "set the last rolls": Form(
        started,
        f"{PAGE}/orders/tail",
        {**WHY, "tail": "drawn"},
        order("tail", tail="drawn", was="thrown"),
        "",
        "",
    ),
    "set the embargo": Form(
        started,
        f"{PAGE}/orders/embargo",
        {**WHY, "embargo": "after_game"},
        lambda client, _: client.post(
            f"{API}/director/embargo",
            json={"reason": "a stream", "embargo": "live", "was": "lockstep"},
        ),
        "",
        "",
    ),
    "set positions": Form(
        started,
        f"{PAGE}/recording",
        {"positions": "true"},
        lambda client, _: client.put(f"{API}/tables/open/recording", json=DICE_ONLY),
        "",
        "",
        PAGE,
        {"room": "open"},
    ),
    "hand in a line-up": Form(
        sealed,
        f"{PAGE}/line-ups",
        SEATS,
        other_line_up,
        "Brook",
        "Fields",
        PAGE,
        {"team": "Compass"},
    ),
    "sign": Form(
        over,
        f"{PAGE}/signatures",
        {"by": "Captain Brook"},
        corrected_and_confirmed,
        "0–0",
        " 9",
        PAGE,
        {"team": "Compass"},
    ),
    "mend a team": Form(
        teams,
        "/hall/t/club/teams/mended",
        {"name": "Kharkiv"},
        renamed,
        "Compass",
        "Odesa",
        "/hall/t/club/teams?mend=Compass",
    ),
}


TYPED_IN_FIELDS = ("reason", "by", "name", "left", "home", "first", "white-6")
"""What is typed as text, and stands in the page's fields again."""


@pytest.mark.parametrize("form", FORMS.values(), ids=FORMS)
async def test_a_page_shows_both_values_in_every_language_and_goes_on_from_what_stands_now(
    tmp_path: Path, form: Form
) -> None:
    async with (
        opened(tmp_path) as served,
        served.client(DIRECTOR) as director,
        served.client(Visitor(Role.DIRECTOR, person_id("Ben"))) as other,
    ):
        await form.first(director, served.hall)
        page = await director.get(form.page or form.action)
        sent = {**form_of(page, form.action, **form.holding), **form.typed}
        await form.faster(other, served.hall)
        matches = served.hall.matches.values()
        before = [len(match.history) for match in matches]
        for language, both in BOTH.items():
            late = await director.post(
                form.action, data=sent, headers={"accept-language": language}
            )
            assert late.status_code == 409, late.text
            shown = both.search(html.unescape(late.text))
            assert shown, re.findall(r"refusal[^<]*<[^<]*", late.text)
            was, now = shown.groups()
            assert form.was in was
            assert form.now in now
            assert was != now
            for name in TYPED_IN_FIELDS:
                if name in form.typed:
                    value = form.typed[name]
                    assert re.search(rf'name="{name}"[^>]* value="{value}"', late.text)
        assert [len(match.history) for match in matches] == before
        holding = {name: value for name, value in form.holding.items() if name == "team"}
        again = {**form_of(late, form.action, **holding), **form.typed, **form.again}
        done = await director.post(form.action, data=again)
        assert done.status_code == 303, done.text


async def test_a_program_is_told_both_values_by_their_names(tmp_path: Path) -> None:
    async with opened(tmp_path) as served, served.client(DIRECTOR) as director:
        await resigned(director, served.hall)
        was = await result_seen(director)
        await corrected(director, served.hall)
        late = await director.post(
            f"{API}/results", json={"game": 1, "room": "open", "result": was}
        )
        assert late.status_code == 409
        both = late.json()
        assert (both["field"], both["was"]) == ("result", was)
        assert both["now"] == await result_seen(director)
        assert "the open room's result of game 1 has changed" in both["detail"]


async def test_a_captain_and_a_player_read_only_results_that_they_may_see(tmp_path: Path) -> None:
    """Ruling 12: the open room's result is not told to the closed room while that plays."""
    async with opened(tmp_path) as served, served.client(DIRECTOR) as director:
        await resigned(director, served.hall)
        captain = Visitor(Role.CAPTAIN, person_id("Brook"), None, match_id(1), "Compass")
        player = Visitor(
            Role.PLAYER, person_id("Fields"), Room.CLOSED, match_id(1), "Compass", Side.RED
        )
        opponent = Visitor(
            Role.PLAYER, person_id("Holloway"), Room.OPEN, match_id(1), "Rudder", Side.RED
        )
        for visitor, shown in ((captain, 0), (player, 0), (opponent, 1)):
            async with served.client(visitor) as client:
                assert len(await results_seen(client)) == shown
                assert (await client.get("/api/t/club/matches/2/results")).status_code in (403, 404)
                line_up = await client.get(f"{API}/line-ups/Compass")
                assert line_up.status_code == (200 if visitor is captain else 403)
                assert (await client.get(f"{API}/line-ups/Rudder")).status_code == 403


async def test_a_part_of_the_page_stays_as_it_is_when_nothing_to_be_seen_has_changed(
    tmp_path: Path,
) -> None:
    """The same result entered anew: what the page's socket would send is not different."""
    part = re.compile(r'<div id="unconfirmed-club-1"[^>]*>(.*?)</div>', re.DOTALL)
    async with opened(tmp_path) as served, served.client(DIRECTOR) as director:
        await resigned(director, served.hall)
        async with served.client(Visitor(Role.OPERATOR, person_id("Olena"))) as other:
            await corrected(director, served.hall)
            first = part.findall(without_form_keys(await other.get(PAGE)))
            await corrected(director, served.hall, left=8)
            await corrected(director, served.hall)
            second = part.findall(without_form_keys(await other.get(PAGE)))
            assert "/results" in first[0]
            assert first == second
            form = form_of(await other.get(PAGE), f"{PAGE}/results")
            assert (await other.post(f"{PAGE}/results", data=form)).status_code == 303
