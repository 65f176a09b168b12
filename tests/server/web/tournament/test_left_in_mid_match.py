"""A match that a team leaves between two of its games: nobody plays it any more (ruling 1)."""

from pathlib import Path

from server.access import PUBLIC
from tests.support.team_event import event_hall, rows_won_by

LISTS = ("/", "/t/club", "/t/club/where", "/screen", "/hall")


async def test_a_match_that_a_team_leaves_after_a_game_is_in_no_list_of_what_is_played(
    tmp_path: Path,
) -> None:
    async with event_hall(tmp_path) as (served, director, desk):
        pairing = await desk.first_match()
        await desk.keep(pairing, rows_won_by(pairing, pairing["home"], games=1))
        address = f"/t/club/matches/{pairing['number']}"
        async with served.client(PUBLIC) as public:
            assert address in (await public.get("/")).text
            await desk.order("withdraw-team", team=pairing["away"], reason="the last train")
            for page in LISTS:
                client = director if page == "/hall" else public
                answer = await client.get(page)
                assert answer.status_code == 200
                assert f'"{address}"' not in answer.text, page
                assert f'"/hall{address}"' not in answer.text, page
            assert (await public.get(address)).status_code == 200
            assert "IMP" in (await public.get("/t/club/standings")).text
