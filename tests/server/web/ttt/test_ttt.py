"""A TTT run by its director and played by its players (rulings 18 to 20)."""

import asyncio
import itertools
import os
import re
import signal
from pathlib import Path
from typing import Any

import httpx
import pytest

from rules import commands as cmd
from rules.errors import MatchRefused
from rules.formats.ttt.deciding import TTT
from rules.formats.ttt.match_decisions import invites
from rules.formats.ttt.state import Forfeit
from rules.games.backgammon import BACKGAMMON
from rules.identities import PersonId, TournamentName
from rules.match_files.ids import position_id
from rules.match_play.state import TABLE
from rules.position import Side
from server.access import SERVER, Role, Visitor
from server.engine.evaluations import EvaluationStep
from server.hall import Hall
from tests.support.commands import happen, schedule_match_play
from tests.support.ids import match_id
from tests.support.needs import GNUBG
from tests.support.one_table import Habits, OneTable
from tests.support.persons import keep_persons
from tests.support.served import DIRECTOR, opened, served_hall
from tests.support.ttt import DESK, TTT_API, club, drawn_ttt, entrant, match, ordered

NAMES = ["Anna Brook", "Ben Fields", "Cora Hill", "Dora Moss"]
OPENING = "4HPwATDgc/ABMA"


async def posted(client: httpx.AsyncClient, address: str, **fields: object) -> httpx.Response:
    return await client.post(address, data={name: str(value) for name, value in fields.items()})


async def test_a_director_sets_a_ttt_up_on_its_page(tmp_path: Path) -> None:
    async with opened(tmp_path) as server, server.client(DIRECTOR) as client:
        assert "Set up a TTT" in (await client.get(DESK)).text
        preset = await posted(client, "/hall/t/club/tournament", order="preset", preset="ttt")
        assert preset.headers["location"] == DESK
        lines = "\n".join(NAMES)
        await posted(client, DESK, order="players", form="players", players=lines)
        await posted(client, DESK, order="draw", form="draw", groups=1, seen=4)
        page = (await client.get(DESK)).text
        assert all(name in page for name in NAMES)
        public = (await client.get("/t/club/ttt")).text
        assert all(name in public for name in NAMES)
        assert "1 to 2.7" in public
        assert 'href="/t/club"' in (await client.get("/tournaments")).text
        assert "TTT: 6 games to play" in (await client.get("/t/club")).text


async def test_two_groups_are_told_by_letters_and_who_was_removed_with_why(tmp_path: Path) -> None:
    async with opened(tmp_path) as server, server.client(DIRECTOR) as director:
        names = [*NAMES, "Erin Shaw", "Finn Wood", "Gail Marsh", "Hugh Moss"]
        first, *_ = await drawn_ttt(director, server.hall, names, groups=2)
        await ordered(director, "remove", player=first.text, reason="plays elsewhere")
        assert "plays elsewhere" in (await director.get(DESK)).text
        public = (await director.get("/t/club/ttt")).text
        assert "Group A" in public
        assert "Group B" in public
        assert "1 to 3 for a win, ½ for a loss" in public


async def test_a_player_invites_and_accepts_and_reports_by_a_personal_link(tmp_path: Path) -> None:
    async with opened(tmp_path) as server, server.client(DIRECTOR) as director:
        order = await drawn_ttt(director, server.hall, NAMES)
        inviter = order[0]
        invited = invites(order, inviter)[0]
        async with server.client(entrant(inviter)) as one, server.client(entrant(invited)) as two:
            assert (await one.get("/ttt")).headers["location"] == "/ttt/club"
            await posted(one, "/ttt/club", order="invite", opponent=invited)
            assert "You are invited" in (await two.get("/ttt/club")).text
            await posted(two, "/ttt/club", order="accept", opponent=inviter, match=4711)
            report = {"order": "report", "match": 4711, "winner": inviter}
            await posted(one, "/ttt/club", ending="gammon", **report)
            standings = (await director.get(TTT_API)).json()["groups"][0]["rows"]
            assert [each["points"] for each in standings[:2]] == ["2.0", "0.5"]
            await posted(two, "/ttt/club", ending="single", **report)
            assert "different results" in (await director.get(DESK)).text
            assert "the director decides" in (await one.get("/ttt/club")).text
            await ordered(director, "result", match=4711, winner=inviter.text, ending="single")
            page = (await one.get("/ttt/club")).text
            assert "1 of 3 games decided" in page


