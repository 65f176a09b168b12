"""The public pages of players: everybody by name, rankings, and a person's own page."""

import re
from pathlib import Path

from tests.server.web.rulings.test_final_results import played_out
from tests.support.clock import Clock
from tests.support.forms import one_line
from tests.support.served import served_hall
from tests.support.ttt import drawn_ttt, match


async def test_everybody_is_listed_by_name_with_team_and_record(tmp_path: Path) -> None:
    async with played_out(tmp_path, Clock()) as (served, _, _), served.client() as public:
        page = one_line((await public.get("/players?order=name")).text)
        names = re.findall(r'<li><span class="who"><a[^>]*><bdi>([^<]*)</bdi></a>', page)
        assert names == sorted(names)
        assert len(names) == len(set(names))
        assert re.findall(r'<h2 id="letter-\d+">(\w)</h2>', page) == sorted(
            {each[0] for each in names}
        )
        won, lost = (
            sum(int(each) for each in re.findall(rf'title="[^"]*?(\d+) {word}', page))
            for word in ("won", "lost")
        )
        assert won == lost > 0


async def test_whoever_has_the_best_results_is_first_unless_names_are_asked_for(
    tmp_path: Path,
) -> None:
    async with served_hall(tmp_path / "drawn") as (director, hall):
        await drawn_ttt(director, hall, ["Ann", "Otto", "Ira"])
        nobody = (await director.get("/players")).text
        of_ttt = await director.get("/t/club/players")
        shown = (await director.get(of_ttt.headers["location"])).text
    for page in (nobody, shown):
        assert "<bdi>Otto</bdi>" in page
        assert "no match yet" not in page
        assert "No game is public yet." not in page
    played = played_out(tmp_path / "played", Clock())
    async with played as (served, _, _), served.client() as public:
        results = (await public.get("/players")).text
        asked = (await public.get("/players?order=results")).text
        letter = (await public.get("/players?letter=B")).text
    assert "of-players" in results.partition("<main")[2]
    rows = re.findall(r'<tr><td class="figure">.*?</tr>', results, re.DOTALL)
    assert rows
    for row in rows:
        assert ("medal" in row) <= ('class="score">+' in row)
    main = re.compile(r"<main.*</main>", re.DOTALL)
    assert main.findall(results) == main.findall(asked)
    assert "of-players" not in letter


async def test_the_players_of_a_tournament_or_letter_are_shown_alone(tmp_path: Path) -> None:
    async with played_out(tmp_path, Clock()) as (served, _, _), served.client() as public:
        of_letter = (await public.get("/players?letter=B")).text
        assert "<bdi>Brook</bdi>" in of_letter
        assert "<bdi>Fields</bdi>" not in of_letter
        assert 'href="/players">Show all</a>' in of_letter
        assert "<bdi>Fields</bdi>" in (await public.get("/players?tournament=club")).text
        none = (await public.get("/players?tournament=elsewhere")).text
        assert "Nothing in this list fits what you have chosen." in none
        assert (await public.get("/players?order=colour")).status_code == 422


async def test_a_person_has_a_record_form_and_matches_with_the_own_team_first(
    tmp_path: Path,
) -> None:
    async with played_out(tmp_path, Clock()) as (served, _, pairings), served.client() as public:
        own = (await public.get("/t/club/teams/Compass")).text
        person = own.partition('href="/players/')[2].partition('"')[0]
        page = one_line((await public.get(f"/players/{person}")).text)
        (record,) = re.findall(r"Won – drawn – lost</dt><dd>([^<]*)</dd>", page)
        of_matches = page.partition('id="matches"')[2]
        results = re.findall(r'<abbr class="(won|lost|level)"', of_matches)
        team, ranking = [(await public.get(at)).text for at in ("/t/club/standings", "/players")]
        assert "Won – drawn – lost" in team
        assert "Won – drawn – lost" in ranking
        head = page.partition('id="matches"')[0]
        assert re.findall(r'<abbr class="(won|lost|level)"', head) == results[:5]
        counts = [results.count(each) for each in ("won", "level", "lost")]
        assert record == "–".join(map(str, counts))
        first = re.findall(r'<a class="pair"[^>]*><bdi[^>]*>([^<]*)</bdi>', page)
        assert first == ["Compass"] * len(results)
        for each in pairings:
            played = "Compass" in (each["home"], each["away"])
            assert (f'href="/t/club/matches/{each["number"]}"' in page) is played


async def test_the_games_of_a_ttt_stand_on_the_pages_of_both_players_with_who_won(
    tmp_path: Path,
) -> None:
    async with served_hall(tmp_path) as (director, hall):
        first, second, _ = await drawn_ttt(director, hall, ["Ann", "Otto", "Ira"])
        await match(director, 1, first, second, "gammon")
        for one, other, score, result in (
            (first, second, "2–½", "won"),
            (second, first, "½–2", "lost"),
        ):
            page = one_line((await director.get(f"/players/{one.text}")).text)
            game = page.partition('class="single-games"')[2].partition("</ul>")[0]
            assert f'class="{result}"' in game
            assert f'href="/players/{other.text}"' in game
            assert f"<b>{score}</b>" in game
        shown = one_line((await director.get("/t/club/ttt")).text)
        game = shown.partition('class="single-games"')[2].partition("</ul>")[0]
        assert re.search(rf'<span class="won"><a href="/players/{first.text}"', game)
        assert "gammon" in game
        assert "By time" not in shown
        assert "1 of 3 games played" in shown
