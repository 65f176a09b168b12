"""What a snapshot shows and how items and snapshots are written."""

import json
import re
from dataclasses import fields
from pathlib import Path
from typing import Any, get_args

import pytest

from rules import events as ev
from rules.dice import DiceSource, Roll
from rules.games.backgammon import BACKGAMMON
from rules.position import Side
from rules.room import Room
from server.live import facts as fx
from server.live.encoding import frame_text
from server.live.public_match import PublicMatch
from server.live.public_table import cube_shown
from server.live.snapshot import PublicPhase, PublicSnapshot
from tests.server.live.by_hand import (
    BEGUN,
    CLOSED,
    CLOSED_PLAY,
    FIVE_THREE,
    OPEN,
    RAN,
    RED,
    WHITE,
    corrected_result,
    doubled,
    embargo_set,
    entered,
    finished,
    played,
    public_match,
    ready,
    released,
    reopened,
    thrown,
)
from tests.server.live.following import whole_match
from tests.support.ids import NAMES
from tests.support.persons import person_id
from tests.support.rooms import scheduled
from tests.support.stored import NOON

DOCUMENT = Path(__file__).parents[3] / "docs" / "live-feed.md"
GOLDEN = Path(__file__).parents[2] / "golden" / "live_frame.json"


def snapshot_of(*events: ev.Event) -> PublicSnapshot:
    return public_match(*events).snapshot()


def test_items_are_numbered_from_one_without_a_gap() -> None:
    match = public_match()
    items = [item for event in whole_match()[2:] for item in match.take(event, NOON)]
    assert [item.number for item in match.items] == list(range(1, len(match.items) + 1))
    assert items == list(match.items)[2:]
    assert match.snapshot().last == len(match.items)


def test_thrown_dice_lie_on_the_table_until_the_next_throw() -> None:
    table = snapshot_of(*BEGUN, CLOSED_PLAY).table
    assert table.thrown is not None
    assert table.thrown.dice == FIVE_THREE
    assert table.last_play is not None
    assert table.on_turn is Side.RED


def test_an_offered_double_shows_what_it_proposes_and_a_taken_one_its_owner() -> None:
    decided = (*BEGUN, CLOSED_PLAY, ready(RED, 1))
    offer, take = doubled(OPEN, RED, 1, ev.DoubleTaken)
    assert snapshot_of(*decided, offer).table.doubled == 2
    table = snapshot_of(*decided, offer, take).table
    assert (table.doubled, table.cube.value, table.cube.owner) == (None, 2, Side.WHITE)


def test_from_a_double_on_its_answer_is_awaited_from_the_other_side() -> None:
    decided = (*BEGUN, CLOSED_PLAY, ready(RED, 1))
    offer, take = doubled(OPEN, RED, 1, ev.DoubleTaken)
    waiting = snapshot_of(*decided, offer).table
    assert (waiting.on_turn, waiting.to_answer) == (RED, WHITE)
    taken = snapshot_of(*decided, offer, take).table
    assert (taken.on_turn, taken.to_answer) == (RED, None)
    drop = doubled(OPEN, RED, 1, ev.DoublePassed)[1]
    passed = snapshot_of(*decided, offer, drop, finished(OPEN, WHITE)).table
    assert passed.to_answer is None


def test_results_stand_in_the_snapshot_only_when_both_rooms_have_one() -> None:
    one = snapshot_of(*BEGUN, finished(CLOSED, RED))
    assert (one.results, one.phase) == ({}, PublicPhase.PLAYING)
    both = snapshot_of(*BEGUN, finished(CLOSED, RED), finished(OPEN, RED))
    assert set(both.results) == {(1, Room.OPEN), (1, Room.CLOSED)}
    assert both.phase is PublicPhase.GAME_OVER


def test_a_voided_game_takes_its_results_and_its_opening_with_it() -> None:
    now = snapshot_of(
        *BEGUN,
        finished(CLOSED, RED),
        finished(OPEN, RED),
        ev.GameVoided(game=1, attempt=1, by="director", reason="wrong set of rolls"),
        ev.GameStarted(game=1, attempt=2),
    )
    assert (now.results, now.openings, now.attempt) == ({}, {}, 2)
    assert now.table.position == BACKGAMMON.start()


@pytest.mark.parametrize("embargo", list(ev.Embargo))
def test_a_turn_reopened_after_a_public_game_lets_it_go_on_in_public(embargo: ev.Embargo) -> None:
    over = (*BEGUN, finished(OPEN, RED), finished(CLOSED, WHITE))
    match = public_match(embargo_set(embargo), *over)
    assert match.snapshot().phase is PublicPhase.GAME_OVER
    match.take(reopened(), NOON)
    now = match.snapshot()
    story = now.public_game(1)
    assert story is not None
    assert (now.phase, dict(now.results), story.closed) == (PublicPhase.PLAYING, {}, None)
    assert (now.table.position, now.table.on_turn) == (BACKGAMMON.start(), WHITE)
    for event in (played(OPEN, WHITE, 1, *RAN), finished(OPEN, RED)):
        match.take(event, NOON)
    again = match.snapshot()
    assert (again.phase, len(again.results)) == (PublicPhase.GAME_OVER, 2)
    assert again.table.last_play is not None
    assert again.table.last_play.moves == tuple(RAN)


def test_a_substitute_takes_the_place_of_the_player_in_that_room() -> None:
    seated = ev.SubstituteSeated(
        team="Rudder", room=OPEN, player=person_id("Petrov"), game=1, by="director", reason="ill"
    )
    line_ups = snapshot_of(seated).line_ups
    assert line_ups is not None
    assert (line_ups.away.open_player, line_ups.home.open_player) == (
        person_id("Petrov"),
        person_id("Brook"),
    )


