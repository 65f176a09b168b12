"""What a big screen says of matches to come: the day and time of the hall, or else the round."""

import re
from pathlib import Path

from server.access import PUBLIC
from tests.server.web.timetable.test_timetable import DAY, ordered
from tests.support.served import DIRECTOR, another_match, opened
from tests.support.team_event import EventDesk

BEGINS = r'<span\s+class="begins">([^<]*)</span>'
WHEN_SAID = "Tuesday, 3 October, 10:00"
WHEN = r'<small class="when">([^<]*)</small>'


async def test_a_screen_says_of_the_next_matches_when_they_begin_or_of_which_round_they_are(
    tmp_path: Path,
) -> None:
    async with opened(tmp_path) as served, served.client(DIRECTOR) as client:
        desk = EventDesk(client)
        await desk.set_up()
        await desk.order("draw", stage=2)
        await desk.publish(2)
        async with served.client(PUBLIC) as watching:
            page = (await watching.get("/screen")).text
            assert re.findall(BEGINS, page) == ["Backgammon, round 1"]
            starts = [{"stage": 2, "round": 1, "starts_at": f"{DAY}T10:00"}]
            await ordered(client, order="starts", starts=starts)
            page = (await watching.get("/screen")).text
            assert re.findall(BEGINS, page) == [WHEN_SAID]
            number = await another_match(client)
            page = (await watching.get(f"/screen?show=match&matches=club/{number}")).text
            assert re.findall(WHEN, page)[0] == WHEN_SAID
