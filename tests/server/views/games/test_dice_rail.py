"""The dice rail: what its rows say while a game is played, and once both rooms have played it."""

from dataclasses import replace

import pytest

from rules import events as ev
from rules.events import Embargo
from rules.games.backgammon import BACKGAMMON
from rules.games.game import Game
from rules.games.known_games import GAMES
from rules.position import Side
from rules.room import Ending, Room, RoomResult
from server.live import facts as fx
from server.live.snapshot import PublicPhase, PublicSnapshot
from server.views.games.positions import story_of
from server.views.games.public import RailRow, live_rail, pace_words, story_rail
from server.views.match.public import move_lines
from server.web.match_page.parts import rail_html
from server.words.translation import words_for
from tests.server.live.by_hand import entered, lost, public_match
from tests.server.live.following import hub_of, whole_match
from tests.simulator.in_process import TwoRooms
from tests.support.ids import match_id
from tests.support.rooms import scheduled, started

ENGLISH = words_for("en")


def rows(now: PublicSnapshot) -> list[RailRow]:
    game = GAMES[now.scheduled.game_name]
    return live_rail(now, now.game, move_lines(now.table.facts, game, ENGLISH), ENGLISH)


def known(events: list[ev.Event]) -> PublicSnapshot:
    now = hub_of(*events).snapshot(match_id(1))
    assert now is not None
    return now


def on_the_way(match: list[ev.Event], **of: object) -> PublicSnapshot:
    """A snapshot in the middle of game 1 in which dice are public and their play is not."""
    for last in range(40, len(match)):
        now = known(match[:last])
        if now.game == 1 and now.table.thrown and now.table.last_play is None:
            return replace(now, **of)  # type: ignore[arg-type]
    raise AssertionError("no turn of this match is half public")


def test_the_closed_room_has_the_dice_until_the_play_of_the_open_one_is_told() -> None:
    *before, last = rows(on_the_way(whole_match()))
    assert last.open is not None
    assert last.closed is not None
    assert (last.open.text, last.closed.text) == ("still to play", "playing this roll now")
    turns = [row for row in before if row.turn]
    assert turns
    assert {row.closed.text for row in turns if row.closed} == {"played"}
    assert all(row.open and row.open.text != "still to play" for row in turns)


def test_a_roll_that_a_game_ended_on_is_not_still_to_be_played() -> None:
    now = on_the_way(whole_match(), phase=PublicPhase.OVER)
    last = rows(now)[-1]
    assert last.open is not None
    assert (last.open.text, last.closed) == ("not played", None)


@pytest.mark.parametrize("phase", [PublicPhase.GAME_OVER, PublicPhase.OVER])
def test_a_game_that_is_over_says_what_the_closed_room_played_and_nothing_else(
    phase: PublicPhase,
) -> None:
    now = replace(known(whole_match()), phase=phase)
    closed = now.finished[now.game].closed
    assert closed is not None
    played = {(each.side, each.turn) for each in closed if isinstance(each, fx.PlayShown)}
    told = [row for row in rows(now) if row.dice is not None]
    assert {(row.side, row.turn) for row in told if row.closed} == played & {
        (row.side, row.turn) for row in told
    }
    assert {row.closed.text for row in told if row.closed} == {"played"}


def test_the_larger_die_stands_first_but_in_an_opening_throw_white_s() -> None:
    now = known(whole_match()[:150])
    thrown = {
        (fact.side, fact.turn): fact for fact in now.table.facts if isinstance(fact, fx.DiceShown)
    }
    assert {each.opening for each in thrown.values()} == {True, False}
    for row in rows(now):
        if row.dice is not None:
            fact = thrown[row.side, row.turn]
            expected = fact.dice if fact.opening else fact.dice.larger_first
            assert row.dice == expected
    assert any(each.dice != each.dice.larger_first for each in thrown.values())


def test_a_row_whose_rooms_were_won_by_different_sides_names_the_closed_rooms() -> None:
    closed = lost(Room.CLOSED, Side.WHITE)
    both = (entered(Room.OPEN), ev.ResultEntered(**closed, opening=None, by="clerk"))
    story = story_of(public_match(*both).snapshot(), 1, ENGLISH)
    assert story is not None
    (row,) = story_rail(story, ENGLISH)
    assert row.side is Side.WHITE
    assert row.open is not None
    assert row.closed is not None
    assert (row.open.text, row.closed.text) == ("wins with a gammon", "Red wins with a gammon")


def test_its_turn_is_that_of_the_newest_dice_then_the_next_one() -> None:
    now = on_the_way(whole_match())
    thrown = now.table.thrown
    assert thrown is not None
    name = {"white": "White", "red": "Red"}
    assert pace_words(now, ENGLISH) == (
        f"Closed room: {name[thrown.side.value]}, turn {thrown.turn}."
    )
    other = thrown.side.opponent
    of_other = [
        fact.turn
        for fact in now.table.facts
        if isinstance(fact, fx.DiceShown) and fact.side is other
    ]
    play = fx.PlayShown(
        game=1,
        side=thrown.side,
        turn=thrown.turn,
        moves=(),
        position=BACKGAMMON.start(),
        condoned=False,
    )
    after = replace(now, table=replace(now.table, last_play=play, on_turn=other))
    assert pace_words(after, ENGLISH) == (
        f"Closed room: {name[other.value]}, turn {max(of_other, default=0) + 1}."
    )


