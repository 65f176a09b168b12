"""The ranking of decisions at forks: counted once a match is judged, read from what was kept."""

import re
from pathlib import Path

from rules import commands as cmd
from rules.duplicate.forks import ForkKind
from rules.identities import MatchId
from rules.room import Room
from server.access import PUBLIC
from server.values.naming import Names, Person
from server.values.played_match import DUPLICATE, PersonTally, PlayedMatch
from tests.support.forms import one_line
from tests.support.ids import match_id
from tests.support.persons import person_id
from tests.support.served import DIRECTOR, opened
from yalta_extras.analysis.fork_book import (
    LEVEL,
    ForkTally,
    decision_ranking,
    fork_tallies,
    who_decided,
)
from yalta_extras.analysis.luck_sums import fork_cost
from yalta_extras.analysis.match_luck import MatchLuck
from yalta_extras.analysis.tests.lucky_hall import (
    InventedJudge,
    known_in,
    luck_in,
    lucky_hall,
    scored_in,
    use_luck,
)

ANN, BEA, CAT = (person_id(name) for name in ("Ann", "Bea", "Cat"))


def played(number: int) -> PlayedMatch:
    tallies = (PersonTally(person=ANN),)
    return PlayedMatch(match_id(number), ("A", "B"), "backgammon", DUPLICATE, tallies)


def names(**merged: str) -> Names:
    persons = {
        person_id(name): Person(
            person_id=person_id(name),
            names=(name,),
            merged_into=person_id(merged[name]) if name in merged else None,
        )
        for name in ("Ann", "Bea", "Cat")
    }
    return Names(persons)


FORKS: dict[MatchId, list[ForkTally]] = {
    match_id(1): [
        ForkTally(person=ANN, better=6, equal=1, worse=3, lost=0.5),
        ForkTally(person=BEA, better=3, equal=1, worse=6, lost=0.9),
    ],
    match_id(2): [ForkTally(person=CAT, better=4, lost=0.0)],
}


def test_who_gives_up_less_at_forks_is_ahead_and_too_few_give_no_place() -> None:
    matches = [played(1), played(2), played(3)]
    made = decision_ranking(matches, FORKS, lambda _: True, names(), least=10)
    assert [(row.place, row.name, row.tally.forks) for row in made.rows] == [
        (1, "Ann", 10),
        (2, "Bea", 10),
        (None, "Cat", 4),
    ]
    assert [round(row.mean, 3) for row in made.rows] == [0.05, 0.09, 0.0]
    assert (made.judged, made.matches) == (2, 3)


def test_a_match_that_is_not_over_counts_for_nobody_and_merged_persons_are_one() -> None:
    over = match_id(1)
    made = decision_ranking([played(1), played(2)], FORKS, over.__eq__, names(Bea="Ann"), 10)
    (row,) = made.rows
    assert (row.name, row.matches, row.tally.forks) == ("Ann", 1, 20)
    assert (made.judged, made.matches) == (1, 1)


async def test_tallies_are_those_of_every_play_at_a_fork_for_both_who_made_one(
    tmp_path: Path,
) -> None:
    async with lucky_hall(tmp_path, start=InventedJudge.start) as served:
        await known_in(served)
        await luck_in(served).judge_asked()
        known, (record, _) = await known_in(served), scored_in(served)
        judged = known.judged
        assert judged is not None
        tallies = {each.person: each for each in fork_tallies(record, known.compared, judged)}
        plays = [
            (game, fork)
            for game, shared in known.compared.shared.items()
            for fork in shared.forks
            if fork.kind is ForkKind.PLAY
        ]
        assert plays
        assert sum(each.forks for each in tallies.values()) == 2 * len(plays)
        assert sum(each.better - each.worse for each in tallies.values()) == 0
        for room, other in ((Room.OPEN, Room.CLOSED), (Room.CLOSED, Room.OPEN)):
            for person in {who_decided(record, game, room, fork) for game, fork in plays}:
                own = [
                    (fork_cost(judged, game, room, fork), fork_cost(judged, game, other, fork))
                    for game, fork in plays
                    if who_decided(record, game, room, fork) == person
                ]
                costs = [
                    (mine, theirs) for mine, theirs in own if mine is not None if theirs is not None
                ]
                better = sum(mine < theirs - LEVEL / 2 for mine, theirs in costs)
                assert tallies[person].better == better
                assert abs(tallies[person].lost - sum(mine for mine, _ in costs)) < 1e-9


