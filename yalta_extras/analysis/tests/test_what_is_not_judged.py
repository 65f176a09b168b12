"""Matches, and rooms, without luck and forks: pages and forms say so, and why."""

from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

import pytest_asyncio

from rules import events as ev
from rules.games.backgammon import BACKGAMMON
from rules.games.known_games import GAMES
from rules.position import Move
from rules.room import Room
from rules.scoring.teams import TeamPlace, side_of
from server.matches.match_record import MatchRecord
from server.values.naming import Names
from server.values.scored_match import AnyProtocol
from server.words.translation import words_for
from tests.server.web.results.test_kept_by_hand import (
    OPERATOR,
    confirmed,
    kept,
    lined_up,
    signed,
    the_final,
)
from tests.support.finished_hall import until_known_over
from tests.support.ids import match_id
from tests.support.served import DIRECTOR, opened
from yalta_extras.analysis.compared_rooms import Place, compared_games, compared_rooms
from yalta_extras.analysis.judged import JudgedMatch
from yalta_extras.analysis.luck_sums import LuckKnown
from yalta_extras.analysis.luck_tables import LuckTables, luck_tables
from yalta_extras.analysis.tests.lucky_hall import (
    InventedJudge,
    known_in,
    luck_in,
    lucky_hall,
    scored_in,
)

NO_OTHER_GAME = {
    "en": "Luck and forks are worked out for backgammon only.",
    "uk": "Везіння й розвилки обчислюються лише для коротких нардів.",
    "ru": "Везение и развилки вычисляются только для коротких нард.",
}
NOT_RECORDED = {
    "en": "No luck and no forks: the positions of this match were not recorded.",
    "uk": "Без везіння й розвилок: позиції цього матчу не записувались.",
    "ru": "Без везения и развилок: позиции этого матча не записывались.",
}
NOT_REPLAYED = {
    "en": "No luck and no forks: the plays recorded in this match cannot be replayed.",
    "uk": "Без везіння й розвилок: записані ходи цього матчу не можна відтворити.",
    "ru": "Без везения и развилок: записанные ходы этого матча нельзя воспроизвести.",
}


@dataclass(frozen=True)
class Played:
    """The judged match of which the test cases are variants, each with one thing changed."""

    record: MatchRecord
    protocol: AnyProtocol
    history: tuple[ev.Event, ...]
    judged: JudgedMatch

    def tables_of(self, known: LuckKnown, language: str = "en") -> LuckTables:
        return luck_tables(known, self.record, self.protocol, Names({}), words_for(language))

    def recorded_without(self, *rooms: Room) -> LuckKnown:
        settings = (ev.RecordingSet(room=room, positions=False) for room in rooms)
        begun, *rest = self.history
        compared = compared_games((begun, *settings, *rest))
        games = {place: self.judged.games[place] for place in compared.throws}
        judged = replace(self.judged, games=games) if games else None
        return LuckKnown(compared, judged, None, installed=True)


@pytest_asyncio.fixture
async def played(tmp_path: Path) -> AsyncIterator[Played]:
    async with lucky_hall(tmp_path, start=InventedJudge.start) as served:
        await known_in(served)
        await luck_in(served).judge_asked()
        judged = (await known_in(served)).judged
        assert judged is not None
        record, protocol = scored_in(served)
        history = tuple(served.hall.match(match_id(1)).history)
        yield Played(record, protocol, history, judged)


async def test_of_other_games_and_without_recorded_positions_there_is_none(played: Played) -> None:
    for game in GAMES.keys() - {BACKGAMMON.name}:
        compared = compared_rooms(replace(played.record, game=GAMES[game]), played.history)
        assert compared is not None
        for language, sentence in NO_OTHER_GAME.items():
            tables = played.tables_of(LuckKnown(compared, None, None, installed=True), language)
            assert tables == LuckTables((), (sentence,))
    for language, sentence in NOT_RECORDED.items():
        tables = played.tables_of(played.recorded_without(*Room), language)
        assert tables == LuckTables((), (sentence,))


async def test_of_a_match_whose_plays_cannot_be_replayed_another_reason_is_told(
    played: Played,
) -> None:
    from_the_bar = (Move(25, 20), Move(25, 20))
    compared = compared_games(
        [
            replace(each, moves=from_the_bar) if isinstance(each, ev.PlayMade) else each
            for each in played.history
        ]
    )
    assert not compared.has_positions
    for language, sentence in NOT_REPLAYED.items():
        tables = played.tables_of(LuckKnown(compared, None, None, installed=True), language)
        assert tables == LuckTables((), (sentence,))


async def test_of_a_match_kept_by_hand_no_page_and_no_protocol_says_anything_of_luck(
    tmp_path: Path,
) -> None:
    async with opened(tmp_path) as served, served.client(DIRECTOR) as director:
        await lined_up(director)
        await kept(director, the_final())
        async with served.client(OPERATOR) as second:
            await confirmed(second)
        await signed(director)
        await until_known_over(served.hub, match_id(1))
        page = (await director.get("/t/club/matches/1")).text
        assert "Moscow" in page
        protocol = (await director.get("/t/club/matches/1/forms/protocol.html")).text
        section = page.partition('<div id="luck">')[2].partition("</div>")[0]
        assert section == ""
        for text in (page, protocol):
            assert "forms/luck" not in text
            assert "take-home" not in text
            assert "Luck" not in text
            assert " luck" not in text
        form = (await director.get("/t/club/matches/1/forms/luck.html")).text
        assert NOT_RECORDED["en"] in form


def _with_luck(judged: JudgedMatch, of_home: Mapping[Place, float]) -> JudgedMatch:
    """Those games with so much luck of the home team in each, all of it in the first turn."""
    games = {}
    for place, turns in judged.games.items():
        sign = 1 if turns[0].side is side_of(TeamPlace.HOME, place[1]) else -1
        none = [replace(turn, luck_imp=0.0) for turn in turns]
        none[0] = replace(none[0], luck_imp=sign * of_home.get(place, 0.0))
        games[place] = tuple(none)
    return replace(judged, games=games)


async def test_bad_luck_is_said_where_it_is_more_than_its_error(
    played: Played,
) -> None:
    compared = compared_games(played.history)
    known = LuckKnown(compared, played.judged, None, installed=True)
    home, away = played.record.teams
    for all_by_dice, team in ((1, away), (-1, home)):
        judged = _with_luck(played.judged, dict.fromkeys(compared.throws, 9.0 * all_by_dice))
        finding = played.tables_of(replace(known, judged=judged)).finding
        by = 9 * len(compared.throws)
        said = f"By the dice {team} had {by}.0 IMP of bad luck, as the engine sees it"
        assert finding.startswith(said)
    assert played.tables_of(replace(known, judged=_with_luck(played.judged, {}))).finding == ""
    assert played.tables_of(played.recorded_without(Room.OPEN)).finding == ""


async def test_a_room_without_positions_is_named_once_and_has_no_figures(played: Played) -> None:
    tables = played.tables_of(played.recorded_without(Room.OPEN))
    assert tables.notes == ("Open room: no luck and no forks, its positions were not recorded.",)
    players, adjusted = tables.tables
    assert {row[2] for row in players.rows} == {"Closed room"}
    assert [row[:2] for row in adjusted.rows] == [("Closed room", "4")]
    assert adjusted.sums == ()
    assert not [note for note in adjusted.notes if "open room" in note]