async def test_a_link_acts_for_its_own_player_alone(tmp_path: Path) -> None:
    async with opened(tmp_path) as server, server.client(DIRECTOR) as director:
        order = await drawn_ttt(director, server.hall, NAMES)
        await match(director, 5, order[0], order[1])
        async with server.client(entrant(order[2])) as other:
            report = {"match": 5, "winner": order[2].text, "ending": "single"}
            answer = await other.post(f"{TTT_API}/own", json={"order": "report", **report})
            assert answer.status_code == 409
            assert (await other.get(DESK)).status_code == 403
            assert (await other.post(TTT_API, json={"order": "rules"})).status_code == 403
        async with server.client(entrant(PersonId("stranger"))) as stranger:
            assert "You play in no TTT here" in (await stranger.get("/ttt")).text
            assert (await stranger.get("/ttt/club")).status_code >= 400


async def test_a_director_decides_no_match_of_his_own(tmp_path: Path) -> None:
    async with opened(tmp_path) as server, server.client(DIRECTOR) as director:
        order = await drawn_ttt(director, server.hall, NAMES)
        await match(director, 5, order[0], order[1])
        playing = Visitor(Role.DIRECTOR, order[0])
        async with server.client(playing) as player:
            result = {"order": "result", "match": 5, "winner": order[0].text, "ending": "gammon"}
            refused = await player.post(TTT_API, json=result)
            assert refused.status_code == 403
            assert "another director" in refused.text


async def test_links_are_made_once_and_shown_once_and_revoked(tmp_path: Path) -> None:
    async with opened(tmp_path) as server, server.client(DIRECTOR) as director:
        await drawn_ttt(director, server.hall, NAMES)
        sheet = await posted(director, f"{DESK}/links")
        paths = re.findall(r"/l/[\w-]+", sheet.text)
        assert len(set(paths)) == 4
        again = await posted(director, f"{DESK}/links")
        assert again.status_code == 409
        assert "Everyone who plays has a link" in again.text
        assert not re.findall(r"/l/[\w-]+", again.text)
        async with server.client() as anybody:
            came = await anybody.get(paths[0])
            assert came.headers["location"] == "/ttt"
        for player in club(server.hall).state.of(TTT).players:
            await posted(director, f"{DESK}/links/revoke", player=player)
        async with server.client() as anybody:
            assert (await anybody.get(paths[1])).status_code >= 400


async def test_a_time_out_is_adjudicated_by_hand_without_the_engine(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr("server.engine.gnubg_process._GAMES", str(tmp_path))
    async with served_hall(tmp_path) as (director, hall):
        order = await drawn_ttt(director, hall, NAMES)
        await match(director, 5, order[0], order[1])
        lost = {"loser": order[0].text, "position": OPENING, "who": order[0].text}
        await ordered(director, "forfeit", match=5, **lost)
        assert "apt install gnubg" in (await director.get(DESK)).text
        assert "awaiting a decision" in (await director.get("/t/club/ttt")).text
        await ordered(director, "adjudicate", match=5, wins=82.5, gammons=30.3, backgammons=0.3)
        (known,) = (await director.get(TTT_API)).json()["matches"]
        assert (known["points"], known["settled"], known["engine"]) == (["0.0", "1.7"], True, "")
        assert "awaiting a decision" not in (await director.get("/t/club/ttt")).text


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"wins": 50, "gammons": 60, "backgammons": 0}, "gammons"),
        ({"wins": 50, "gammons": 10, "backgammons": 20}, "backgammons"),
    ],
)
async def test_figures_that_cannot_be_come_back_with_their_form(
    tmp_path: Path, fields: dict[str, int], field: str
) -> None:
    async with served_hall(tmp_path) as (director, hall):
        order = await drawn_ttt(director, hall, NAMES)
        await match(director, 5, order[0], order[1])
        await ordered(director, "forfeit", match=5, loser=order[0].text)
        sent = {"order": "adjudicate", "form": "match-5", "match": 5, **fields}
        page = await posted(director, DESK, **sent)
        assert page.status_code == 409
        assert f'id="match-5-{field}-why"' in page.text


