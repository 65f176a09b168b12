"""The public's pages of a tournament: what is played, what comes, who leads, what was."""

import re
from pathlib import Path

from server.access import PUBLIC
from tests.server.web.rulings.test_final_results import played_out
from tests.support.clock import Clock
from tests.support.forms import one_line
from tests.support.served import DIRECTOR, opened, started_match
from tests.support.stored import Heard, Listener
from tests.support.team_event import TEAMS, EventDesk

PAGES = ("", "/schedule", "/standings", "/teams", "/players", "/archive")


def current(page: str) -> list[str]:
    """The addresses that a page's navigation of the tournament marks as the current one."""
    navigation = one_line(page).partition('class="event-pages"')[2].partition("</nav>")[0]
    return re.findall(r'href="([^"]*)" aria-current="page"', navigation)


async def test_every_page_of_a_tournament_has_the_same_navigation(tmp_path: Path) -> None:
    async with played_out(tmp_path, Clock()) as (served, _, _), served.client() as public:
        for path in PAGES:
            page = (await public.get(f"/t/club{path}")).text
            assert current(page) == [f"/t/club{path}"], path
            for other in PAGES:
                assert f'<a href="/t/club{other}"' in page
        assert not current((await public.get("/t/club/teams/Compass")).text)


async def test_the_overview_of_a_tournament_kept_by_hand_shows_results_and_no_empty_board(
    tmp_path: Path,
) -> None:
    async with played_out(tmp_path, Clock()) as (served, _, pairings), served.client() as public:
        page = (await public.get("/t/club")).text
        results = page.partition('id="results"')[2].partition("</section>")[0]
        for pairing in pairings:
            assert f'href="/t/club/matches/{pairing["number"]}"' in results
        assert "<bg-board" not in page
        assert "<bg-board" not in (await public.get("/")).text
        assert 'id="playing"' not in page
        assert 'id="coming"' not in page


async def test_a_result_on_paper_stands_in_lists_without_a_board(tmp_path: Path) -> None:
    async with opened(tmp_path) as served, served.client(DIRECTOR) as client:
        heard, desk = Heard(), EventDesk(client)
        served.hall.subscriptions.add(Listener(heard))
        pairing = await desk.first_match()
        await desk.won(pairing, pairing["home"])
        await heard.all_of(served.hall)
        async with served.client(PUBLIC) as public:
            front = (await public.get("/")).text
            assert "<bg-board" not in front
            assert f'data-match="club/{pairing["number"]}"' in front


async def test_a_tournament_of_single_matches_lists_them_as_they_go(tmp_path: Path) -> None:
    async with opened(tmp_path) as served, served.client(DIRECTOR) as client:
        page = (await client.get("/t/club")).text
        assert "No live matches right now." in page
        assert "No team has entered yet." in page
        number = await started_match(client)
        for path in ("/t/club", "/t/club/teams/Compass"):
            assert f'href="/t/club/matches/{number}"' in (await client.get(path)).text


async def test_teams_and_their_pages_lead_to_their_players(tmp_path: Path) -> None:
    async with opened(tmp_path) as served, served.client(DIRECTOR) as client:
        await EventDesk(client).set_up("round-robin")
        async with served.client(PUBLIC) as public:
            teams = (await public.get("/t/club/teams")).text
            own = (await public.get("/t/club/teams/Rudder")).text
            for player in TEAMS["Rudder"]:
                (address,) = re.findall(rf'href="(/players/[^"]+)"><bdi>{player}<', own)
                assert f'href="{address}"' in teams
                person = (await public.get(address)).text
                assert f"<bdi>{player}</bdi>" in person
                assert '"/t/club/teams/Rudder"' in person