async def test_the_pages_and_files_read_what_was_kept_and_no_match(tmp_path: Path) -> None:
    async with lucky_hall(tmp_path, start=InventedJudge.start) as served:
        async with served.client(PUBLIC) as client:
            assert (
                "No fork of these matches is judged yet."
                in (await client.get("/t/club/decisions?least=1")).text
            )
        await known_in(served)
        await luck_in(served).judge_asked()
    async with opened(tmp_path) as served, served.client(PUBLIC) as client:
        luck = MatchLuck(served.hall, served.hub, tmp_path / "luck")
        use_luck(served, luck)
        assert match_id(1) not in served.hall.matches
        for page in ("/t/club/decisions?least=1", "/decisions?least=1", "/decisions?year=1999"):
            text = (await client.get(page)).text
            assert ("Brook" in text) is ("least=1" in page), page
        table = (await client.get("/t/club/forms/decisions.json")).json()["tables"][0]
        over_all = (await client.get("/decisions.json")).json()["tables"][0]
        assert table["rows"] == over_all["rows"]
        assert {row[1] for row in table["rows"]} <= {"Brook", "Fields", "Holloway", "Stonely"}
        for ending in ("csv", "xlsx"):
            assert (await client.get(f"/decisions.{ending}")).status_code == 200
        refused = await client.get("/decisions.csv?from=2026-11-31")
        assert (refused.status_code, refused.json()["field"]) == (404, "from")
        assert match_id(1) not in served.hall.matches

        await served.hall.commands.to_persons(cmd.ErasePerson(person=person_id("Brook")), DIRECTOR)
        for page in ("/t/club/decisions?least=1", "/decisions?least=1"):
            text = (await client.get(page)).text
            assert "<bdi>Brook</bdi>" not in text
            assert "N. N." in text


async def test_the_field_asks_how_many_forks_give_a_place_and_refuses_what_none_can_be(
    tmp_path: Path,
) -> None:
    async with lucky_hall(tmp_path, start=InventedJudge.start) as served:
        await known_in(served)
        await luck_in(served).judge_asked()
        async with served.client(PUBLIC) as client:
            for page in ("/t/club/decisions", "/decisions"):
                asked = await client.get(f"{page}?least=")
                assert asked.status_code == 200
                assert field(asked.text) == 'value="10"'
                all_placed = (await client.get(f"{page}?least=1")).text
                assert field(all_placed) == 'value="1"'
                assert '<tr class="muted">' not in all_placed
                for typed in ("0", "1000", "ten", "-1", "²"):
                    refused = await client.get(page, params={"least": typed})
                    assert refused.status_code == 422
                    assert f"{typed} is not possible; allowed: 1 – 999" in refused.text
                    assert 'aria-describedby="least-why"' in field(refused.text)
            assert 'href="/decisions.csv?year=2026&amp;least=3"' in (
                (await client.get("/decisions?year=2026&least=3")).text
            )
            for least, placed in ((1, True), (999, False)):
                form = (await client.get(f"/decisions.json?least={least}")).json()
                assert all((row[0] != "–") is placed for row in form["tables"][0]["rows"])
            refused = await client.get("/decisions.csv?least=0")
            assert (refused.status_code, refused.json()["field"]) == (404, "least")


def field(page: str) -> str:
    """Return the value of the field for the least number of forks, and any mark of a refusal."""
    found = re.search(r'<input type="number" name="least" [^>]*?(value=[^>]*)>', one_line(page))
    assert found
    return found[1]