@pytest.mark.parametrize("of", [{"paced": False}, {"held": True}])
def test_nothing_is_said_of_the_closed_room_where_the_feed_does_not_follow_it(
    of: dict[str, object],
) -> None:
    now = on_the_way(whole_match(), **of)
    assert pace_words(now, ENGLISH) == ""
    if not now.paced:
        assert {row.closed for row in rows(now)} == {None}


def test_a_game_told_live_for_a_while_says_no_more_of_the_closed_room() -> None:
    match = whole_match()
    begun = next(place for place, event in enumerate(match) if isinstance(event, ev.RollThrown))
    live = ev.EmbargoSet(embargo=Embargo.LIVE, by="director", reason="a broadcast")
    again = replace(live, embargo=Embargo.LOCKSTEP)
    assert known(match[: begun + 20]).paced
    assert not known([*match[:begun], live, *match[begun : begun + 20], again]).paced


def end(step: fx.EndStep, ending: Ending | None) -> fx.EndShown:
    return fx.EndShown(game=1, side=Side.RED, step=step, ending=ending, left=15)


def test_a_claim_that_was_accepted_leaves_its_row_to_what_tells_the_same_after_it() -> None:
    result = RoomResult(loser=Side.RED, ending=Ending.PASS, left=15, cube=1)
    claimed = end(fx.EndStep.CLAIMED, Ending.PASS)
    refused = end(fx.EndStep.REFUSED, None)
    facts: list[fx.TableFact] = [
        claimed,
        refused,
        claimed,
        fx.OpenGameFinished(game=1, result=result),
    ]
    now = known(whole_match()[:40])
    for count in range(1, len(facts) + 1):
        lines = move_lines(facts[:count], BACKGAMMON, ENGLISH)
        live = live_rail(now, 1, lines, ENGLISH)
        assert [row.step for row in live] == [f"m{order}" for order in range(1, count + 1)]
        assert [row.accepted for row in live] == [
            count == 4 and order == 2 for order in range(count)
        ]


def test_a_roll_played_in_both_rooms_says_so_once_and_one_rooms_alone_has_a_tick_there() -> None:
    now = dice_alone()
    for game in now.finished:
        story = story_of(now, game, ENGLISH)
        assert story is not None
        rail = story_rail(story, ENGLISH)
        assert any(row.both for row in rail)
        for row in rail:
            html = rail_html([row], "/m", game, ENGLISH, two_rooms=True).partition("<tbody>")[2]
            played = [bool(each and each.played) for each in (row.open, row.closed)]
            assert row.both == all(played)
            assert html.count('class="tick"') == (played.count(True) == 1)
            assert html.count("played in both rooms") == row.both


def dice_alone() -> PublicSnapshot:
    """A finished match at tables that recorded no positions."""
    rooms = TwoRooms.seated(seed=9, timing=3, unrecorded=frozenset(Room), games=4)
    rooms.play()
    recorded = [ev.RecordingSet(room=room, positions=False) for room in Room]
    return known([scheduled(), started(), *recorded, *rooms.log])


def test_the_story_of_a_game_leaves_out_the_claims_that_its_live_rail_left_out() -> None:
    now, accepted = dice_alone(), 0
    for game in now.finished:
        story = story_of(now, game, ENGLISH)
        assert story is not None
        assert story.closed is not None
        rail = story_rail(story, ENGLISH)
        assert [row.step for row in rail] == [step.link for step in story.steps]
        live = {row.step for row in live_rail(now, game, story.open.lines, ENGLISH) if row.accepted}
        told = {row.step for row in rail if row.open and row.accepted}
        accepted += len(told)
        assert told <= live
        assert {row.step for row in rail if row.step in live and row.closed is None} <= told
    assert accepted


@pytest.mark.parametrize("name", ["backgammon", "long-gammon", "trictrac"])
def test_both_rooms_stand_beside_each_roll_once_and_part_behind_the_first_other_play(
    name: str,
) -> None:
    game: Game = GAMES[name]
    now = known(whole_match(game=game))
    story = story_of(now, 1, ENGLISH)
    assert story is not None
    assert story.closed is not None
    rail = story_rail(story, ENGLISH)
    assert [row.step for row in rail] == [step.link for step in story.steps]
    parts = [order for order, row in enumerate(rail) if row.parts]
    assert parts == [story.differs]
    assert [row.parted for row in rail] == [order > parts[0] for order in range(len(rail))]
    assert all(row.open == row.closed for row in rail[: parts[0]] if row.turn)
    assert rail[parts[0]].open != rail[parts[0]].closed
    for room in Room:
        cells = [row.open if room is Room.OPEN else row.closed for row in rail]
        assert sum(cell is not None for cell in cells) == len(
            (story.open if room is Room.OPEN else story.closed).lines
        )