async def test_the_archive_has_the_matches_of_a_year(tmp_path: Path) -> None:
    async with played_out(tmp_path, Clock()) as (served, _, pairings), served.client() as public:
        await served.hall.finished_writer.write()
        every = (await public.get("/t/club/archive")).text
        of_2008 = (await public.get("/t/club/archive?year=2008")).text
        for pairing in pairings:
            address = f'href="/t/club/matches/{pairing["number"]}"'
            assert address in every
            assert address in of_2008
        none = (await public.get("/t/club/archive?year=2007")).text
        assert "Nothing in this list fits what you have chosen." in none
        assert '<a href="/t/club/archive">Show all</a>' in none
        assert (await public.get("/t/club/archive?year=20x8")).status_code == 422


async def test_the_archive_has_the_matches_of_a_team_or_person_by_their_days(
    tmp_path: Path,
) -> None:
    async with played_out(tmp_path, Clock()) as (served, _, pairings), served.client() as public:
        await served.hall.finished_writer.write()
        every = (await public.get("/t/club/archive")).text
        assert re.findall(r'class="day"><span>([^<]*)<', every) == ["3 May 2008"]
        teams = (await public.get("/t/club/teams/Compass")).text
        person = teams.partition('href="/players/')[2].partition('"')[0]
        for query in ("team=Compass", f"person={person}"):
            page = (await public.get(f"/t/club/archive?{query}")).text
            for each in pairings:
                played = "Compass" in (each["home"], each["away"])
                assert (f'data-match="club/{each["number"]}"' in page) is played, query
            assert f"2 of {len(pairings)} shown" in page


async def test_a_tournament_without_results_has_no_page_of_them_in_its_navigation(
    tmp_path: Path,
) -> None:
    async with opened(tmp_path) as served, served.client(DIRECTOR) as client:
        before = (await client.get("/t/club")).text
        for page in ("schedule", "standings", "teams", "players", "archive", "where"):
            assert f'<a href="/t/club/{page}"' not in before, page
        pairing = await EventDesk(client).first_match()
        drawn = (await client.get("/t/club")).text
    assert pairing
    for page in ("schedule", "standings", "teams", "where"):
        assert f'<a href="/t/club/{page}"' in drawn, page
    assert '<a href="/t/club/archive"' not in drawn


async def test_rounds_are_read_from_the_latest_on_and_winners_and_their_form_are_marked(
    tmp_path: Path,
) -> None:
    async with played_out(tmp_path, Clock()) as (served, _, pairings), served.client() as public:
        schedule = one_line((await public.get("/t/club/schedule")).text)
        numbers = [int(each) for each in re.findall(r"<h3>Round (\d+)", schedule)]
        assert numbers == sorted(numbers, reverse=True)
        winners = re.findall(r'class="(?:home|away) won"><a[^>]*><bdi>([^<]+)', schedule)
        assert len(winners) == len(pairings)
        team = one_line((await public.get(f"/t/club/teams/{winners[-1]}")).text)
        assert '<abbr class="won" title="won">' in team
        fixtures = team.partition('class="fixtures"')[2].partition("</ol>")[0]
        own = re.findall(r'<abbr class="(won|lost|level)"', fixtures)
        standings = one_line((await public.get("/t/club/standings")).text)
        line = standings.partition(f"<bdi>{winners[-1]}</bdi>")[2].partition("</tr>")[0]
        assert re.findall(r'<abbr class="(won|lost|level)"', line) == own
        assert "the latest first" in standings
        of_players = team.partition('class="own-players"')[2].partition("</ul>")[0]
        assert len(re.findall(r"<b class=\"record\">", of_players)) >= 2
        short = team.partition('class="standings leaders"')[2].partition('class="own"')[2]
        assert f"<bdi>{winners[-1]}</bdi></th>" in short.partition("</tr>")[0]
        hidden = (await public.get(f"/t/club/teams/{winners[-1]}?results=hidden")).text
        assert not re.search('class="(own-players|standings|key-figures)', hidden)
        archive = (await public.get("/t/club/archive")).text
        assert 'class="standings leaders"' in archive
        for pairing in pairings:
            assert f'data-match="club/{pairing["number"]}"' in archive
        hidden = (await public.get("/t/club/archive?results=hidden")).text
        assert 'class="standings' not in hidden
