"""The link preview of the front page, as another site shows it where the address is shared."""

from dataclasses import replace
from urllib.parse import urlsplit

from protocol_forms.sheets.share_card import HEIGHT, WIDTH, CardRow
from rules import events as ev
from rules.directing.finality import TournamentPhase, TournamentStatus
from server.words.translation import words_for
from tests.protocol_forms.sheets.test_card_png import size_of
from tests.server.live.following import hub_of, whole_match
from tests.support.listed_match import FINISHED_ROW, HARBOUR_CUP
from yalta_extras.sharing.list_cards import front_card
from yalta_extras.sharing.tests.test_share_cards import app_of, client_of, tags, until

ENGLISH = words_for("en")
CUP = replace(HARBOUR_CUP, status=TournamentStatus(TournamentPhase.RUNNING), places=())


async def test_the_front_page_has_a_picture_of_what_is_played_here() -> None:
    hub = hub_of(*until(whole_match(), ev.RollReleased, 9))
    async with client_of(app_of(hub)) as client:
        card_tags = tags((await client.get("/")).text)
        assert card_tags["og:url"].endswith("/?language=en")
        assert "Compass – Rudder" in card_tags["og:image:alt"]
        image = urlsplit(card_tags["og:image"])
        assert image.path == "/cards/front.png"
        picture = await client.get(f"{image.path}?{image.query}")
        assert size_of(picture.content) == (WIDTH, HEIGHT)


def test_a_match_under_way_has_no_figure_on_it_and_a_finished_one_its_result() -> None:
    playing = replace(FINISHED_ROW, playing=True, over=False, vp=None, won=0)
    card = front_card([playing], [], [(CUP, "Running")], ENGLISH, "yalta.example.org")
    assert (card.title, card.stage) == ("Harbour Cup", "Live now")
    assert card.rows == (CardRow("Compass – Rudder"),)
    card = front_card([], [FINISHED_ROW], [(CUP, "Running")], ENGLISH, "yalta.example.org")
    assert (card.stage, card.rows) == ("Latest results", (CardRow("Compass – Rudder", "23–7"),))


def test_a_hall_of_several_tournaments_is_called_by_its_address() -> None:
    other = replace(CUP, name="lyon", title="Lyon Open")
    events = [(CUP, "Running"), (other, "Running")]
    card = front_card([], [], events, ENGLISH, "yalta.example.org")
    assert (card.title, card.notes) == ("yalta.example.org", ("Harbour Cup", "Lyon Open"))
