"""What is decided ahead of a READY is what would be decided then, and is used only then."""

from pathlib import Path

from rules import events as ev
from rules.dice import Roll
from rules.duplicate import readings as rd
from rules.games.backgammon import BACKGAMMON
from rules.room import Room
from rules.side import Side
from server.hall import Hall
from server.matches.match_record import MatchRecord
from server.matches.saying import ByTheRules, Happened, Saying, step_of
from server.matches.speculative_release import foreseen
from tests.support.rooms import Rooms, Temper, scheduled, started
from tests.support.served import served_hall, started_match, throw_opening

AT = {"game": 1, "attempt": 1}


def saying(reading: rd.AnyReading) -> Saying:
    return Saying(ByTheRules(reading), "board BZ-2", lambda _: None, lambda _: None)


def test_it_is_the_decision_that_the_rules_make_for_that_ready_and_no_other() -> None:
    rooms = Rooms.seated(BACKGAMMON, 3, Temper(closed_speed=0.4))
    record = MatchRecord(BACKGAMMON, scheduled()).after((started(), *rooms.history))
    seen = 0
    for _ in range(300):
        ahead = foreseen(record)
        if ahead is not None:
            seen += 1
            ready = ahead.decide.reading
            assert isinstance(ready, rd.ReadyDeclared)
            assert ahead.step == step_of(saying(ready), record)
            assert ahead.answers(saying(ready), record)
            assert not ahead.answers(saying(ready), ahead.step.record)
            other = rd.ReadyDeclared(**AT, room=Room.CLOSED, side=ready.side, turn=ready.turn + 1)
            assert not ahead.answers(saying(other), record)
        before = len(rooms.history)
        rooms.step()
        record = record.after(rooms.history[before:])
    assert seen > 20


async def opened_and_one_player_set(hall: Hall) -> None:
    """The opening throw has counted and only Red's READY is missing to its release."""
    await throw_opening(hall, 1, 1)
    await said(hall, ready(Side.WHITE))


def ready(side: Side) -> rd.ReadyDeclared:
    return rd.ReadyDeclared(**AT, room=Room.CLOSED, side=side, turn=1)


async def said(hall: Hall, reading: rd.AnyReading) -> Happened:
    return await hall.match(1).order(ByTheRules(reading), "board BZ-2")


def released(happened: Happened) -> list[Roll]:
    return [event.dice for event in happened if isinstance(event, ev.RollReleased)]


async def test_a_ready_that_was_foreseen_releases_the_roll(tmp_path: Path) -> None:
    async with served_hall(tmp_path) as (client, hall):
        await started_match(client)
        await opened_and_one_player_set(hall)
        await client.get("/api/matches")
        assert released(await said(hall, ready(Side.RED))) == [Roll(4, 3)]


async def test_dice_that_were_corrected_meanwhile_are_the_ones_released(tmp_path: Path) -> None:
    async with served_hall(tmp_path) as (client, hall):
        await started_match(client)
        await opened_and_one_player_set(hall)
        await client.get("/api/matches")
        corrected = rd.CorrectRoll(
            **AT, by="Ann", reason="read wrong", side=Side.WHITE, turn=1, dice=Roll(5, 2)
        )
        process, told = hall.match(1), list[Happened]()
        both = (corrected, ready(Side.RED))
        process.say(*(Saying(ByTheRules(r), "Ann", told.append, _fail) for r in both))
        await said(hall, ready(Side.RED))
        assert [roll for happened in told for roll in released(happened)] == [Roll(5, 2)]
        stored = [entry.event for entry in await hall.entries(1)]
        assert released(tuple(stored)) == [Roll(5, 2)]


def _fail(error: Exception) -> None:
    raise error
