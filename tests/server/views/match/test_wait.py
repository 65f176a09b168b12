"""What a match's page says while only the closed room plays, held against what then happened."""

import functools
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules import events as ev
from rules.games.known_games import GAMES
from rules.position import Side
from rules.room import Ending, Room, RoomResult
from rules.scoring.scales import CHECKERS, cube_refusals, left_refusals
from rules.scoring.teams import PerTeam, TeamPlace, ahead
from server.live.hub import LiveHub
from server.live.snapshot import PublicPhase, PublicSnapshot, public_protocol
from server.values.scored_match import sums
from server.views.match.first_glance import lead_words, most_words, next_words
from server.views.match.wait import Wait, wait_for_closed_room
from server.web.match_page.parts import page_fragments
from server.words.translation import words_for
from tests.server.live.following import hub_of
from tests.simulator.in_process import TwoRooms
from tests.support.ids import NAMES, match_id
from tests.support.rooms import scheduled, started
from tests.support.stored import stored

ENGLISH = words_for("en")
TEAMS = PerTeam("Compass", "Rudder")
LONG = pytest.mark.long
CASES = [
    ("backgammon", 9),
    pytest.param("backgammon", 2, marks=LONG),
    pytest.param("long-gammon", 5, marks=LONG),
    pytest.param("trictrac", 10, marks=LONG),
]


@functools.cache
def match(name: str, seed: int) -> list[ev.Event]:
    games = 2 if name == "trictrac" else 4
    rooms = TwoRooms.seated(seed=seed, timing=3, game=GAMES[name], games=games)
    rooms.play()
    return [scheduled(game_name=name, games=games), started(), *rooms.log]


def state(hub: LiveHub) -> PublicSnapshot:
    now = hub.snapshot(match_id(1))
    assert now is not None
    return now


def told(now: PublicSnapshot) -> Wait | None:
    return wait_for_closed_room(now, NAMES, ENGLISH)


def is_within(value: int, words: str) -> bool:
    least, _, most = words.partition("–")
    return int(least) <= value <= int(most or least)


@pytest.mark.parametrize(("name", "seed"), CASES)
def test_the_score_that_a_game_makes_is_in_a_row_of_the_wait_for_it(name: str, seed: int) -> None:
    events = match(name, seed)
    waits, hub = dict[int, Wait](), hub_of(*events[:2])
    for event in events[2:]:
        hub.receive(stored(1, (event,)))
        now = state(hub)
        wait = told(now)
        if wait is not None:
            waits[wait.game] = wait
        elif now.phase is PublicPhase.GAME_OVER and now.game in waits:
            check(waits.pop(now.game), now)
    assert events
    assert not waits or state(hub).phase is PublicPhase.OVER


def check(wait: Wait, now: PublicSnapshot) -> None:
    """The score after a game is in a row for the cube that the closed room had."""
    closed, (home, away) = now.results[now.game, Room.CLOSED], sums(public_protocol(now))
    tables = [table for table in wait.tables if table.cube in (0, closed.cube)]
    if closed.cube in {table.cube for table in wait.tables} or len(wait.tables) == 1:
        rows = [row for table in tables for row in table.rows]
        assert any(
            is_within(home, row.score.home) and is_within(away, row.score.away) for row in rows
        )


def waiting(events: Sequence[ev.Event]) -> tuple[LiveHub, Sequence[ev.Event]]:
    """A hub that first waits for the closed room alone, and the events that follow."""
    hub = hub_of(*events[:2])
    for count, event in enumerate(events[2:], start=3):
        hub.receive(stored(1, (event,)))
        if told(state(hub)) is not None:
            return hub, events[count:]
    raise AssertionError("nobody waits")


@pytest.mark.parametrize(("name", "seed"), CASES)
def test_no_part_of_the_page_changes_while_the_closed_room_goes_on(name: str, seed: int) -> None:
    hub, left = waiting(match(name, seed))
    parts = page_fragments(state(hub), "en", NAMES)
    played = 0
    for event in left:
        hub.receive(stored(1, (event,)))
        if told(state(hub)) is None:
            break
        played += isinstance(event, ev.RoomEvent) and event.room is Room.CLOSED
        assert page_fragments(state(hub), "en", NAMES) == parts
    assert played


def test_the_wait_names_who_has_the_winners_side_next_door_and_the_games_to_see_again() -> None:
    hub, _ = waiting(match("backgammon", 9))
    wait = told(state(hub))
    assert wait is not None
    assert wait.worth == "Here White made 4 IMP for Compass."
    assert wait.seats == "Next door Stonely has White for Rudder, with the same dice."
    assert wait.replays == [wait.game, wait.game - 1]
    assert [table.here for table in wait.tables] == [True, False, False]


def test_each_result_next_door_is_said_with_one_team_that_gains_and_the_score() -> None:
    hub, _ = waiting(match("backgammon", 9))
    wait = told(state(hub))
    assert wait is not None
    said = {row.result: (row.swing, row.score) for row in wait.tables[0].rows}
    assert list(said) == [
        "Compass wins a gammon or more",
        "Compass wins a single game",
        "Rudder wins less than here",
        "Rudder wins just as much",
        "Rudder wins more than here",
    ]
    here = [row.result for row in wait.tables[0].rows if row.here]
    assert here == ["Rudder wins just as much"]
    assert said["Rudder wins just as much"][0] == "the same for both"
    for table in wait.tables:
        for row in table.rows:
            gains = [team for team in (TEAMS.home, TEAMS.away) if f"{team} gains" in row.swing]
            assert len(gains) == (row.swing != "the same for both")


