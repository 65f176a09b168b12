"""The link preview of a tournament, where its address is shared: tags in pages, and a picture."""

import re
from pathlib import Path
from urllib.parse import urlsplit

from protocol_forms.sheets.share_card import HEIGHT, WIDTH
from server.settings import ServerAddresses
from tests.protocol_forms.sheets.test_card_png import size_of
from tests.server.web.rulings.test_final_results import played_out
from tests.server.web.tournament.test_public_pages import PAGES
from tests.support.clock import Clock
from tests.support.part_services import change_services
from tests.support.served import DIRECTOR, opened, opened_match
from tests.support.stored import Heard, Listener
from tests.support.team_event import EventDesk
from yalta_extras.sharing.tests.test_share_cards import HERE, tags


async def test_a_tournament_s_pages_share_its_name_its_round_and_the_head_of_its_table(
    tmp_path: Path,
) -> None:
    async with played_out(tmp_path, Clock()) as (served, _, _), served.client() as public:
        change_services(served.app, addresses=ServerAddresses(HERE))
        table = (await public.get("/t/club")).text.partition("leaders")[2]
        ranked = re.findall(r'href="/t/club/teams/[^"]+"><bdi>([^<]+)<', table)[:3]
        for language in ("uk", "en"):
            images = set[str]()
            for path in PAGES:
                card_tags = tags((await public.get(f"/t/club{path}?language={language}")).text)
                assert card_tags["og:title"] == "Harbour Cup"
                assert card_tags["og:url"] == f"{HERE}/t/club{path}?language={language}"
                assert "3" in card_tags["og:description"]
                assert re.findall("|".join(ranked), card_tags["og:image:alt"])[-3:] == ranked
                images.add(card_tags["og:image"])
            (image,) = map(urlsplit, images)
            assert image.path == "/cards/t/club.png"
            picture = await public.get(f"{image.path}?{image.query}")
            assert size_of(picture.content) == (WIDTH, HEIGHT)


async def test_the_picture_s_address_changes_with_the_round_and_not_with_a_match_under_way(
    tmp_path: Path,
) -> None:
    async with opened(tmp_path) as served, served.client(DIRECTOR) as client:
        change_services(served.app, addresses=ServerAddresses(HERE))
        heard, desk, images = Heard(), EventDesk(client), list[str]()
        served.hall.subscriptions.add(Listener(heard))

        async def seen() -> None:
            await heard.all_of(served.hall)
            async with served.client() as public:
                images.append(tags((await public.get("/t/club")).text)["og:image"])

        pairing = await desk.first_match()
        await seen()
        await desk.line_up(pairing)
        await seen()
        assert images[0] == images[1]
        await desk.publish(1)
        await seen()
        assert images[1] != images[2]


async def test_without_an_address_that_others_reach_a_tournament_has_no_picture(
    tmp_path: Path,
) -> None:
    async with opened_match(tmp_path) as (served, _), served.client() as public:
        assert "og:" not in (await public.get("/t/club")).text
        assert "og:" not in (await public.get("/")).text
        for picture in ("front", "t/club"):
            assert (await public.get(f"/cards/{picture}.png")).status_code == 404