def test_an_open_result_that_was_told_ends_the_open_game_only() -> None:
    passed = (
        *doubled(OPEN, RED, 1, ev.DoublePassed),
        finished(OPEN, WHITE),
        CLOSED_PLAY,
        ready(RED, 1),
    )
    now = snapshot_of(*BEGUN, *passed)
    assert (now.phase, now.results) == (PublicPhase.OPEN_GAME_OVER, {})


def test_a_frame_is_written_as_its_golden_file_has_it() -> None:
    match = public_match(*BEGUN, CLOSED_PLAY, ready(RED, 1))
    for event in (thrown(RED, 1, Roll(6, 1)), released(RED, 1, Roll(6, 1))):
        match.take(event, NOON)
    written = frame_text(match.snapshot(), match.items, NAMES, match.published_at)
    assert json.dumps(json.loads(written), indent=1) + "\n" == GOLDEN.read_text()


def test_the_feeds_document_shows_a_frame_with_every_key() -> None:
    block = DOCUMENT.read_text(encoding="utf-8").partition("```jsonc\n")[2].partition("```")[0]
    shown = json.loads(re.sub(r"(^|,|\{|\[| )\s*//.*$", r"\1", block, flags=re.MULTILINE))
    assert keys_of(shown) == keys_of(json.loads(GOLDEN.read_text()))


def keys_of(frame: dict[str, Any]) -> list[list[str]]:
    """The keys of a frame, its state, table, item, cube, dice and line-up, each in their order."""
    state, item = frame["state"], frame["items"][-1]
    table = state["table"]
    inner = table, item, table["cube"], table["dice"], state["line_ups"]["home"]
    return [list(each) for each in (frame, state, *inner)]


def test_every_public_fact_has_a_kind_of_its_own_in_frames() -> None:
    assert len(set(kinds_in_frames())) == len(get_args(fx.PublicFact))


def test_the_feeds_document_names_every_kind_of_item() -> None:
    listed = DOCUMENT.read_text(encoding="utf-8").partition("## Kinds of items")[2]
    assert set(re.findall(r"^- `([a-z-]+)`: ", listed, re.MULTILINE)) == set(kinds_in_frames())


def kinds_in_frames() -> list[str]:
    """What frames call each kind of public fact."""
    now, kinds = public_match().snapshot(), get_args(fx.PublicFact)
    items = (fx.PublicItem(1, _any(kind)) for kind in kinds)
    return [json.loads(frame_text(now, [item]))["items"][0]["kind"] for item in items]


def _any(kind: type[Any]) -> Any:
    """A fact of that kind without content."""
    return kind(**dict.fromkeys(field.name for field in fields(kind)))


def test_no_frame_of_a_match_names_what_never_leaves_the_server() -> None:
    match = PublicMatch(BACKGAMMON, scheduled())
    for event in whole_match():
        frame = frame_text(match.snapshot(), match.take(event, NOON))
        over = isinstance(event, ev.MatchClosed)
        for secret in ("source", "console", "nonce", "hash", "sequence", "recorded", "actor"):
            assert secret not in frame
        assert over or bytes(range(32)).hex() not in frame


@pytest.mark.parametrize("embargo", list(ev.Embargo))
def test_a_game_kept_by_hand_is_public_with_its_opening_once_both_rooms_have_it(
    embargo: ev.Embargo,
) -> None:
    match = public_match(embargo_set(embargo), entered(CLOSED))
    assert match.snapshot().results == {}
    match.take(entered(OPEN, Roll(4, 3)), NOON)
    now = match.snapshot()
    assert set(now.results) == {(1, OPEN), (1, CLOSED)}
    assert now.openings == {1: Roll(4, 3)}


def test_no_checkers_are_shown_for_a_game_that_was_kept_by_hand() -> None:
    match = public_match(entered(CLOSED), entered(OPEN, Roll(4, 3)))
    now = match.snapshot()
    assert (now.table.position, cube_shown(now.table).value, now.kept_by_hand) == (None, 1, True)
    for room in Room:
        assert now.start_of(1, room).position is None
    match.take(ev.GameStarted(game=2, attempt=1), NOON)
    assert match.snapshot().table.position is None
    at: dict[str, Any] = {"game": 2, "attempt": 1, "side": WHITE, "turn": 1, "dice": FIVE_THREE}
    match.take(ev.RollThrown(**at, source=DiceSource.CONSOLE, opening=True), NOON)
    match.take(ev.RollReleased(**at, opening=True), NOON)
    now = match.snapshot()
    assert (now.table.position, now.kept_by_hand) == (BACKGAMMON.start(), False)
    assert now.start_of(1).position is None
    assert now.start_of(2).position == BACKGAMMON.start()


def test_a_game_cancelled_before_its_first_throw_shows_no_checkers() -> None:
    cancelled = ev.GameCancelled(game=1, attempt=1, by="director", reason="fire alarm")
    assert public_match(cancelled).snapshot().table.position is None
    assert public_match(*BEGUN, CLOSED_PLAY, cancelled).snapshot().table.position is not None


def test_a_correction_takes_the_captains_signatures_back_in_public_too() -> None:
    over = (entered(OPEN, Roll(4, 3)), entered(CLOSED), ev.MatchClosed())
    match = public_match(*over, ev.MatchSigned(team=scheduled().home, by="captain"))
    assert match.snapshot().signed == {scheduled().home}
    match.take(corrected_result(OPEN, opening=Roll(5, 3)), NOON)
    now = match.snapshot()
    assert now.signed == frozenset()
    assert now.openings == {1: Roll(5, 3)}
