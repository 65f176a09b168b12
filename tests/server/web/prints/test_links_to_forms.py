"""Links to the forms stand on the pages of match and event, and open.

A page that everybody sees leads to what everybody may have, those who see both rooms, too.
"""

import re
from pathlib import Path

from tests.support.served import served_hall
from tests.support.team_event import EventDesk

LINK = re.compile(r'href="(/t/club(?:/matches/1)?/forms/[^"]+)"')


async def test_each_page_leads_to_the_forms_it_may_give_and_each_of_them_opens(
    tmp_path: Path,
) -> None:
    async with served_hall(tmp_path) as (client, _):
        desk = EventDesk(client)
        await desk.set_up()
        await desk.order("draw", stage=2)
        (pairing,) = await desk.publish(2)
        await desk.line_up(pairing)
        for page, expected in (
            ("/t/club", {"pairings-by-name", "pairings-by-table", "cross-tables", "ranking"}),
            (
                "/hall/t/club/tournament/cross-tables",
                {"pairings-by-name", "cross-tables", "scoring-tables"},
            ),
            ("/t/club/matches/1", {"room-results", "roll-sets", "side-statistics"}),
            ("/hall/t/club/matches/1", {"room-results", "roll-sets", "side-statistics"}),
        ):
            links = LINK.findall((await client.get(page)).text)
            names = {link.rpartition("/")[2].partition("?")[0] for link in links}
            assert expected <= names, page
            for link in links:
                assert link.endswith("?public=true") is page.startswith("/t/"), (page, link)
                assert (await client.get(link)).status_code == 200, link
