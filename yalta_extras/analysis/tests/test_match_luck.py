"""The luck of a match that is over: judged in a process beside play, kept, and told on pages."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from rules.luck.chances import Throw
from rules.room import Room
from server.access import PUBLIC
from tests.support.finished_hall import hall_with
from tests.support.full_hall import Planned
from tests.support.ids import match_id
from tests.support.served import Served
from yalta_extras.analysis.judged import (
    JudgedMatch,
    JudgedTurn,
    JudgingFailed,
    NotJudged,
    read,
    written,
)
from yalta_extras.analysis.luck_sums import (
    JudgingStep,
    LuckKnown,
    adjusted_rooms,
    left_out,
    player_lucks,
)
from yalta_extras.analysis.match_luck import ATTEMPTS, MatchLuck
from yalta_extras.analysis.tests.lucky_hall import (
    PAGE,
    known_in,
    luck_in,
    lucky_hall,
    scored_in,
    use_luck,
)
from yalta_extras.analysis.tests.recorded_judgements import RecordedJudge, recorded


async def test_a_match_that_is_over_is_judged_kept_and_told(tmp_path: Path) -> None:
    judging = lucky_hall(tmp_path, start=RecordedJudge.start)
    async with judging as served, served.client(PUBLIC) as client:
        before = (await client.get(PAGE)).text
        assert "The luck of this match is about to be worked out." in before
        assert "IMP without the luck of the dice" not in before
        await luck_in(served).judge_asked()
        known = await known_in(served)
        judged = known.judged
        assert judged is not None
        assert judged == recorded()
        assert judged == read(written(judged))

        _check_sums(served, known, judged)

        after = (await client.get(PAGE)).text
        csv = (await client.get(f"{PAGE}/forms/luck.csv")).text
        form = (await client.get(f"{PAGE}/protocol.json")).json()
        second = (await client.get(f"{PAGE}/forms/protocol.html")).text
        for text in (after, csv, second):
            assert "IMP without the luck of the dice" in text
            assert "Judged by gnubg-nn" in text
        headings = ["Luck and play", "IMP without the luck of the dice"]
        headings += ["How long both rooms stayed the same", "Forks"]
        assert [table["heading"] for table in form["luck"]] == headings
        assert form["home"]["imp"] == scored_in(served)[1].imp.home

        again = MatchLuck(served.hall, served.hub, tmp_path / "luck")
        of_file = await again.known(match_id(1))
        assert of_file is not None
        assert of_file.judged == judged


def _check_sums(served: Served, known: LuckKnown, judged: JudgedMatch) -> None:
    """Check that rooms' luck is the sum of their players', and the match's IMP the protocol's."""
    record, protocol = scored_in(served)
    assert left_out(known.compared, judged, protocol) == ()
    rooms = adjusted_rooms(known.compared, judged, protocol)
    assert rooms.both.imp == protocol.difference
    players = {(each.room, each.team): each.imp for each in player_lucks(record, judged)}
    for room in Room:
        of_both = players[room, "Compass"] - players[room, "Rudder"]
        assert rooms.by_room[room].luck == pytest.approx(of_both)
    assert rooms.both.adjusted == pytest.approx(protocol.difference - rooms.both.luck)


async def test_without_an_engine_it_says_what_to_install_and_leads_to_the_forks(
    tmp_path: Path,
) -> None:
    async with lucky_hall(tmp_path, installed=False) as served, served.client(PUBLIC) as client:
        for language, install in (
            ("en", "nets are not installed on this server"),
            ("uk", "не встановлено мереж GNU Backgammon"),
            ("ru", "не установлены сети GNU Backgammon"),
        ):
            headers = {"accept-language": language}
            for path in (PAGE, f"{PAGE}/forms/protocol.html", f"{PAGE}/forms/luck"):
                page = (await client.get(path, headers=headers)).text
                assert install in page
                assert "pipx inject yalta gnubg-nn" in page
                assert "g2/w4" in page
        assert (await known_in(served)).progress is None
        assert not (tmp_path / "luck").exists()

        to_turn = await client.get(f"{PAGE}/g2/w4")
        assert to_turn.status_code == 303
        step = (await client.get(to_turn.headers["location"])).text
        assert 'data-place="/g2/m8"' in step
        assert "White 3-1: 5/2 9/8" in step
        none = [await client.get(f"{PAGE}/g2/{name}") for name in ("w99", "m999")]
        assert [each.status_code for each in none] == [404, 404]
        assert none[0].text == none[1].text


async def test_before_the_match_is_over_nothing_is_known_asked_or_kept(tmp_path: Path) -> None:
    under_way = Planned("Compass", "Rudder", steps=300)
    async with hall_with(tmp_path, under_way) as served, served.client(PUBLIC) as client:
        luck = MatchLuck(served.hall, served.hub, tmp_path / "luck", installed=lambda: True)
        use_luck(served, luck)
        page = (await client.get(PAGE)).text
        form = await client.get(f"{PAGE}/protocol.json")
        assert "Luck" not in page
        assert "luck" not in form.json()
        empty = (await client.get(f"{PAGE}/forms/luck.json")).json()
        assert empty["tables"] == []
        assert empty["notes"] == [
            "Luck and forks are worked out by the server once the match is over."
        ]
        assert await luck.known(match_id(1)) is None
        luck.ask(match_id(1))
        await luck.judge_asked()
        assert luck.progress(match_id(1)) is None
        assert not (tmp_path / "luck").exists()


class Ending:
    """A stand-in for the judging process, which ends when it is asked for a judgement."""

    started = 0

    @classmethod
    async def start(cls) -> "Ending":
        cls.started += 1
        return cls()

    async def judged(self, throws: Sequence[Throw]) -> tuple[JudgedTurn, ...]:
        raise JudgingFailed("it ended")

    async def close(self) -> None:
        pass


async def test_a_process_that_keeps_ending_is_given_up_and_the_page_says_so(tmp_path: Path) -> None:
    async with lucky_hall(tmp_path, installed=False) as served, served.client(PUBLIC) as client:
        luck = MatchLuck(
            served.hall, served.hub, tmp_path / "luck", installed=lambda: True, start=Ending.start
        )
        use_luck(served, luck)
        luck.ask(match_id(1))
        await luck.judge_asked()
        assert Ending.started == ATTEMPTS
        progress = (await known_in(served)).progress
        assert progress is not None
        assert progress.step is JudgingStep.FAILED
        page = (await client.get(PAGE)).text
        assert "could not be worked out" in page
        assert "Look again" not in page


async def test_what_cannot_be_kept_on_the_disk_is_told_all_the_same(tmp_path: Path) -> None:
    async with lucky_hall(tmp_path, start=RecordedJudge.start) as served:
        (tmp_path / "luck").write_text("a file where the folder would be", encoding="utf-8")
        await known_in(served)
        await luck_in(served).judge_asked()
        known = await known_in(served)
        assert known.judged is not None
        assert known.progress is None


def test_what_another_version_kept_is_judged_anew() -> None:
    for text in ('{"version": 0}', "", "[]", '{"version": 1}'):
        with pytest.raises(NotJudged):
            read(text)