@pytest.mark.parametrize(("name", "seed"), CASES)
def test_results_that_leave_the_same_teams_to_gain_and_lead_are_one_row(
    name: str, seed: int
) -> None:
    wait = told(state(waiting(match(name, seed))[0]))
    assert wait is not None
    for table in wait.tables:
        kinds = [(row.result.split()[0], row.swing.split()[0], row.leads) for row in table.rows]
        assert len({*kinds}) == len(kinds)
        assert len({row.result for row in table.rows}) == len(table.rows)
        assert not any(side in row.result for row in table.rows for side in ("White", "Red"))


@functools.cache
def last_wait() -> PublicSnapshot:
    """The last game of a match, which only the closed room still plays, with the cube at 1."""
    events = match("backgammon", 9)
    hub = hub_of(*events[:2])
    for event in events[2:]:
        hub.receive(stored(1, (event,)))
        now = hub.snapshot(match_id(1))
        if now is not None and now.game == 4 and told(now) is not None:
            return now
    raise AssertionError("nobody waits in the last game")


def every_result(cube: int) -> Iterator[RoomResult]:
    """All results of a game with the cube at a value, the sides' losses alike."""
    for ending, left in product(Ending, range(1, CHECKERS + 1)):
        if not any(cube_refusals(ending, cube)) and not any(left_refusals(ending, left)):
            yield from (RoomResult(side, ending, left=left, cube=cube) for side in Side)


def winners(now: PublicSnapshot, cube: int) -> set[TeamPlace | None]:
    """Who wins the match, by every result of the closed room with the cube at that value."""
    opened = now.table.result
    assert opened is not None
    found = set[TeamPlace | None]()
    for closed in every_result(cube):
        both = {(4, Room.OPEN): opened, (4, Room.CLOSED): closed}
        home, away = sums(public_protocol(replace(now, results={**now.results, **both})))
        found.add(ahead(home - away))
    return found


@settings(max_examples=40, deadline=None)
@given(
    st.sampled_from(list(every_result(1))),
    st.lists(st.sampled_from(list(every_result(1))), min_size=3, max_size=3),
)
def test_a_match_is_called_won_exactly_if_it_is_whatever_happens_next_door(
    opened: RoomResult, closed: list[RoomResult]
) -> None:
    now = last_wait()
    results = {(game, Room.CLOSED): each for game, each in enumerate(closed, start=1)}
    now = replace(
        now,
        results={**now.results, **results},
        table=replace(now.table, result=opened),
    )
    wait, sure = told(now), winners(now, 1)
    assert wait is not None
    assert bool(wait.settled) is (len(sure) == 1 and None not in sure)
    if wait.settled:
        team = sure.pop()
        assert team is not None
        assert f"{TEAMS.of(team)} wins the match" in wait.settled
        turned = {each: winners(now, each) for each in sorted(table.cube for table in wait.tables)}
        losing = [cube for cube, won in turned.items() if team.opponent in won]
        level = [cube for cube, won in turned.items() if won != {team}]
        needs = f" {TEAMS.of(team.opponent)} needs it at {losing[0]} or more." if losing else ""
        assert wait.settled.endswith(f"whatever happens.{needs}")
        assert [wait.tables[0].cube] == [*losing, *level, 1][:1]


def test_a_match_without_a_cube_is_called_won_in_the_title() -> None:
    now = last_wait()
    assert isinstance(now.scheduled, ev.MatchScheduled)
    high = RoomResult(Side.RED, Ending.GAMMON, left=CHECKERS, cube=1)
    results = {(game, Room.OPEN): high for game in range(1, 4)}
    results |= {(game, Room.CLOSED): replace(high, loser=Side.WHITE) for game in range(1, 4)}
    without = replace(now.scheduled, game_name="long-gammon")
    wait = told(replace(now, scheduled=without, results={**now.results, **results}))
    assert wait is not None
    assert wait.title == "Compass wins the match whatever happens next door."
    assert wait.settled == ""


def test_no_match_is_called_won_before_its_last_game() -> None:
    wait = told(state(waiting(match("backgammon", 9))[0]))
    assert wait is not None
    assert wait.game < 4
    assert wait.settled == ""


def test_a_stranger_reads_who_leads_by_what_and_what_comes_next() -> None:
    events = match("backgammon", 9)
    teams, hub = TEAMS, hub_of(*events[:2])
    assert next_words(state(hub), ENGLISH) == ""
    leads, most, follows = set[str](), set[str](), set[str]()
    for event in events[2:]:
        hub.receive(stored(1, (event,)))
        leads.add(lead_words(state(hub), teams, ENGLISH))
        most.add(most_words(state(hub), ENGLISH))
        follows.add(next_words(state(hub), ENGLISH))
    assert "Rudder leads by 1 IMP." in leads
    assert "Game 2 gave them most: 15." in most
    assert {
        "Game 1 now, then game 2 of 4.",
        "Next: game 4 of 4.",
        "This is the last game.",
    } <= follows
    assert next_words(state(hub), ENGLISH) == ""
