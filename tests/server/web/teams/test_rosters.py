"""Who plays which game for a team: set at the desk, kept to by every line-up (ruling 13)."""

from pathlib import Path
from typing import Any

import httpx

from tests.support.forms import form_of
from tests.support.served import DIRECTOR, line_up_of, opened
from tests.support.team_event import TEAMS, EventDesk, event_hall

PAGE = "/hall/t/club/tournament/entries"
LONG, SHORT = TEAMS["Compass"][:2], TEAMS["Compass"][2:]


async def pairs_set(client: httpx.AsyncClient, *, status: int = 303) -> None:
    """Compass has a pair for each game."""
    for game, players in (("long-gammon", LONG), ("backgammon", SHORT)):
        form = form_of(await client.get(f"{PAGE}?edit=1"), PAGE, order="roster", game=game)
        chosen = {field: sent for field, sent in form.items() if field.startswith("player-")}
        places = [f"player-{TEAMS['Compass'].index(player) + 1}" for player in players]
        kept = {field: sent for field, sent in form.items() if field not in chosen}
        answer = await client.post(PAGE, data={**kept, **{each: chosen[each] for each in places}})
        assert answer.status_code == status, answer.text


async def match_of_compass(desk: EventDesk, stage: int) -> int:
    """The number of its match in the first round of a stage, which is drawn and published."""
    await desk.order("draw", stage=stage, absent=["Anchor"])
    (pairing,) = await desk.publish(stage)
    return int(pairing["number"])


def line_up(*players: str) -> dict[str, Any]:
    return line_up_of("Compass", players[0], players[1])


async def test_a_line_up_takes_only_those_who_play_that_game_and_says_who_does(
    tmp_path: Path,
) -> None:
    async with event_hall(tmp_path) as (_, client, desk):
        await desk.set_up()
        await pairs_set(client)
        for stage, own, others in ((1, LONG, SHORT), (2, SHORT, LONG)):
            number = await match_of_compass(desk, stage)
            page = (await client.get(f"/hall/t/club/matches/{number}")).text
            of_team = page.partition('name="team" value="Compass"')[2]
            offered = of_team.partition("</select>")[0]
            assert all(f">{name}</option>" in offered for name in own)
            assert not any(f">{name}</option>" in offered for name in others)
            address = f"/api/t/club/matches/{number}/line-ups"
            refused = await client.post(address, json=line_up(own[0], others[0]))
            assert refused.status_code == 409
            assert f"'{others[0]}' does not play" in refused.text
            assert ", ".join(own) in refused.text
            assert (await client.post(address, json=line_up(*own))).status_code == 200


async def test_without_a_roster_everybody_of_the_team_may_play(tmp_path: Path) -> None:
    async with event_hall(tmp_path) as (_, client, desk):
        await desk.set_up()
        number = await match_of_compass(desk, 2)
        address = f"/api/t/club/matches/{number}/line-ups"
        assert (await client.post(address, json=line_up(LONG[0], SHORT[0]))).status_code == 200


async def test_a_player_of_a_roster_leaves_the_team_only_once_others_play_that_game(
    tmp_path: Path,
) -> None:
    async with opened(tmp_path) as served, served.client(DIRECTOR) as client:
        await EventDesk(client).set_up()
        await pairs_set(client)
        change = {
            "team": "Compass",
            "name": "Compass",
            "players": [*LONG, "Newcomer"],
            "was": [*TEAMS["Compass"]],
        }
        refused = await client.put("/api/t/club/teams", json=change)
        assert refused.status_code == 409
        assert "first choose others to play backgammon" in refused.text


async def test_a_roster_set_from_an_older_page_is_refused_and_shows_both(tmp_path: Path) -> None:
    async with opened(tmp_path) as served, served.client(DIRECTOR) as client:
        await EventDesk(client).set_up()
        page = await client.get(f"{PAGE}?edit=1")
        old = form_of(page, PAGE, order="roster", game="backgammon")
        await pairs_set(client)
        answer = await client.post(PAGE, data=old)
        assert answer.status_code == 409
        assert "the players of Compass for backgammon have changed" in answer.text
        assert ", ".join(SHORT) in answer.text