async def play_all(director: httpx.AsyncClient, hall: Hall, order: tuple[PersonId, ...]) -> None:
    """276 games: the first three win all but those in a circle among them, the third loses one more
    to the fourth, the last times out twelve times."""
    sleeper = order[-1]
    numbers = itertools.count(1000)
    for one, two in itertools.combinations(range(24), 2):
        winner, loser = (order[2], order[0]) if (one, two) == (0, 2) else (order[one], order[two])
        if (one, two) == (2, 3):
            winner, loser = order[3], order[2]
        number = next(numbers)
        if loser == sleeper and one >= 11:
            await match(director, number, winner, loser)
            await ordered(director, "forfeit", match=number, loser=loser.text)
        else:
            await match(director, number, winner, loser, "single")
    assert len(club(hall).state.of(TTT).matches) == 276


@pytest.mark.long
async def test_a_ttt_of_24_is_played_to_its_winner(tmp_path: Path) -> None:
    async with served_hall(tmp_path) as (director, hall):
        names = [f"Player {number:02}" for number in range(24)]
        order = await drawn_ttt(director, hall, names)
        await play_all(director, hall, order)
        table = (await director.get(TTT_API)).json()["groups"][0]
        removed = [row["player"] for row in table["rows"] if not row["place"]]
        assert removed == [order[-1].text]
        assert {row["played"] for row in table["rows"] if row["place"]} == {22}
        first, second, third = order[:3]
        assert (table["winner"], table["tie"]) == (first.text, "head-to-head")
        assert {row["player"] for row in table["rows"][:2]} == {first.text, second.text}
        corrected = next(
            each
            for each in club(hall).state.of(TTT).matches.values()
            if each.pair == {third, order[3]}
        )
        await ordered(
            director,
            "result",
            match=corrected.number,
            was=corrected.known_as,
            winner=third.text,
            ending="single",
            reason="read off the wrong line",
        )
        table = (await director.get(TTT_API)).json()["groups"][0]
        assert (table["winner"], table["tie"]) == ("", "open")
        assert {row["points"] for row in table["rows"][:3]} == {"21.5"}
        await ordered(director, "mini", group=1)
        for number, (winner, loser) in enumerate(
            ((third, first), (third, second), (second, first)), 2000
        ):
            await match(director, number, winner, loser, "gammon", mini=1)
        table, mini = (await director.get(TTT_API)).json()["groups"]
        assert (table["winner"], mini["winner"], table["tie"]) == (
            third.text,
            third.text,
            "mini-TTT",
        )
        page = (await director.get("/t/club/ttt")).text
        assert "the mini-TTT has decided" in page
        form = await director.get("/t/club/forms/ttt.pdf")
        assert form.content.startswith(b"%PDF")


@pytest.mark.long
@GNUBG.required
async def test_the_engine_adjudicates_also_when_it_is_killed_in_the_middle(tmp_path: Path) -> None:
    async with served_hall(tmp_path) as (director, hall):
        order = await drawn_ttt(director, hall, NAMES)
        queue = hall.adjudications.evaluations
        lost = {"loser": order[0].text, "position": OPENING}
        await match(director, 5, order[0], order[1])
        await match(director, 6, order[0], order[2])
        await ordered(director, "forfeit", match=5, who=order[1].text, **lost)
        (first, _) = await settled(director, hall, 5)
        engine = queue.process_id
        assert engine is not None
        os.kill(engine, signal.SIGSTOP)  # it stands still, so that it cannot be done too soon
        await ordered(director, "forfeit", match=6, who=order[0].text, **lost)
        while not running(hall, 6):  # noqa: ASYNC110
            await asyncio.sleep(0)
        assert "is being evaluated, attempt 1" in (await director.get(DESK)).text
        os.kill(engine, signal.SIGKILL)
        (_, second) = await settled(director, hall, 6)
        assert queue.restarts == 1
        assert re.fullmatch(r"GNU Backgammon [\d.]+", second["engine"])
        # On roll in the opening position one wins 52.5 % and scores 1.4; the other side's share of
        # it is 47.5 %, which comes to 1.4 as well.
        assert first["points"] == second["points"] == ["0.0", "1.4"]
        wins = [float(each["figures"][0]) for each in (first, second)]
        assert wins[0] > 0.5 > wins[1]
        assert wins[0] + wins[1] == pytest.approx(1)
        assert "net 1.00, 2-ply" in (await director.get("/t/club/ttt")).text


