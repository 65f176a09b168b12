"""The machine's clock set back, while a server runs and before it starts."""

from datetime import timedelta
from html import unescape
from pathlib import Path

import pytest

from rules.directing.finality import TournamentPhase
from rules.ledger import verify
from server.access import Role
from server.app import running_hall
from server.hall import ClockDoubted
from server.steady_clock import SteadyClock
from server.store.accounts_db.links import LinkSpent
from server.store.event_log.sqlite_log import SqliteEventLog
from server.tournaments.tournament_finality import TournamentFinality
from server.words.translation import words_for
from tests.support.account_commands import add_account
from tests.support.clock import Clock, Elapsed
from tests.support.commands import register_team
from tests.support.ids import TOURNAMENT
from tests.support.quick import PASSPHRASE, QUICK
from tests.support.random_tournament import RandomEvent
from tests.support.served import DEVICE, DIRECTOR, opened, settings_of
from tests.support.stored import Heard, Listener


def test_time_goes_on_at_its_pace_while_the_machines_clock_is_behind_and_follows_it_again() -> None:
    machine, elapsed = Clock(), Elapsed()
    clock = SteadyClock(machine, elapsed)
    noon = clock()
    machine.passes(hours=-3)
    elapsed.seconds += 60
    assert clock() == noon + timedelta(minutes=1)
    assert clock.off == -timedelta(hours=3, minutes=1)
    machine.passes(hours=3, minutes=1, seconds=2)
    assert clock() == noon + timedelta(minutes=1, seconds=2)
    assert clock.off == timedelta(0)


def test_time_does_not_follow_a_machine_that_is_set_ahead_before_it_is_right_again() -> None:
    machine, elapsed, told = Clock(), Elapsed(), list[timedelta]()
    clock = SteadyClock(machine, elapsed)
    clock.changed = told.append
    noon, hour = clock(), timedelta(hours=1)
    machine.passes(hours=1)
    assert (clock(), clock.off) == (noon, hour)
    elapsed.seconds += 2
    machine.passes(seconds=2)
    assert (clock(), clock.off) == (noon + timedelta(seconds=2), hour)
    machine.passes(hours=-1)
    elapsed.seconds += 1
    machine.passes(seconds=1)
    assert (clock(), clock.off) == (noon + timedelta(seconds=3), timedelta(0))
    assert told == [hour, timedelta(0)]


def test_a_step_that_nobody_notices_is_not_told() -> None:
    machine = Clock()
    clock = SteadyClock(machine, Elapsed())
    noon = clock()
    machine.passes(seconds=-1)
    assert (clock(), clock.off) == (noon, timedelta(0))


async def test_in_a_ledger_no_time_goes_back_and_the_console_says_that_the_clock_was_set_back(
    tmp_path: Path,
) -> None:
    machine = Clock()
    for back_by, name in ((0, "Compass"), (26, "Rudder")):
        machine.passes(hours=-back_by)
        async with opened(tmp_path, machine) as served, served.client(DIRECTOR) as director:
            page = unescape((await director.get("/hall")).text)
            assert ("Technician: set the computer's clock" in page) is bool(back_by)
            await register_team(served.hall, f"{name} A", ("Brook", "Fields"))
            machine.passes(hours=-1)
            await register_team(served.hall, f"{name} B", ("Holloway", "Stonely"))
            page = unescape((await director.get("/hall")).text)
            assert "The computer's clock says 2008-05-" in page
    event_log = await SqliteEventLog.open(tmp_path / "log.sqlite3")
    stored = await event_log.read(f"t/{TOURNAMENT}")
    await event_log.close()
    times = [entry.recorded_at for entry in stored]
    assert len(times) == 4
    assert times == sorted(times)
    assert verify(stored) is None


async def test_a_session_and_a_link_do_not_outlive_their_time_by_a_clock_that_is_set_back(
    tmp_path: Path,
) -> None:
    machine = Clock()
    async with opened(tmp_path, machine) as served:
        token = await served.session(DIRECTOR)
        machine.passes(days=6)
        _, link = await add_account(served.authenticator.process, "Quill", Role.OPERATOR)
        assert served.authenticator.visitor(token) is None
        late = await served.session(DIRECTOR)
    machine.passes(days=-365)
    async with opened(tmp_path, machine) as served:
        assert served.authenticator.visitor(token) is None
        assert served.authenticator.visitor(late) is not None
        machine.passes(days=365 + 8)
        assert served.authenticator.visitor(late) is None
        with pytest.raises(LinkSpent):
            await served.authenticator.set_passphrase(link, PASSPHRASE, DEVICE)


async def test_a_clock_that_jumps_ahead_uses_up_no_deadline_is_an_alarm_and_asks_at_the_next_start(
    tmp_path: Path,
) -> None:
    machine, elapsed, heard = Clock(), Elapsed(), Heard()
    settings = settings_of(tmp_path)
    async with running_hall(settings, QUICK, machine, elapsed=elapsed) as (hall, _, desk, *_):
        hall.subscriptions.add(Listener(heard))
        before = hall.now()
        machine.passes(hours=1)
        assert hall.now() == before
        await heard.until(lambda: hall.tournaments.clock_off == timedelta(hours=1))
        assert "it was set ahead" in desk.clock_line(words_for("en"))
    with pytest.raises(ClockDoubted, match=r"set 1 hour ahead.*YALTA_CLOCK_IS_RIGHT=1"):
        async with running_hall(settings, QUICK, machine):
            pass
    sure = settings.model_copy(update={"clock_is_right": True})
    async with running_hall(sure, QUICK, machine) as (hall, _, desk, *_):
        assert hall.now() == machine()
        assert hall.tournaments.clock_off == timedelta(0)
        assert desk.clock_line(words_for("en")) == ""


async def test_an_hour_that_the_clock_jumps_for_two_seconds_ends_no_provisional_period(
    tmp_path: Path,
) -> None:
    machine, elapsed = Clock(), Elapsed()
    settings = settings_of(tmp_path)
    async with running_hall(settings, QUICK, machine, elapsed=elapsed) as (hall, *_):

        async def looked(_: TournamentFinality) -> None:
            pass

        event = RandomEvent(hall, "cup", 1, looked)
        await event.play()
        provisional = event.finality.status
        assert provisional.phase is TournamentPhase.PROVISIONAL
        for step in ({"hours": 1}, {"seconds": 2}, {"hours": -1}):
            machine.passes(**step)
            elapsed.seconds += step.get("seconds", 0)
            assert event.finality.status == provisional
        machine.passes(minutes=30)
        elapsed.seconds += 30 * 60
        assert event.finality.status.phase is TournamentPhase.OFFICIAL