def running(hall: Hall, number: int) -> bool:
    known = hall.adjudications.progress(club(hall).tournament, number)
    return known is not None and known.step is EvaluationStep.RUNNING


async def settled(director: httpx.AsyncClient, hall: Hall, number: int) -> list[Any]:
    """All matches, once that one is adjudicated."""
    while unsettled(hall, number):  # noqa: ASYNC110
        await asyncio.sleep(0)
    return list((await director.get(TTT_API)).json()["matches"])


def unsettled(hall: Hall, number: int) -> bool:
    known = club(hall).state.of(TTT).matches[number].decided
    return isinstance(known, Forfeit) and known.adjudication is None


async def test_the_last_position_of_a_game_at_a_board_here_is_taken_from_its_log(
    tmp_path: Path,
) -> None:
    async with served_hall(tmp_path) as (director, hall):
        players = await keep_persons(hall.persons, NAMES)
        order = await drawn_ttt(director, hall, [each.text for each in players])
        await schedule_match_play(hall, white=NAMES[0], red=NAMES[1], length=1)
        await match(director, 5, players[0], players[1])
        lost = {"loser": players[0].text, "position": "club/1"}
        refused = await director.post(TTT_API, json={"order": "forfeit", "match": 5, **lost})
        assert refused.status_code == 409
        assert "under way" in refused.text
        table = OneTable.seated(BACKGAMMON, 1, 8, Habits(slip=0.0, resign=0.0))
        for _ in range(20):
            table.step()
        await happen(hall, 1, *table.history[1:])
        await ordered(director, "forfeit", match=5, **lost)
        known = club(hall).state.of(TTT).matches[5].decided
        at_board = hall.match(match_id(1)).record.state
        assert isinstance(known, Forfeit)
        assert at_board is not None
        side = at_board.table(TABLE).on_turn
        assert side is not None
        assert known.position == position_id(at_board.table(TABLE).position, side) != OPENING
        assert known.on_roll == players[0 if side is Side.WHITE else 1]
        assert set(order) == set(players)


async def test_a_tournament_says_that_its_ttt_is_running_once_a_game_has_begun(
    tmp_path: Path,
) -> None:
    async with served_hall(tmp_path) as (director, hall):
        first, second, _ = await drawn_ttt(director, hall, ["Ann", "Otto", "Ira"])
        assert "Running" not in (await director.get("/t/club")).text
        await match(director, 4711, first, second)
        for path in ("/", "/t/club"):
            assert "Running" in (await director.get(path)).text


async def test_a_tournament_is_not_removed_while_its_ttt_has_a_match(tmp_path: Path) -> None:
    async with served_hall(tmp_path) as (director, hall):
        await hall.commands.to_hall(cmd.CreateTournament(TournamentName("other")), SERVER)
        order = await drawn_ttt(director, hall, NAMES)
        await match(director, 4711, order[0], order[1])
        removal = cmd.WithdrawTournament(tournament=club(hall).tournament, reason="by mistake")
        with pytest.raises(MatchRefused, match="4711"):
            await hall.commands.to_hall(removal, SERVER)
        await ordered(director, "strike", match=4711, reason="another one's")
        await hall.commands.to_hall(removal, SERVER)
        assert [name.text for name in hall.tournaments.names.values()] == ["other"]
