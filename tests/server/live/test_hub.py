import asyncio
import contextlib
import socket
from collections.abc import Iterator

import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from rules import events as ev
from rules.games.known_games import GAMES
from server.live.follower import SLICE, Follower, Frame
from server.live.hub import LiveHub
from server.values.stored_events import match_stream
from server.web.match_page.parts import page_fragments
from tests.server.live.following import feed_of, hub_of, read, tell_slowly, whole_match
from tests.support.ids import NAMES, match_id
from tests.support.stored import stored

MATCH = whole_match()
HALF = len(MATCH) // 2


async def until(connection: ClientConnection, last: int) -> list[str]:
    """Frames as they come, up to the one that ends with item `last`."""
    frames = [str(await connection.recv())]
    while read(frames[-1])["last"] < last:
        frames.append(str(await connection.recv()))
    return frames


async def test_a_follower_is_sent_the_state_at_once_and_every_change_after_it() -> None:
    hub = hub_of(*MATCH[:2])
    async with (
        feed_of(hub) as address,
        connect(f"{address}?language=uk", compression=None) as follower,
    ):
        first = read(await follower.recv())
        assert (first["last"], first["items"]) == (1, [])
        assert first["state"]["phase"] == "planned"
        await tell_slowly(hub, MATCH[2:HALF])
        now = hub.snapshot(match_id(1))
        assert now is not None
        frames = [read(frame) for frame in await until(follower, now.last)]
        assert frames[-1]["page"] == dict(page_fragments(now, "uk", NAMES))


async def test_all_who_follow_are_given_the_very_same_frame() -> None:
    hub = hub_of(*MATCH[:HALF])
    followers = [hub.follow(match_id(1)) for _ in range(3 * SLICE + 7)]
    for follower in followers:
        await follower.next_frame()
    before = hub.snapshot(match_id(1))
    await tell_slowly(hub, MATCH[HALF:])
    assert hub.snapshot(match_id(1)) != before
    frames = [await follower.next_frame() for follower in followers]
    assert all(frame is frames[0] for frame in frames)


async def test_a_pass_of_the_loop_fills_a_slice_of_slots_and_then_lets_others_run() -> None:
    hub = hub_of(*MATCH[:HALF])
    followers = [hub.follow(match_id(1)) for _ in range(3 * SLICE)]
    first = [await follower.next_frame() for follower in followers]
    waiting = [asyncio.ensure_future(follower.next_frame()) for follower in followers]
    await asyncio.sleep(0)
    rest = iter(MATCH[HALF:])
    while hub.snapshot(match_id(1)).last == read(first[0])["last"]:  # type: ignore[union-attr]
        hub.receive(stored(1, (next(rest),)))
    filled = []
    while not all(task.done() for task in waiting):
        await asyncio.sleep(0)
        filled.append(sum(task.done() for task in waiting))
    steps = [after - before for before, after in zip([0, *filled], filled, strict=False)]
    assert max(steps) <= SLICE


async def test_a_slow_follower_gets_the_last_state_in_place_of_all_between() -> None:
    hub = hub_of(*MATCH[:HALF])
    follower = hub.follow(match_id(1))
    await tell_slowly(hub, MATCH[HALF:])
    now = hub.snapshot(match_id(1))
    assert now is not None
    assert read(await follower.next_frame())["last"] == now.last
    with pytest.raises(TimeoutError):
        await asyncio.wait_for(follower.next_frame(), 0.01)


async def test_a_follower_never_goes_back_to_an_older_state() -> None:
    follower = Follower(None, [Frame(match_id(1), 9, b"later")])
    follower.offer(Frame(match_id(1), 8, b"earlier"))
    assert await follower.next_frame() == b"later"


async def test_after_a_cut_the_first_frame_brings_just_the_items_missed() -> None:
    hub = hub_of(*MATCH[:HALF])
    async with feed_of(hub) as address:
        async with connect(address) as follower:
            seen = read(await follower.recv())["last"]
        await tell_slowly(hub, MATCH[HALF:])
        async with connect(f"{address}?after={seen}") as follower:
            frame = read(await follower.recv())
    numbers = [item["number"] for item in frame["items"]]
    assert numbers == list(range(seen + 1, frame["last"] + 1))
    assert frame["state"]["phase"] == "over"


async def test_a_number_the_match_has_not_reached_brings_the_state_without_items() -> None:
    async with feed_of(hub_of(*MATCH[:HALF])) as address, connect(f"{address}?after=9999") as one:
        frame = read(await one.recv())
    assert frame["items"] == []
    assert frame["last"] < 9999


async def test_a_restarted_hub_numbers_the_same_items_alike() -> None:
    live, restarted = hub_of(*MATCH[:HALF]), hub_of(*MATCH)
    live.receive(stored(1, MATCH[HALF:]))
    assert live.frame(match_id(1), 0) == restarted.frame(match_id(1), 0)


@contextlib.contextmanager
def one_who_never_reads(address: str) -> Iterator[socket.socket]:
    """A raw connection that asks for the feed with the smallest buffer and reads nothing."""
    host, port = address.removeprefix("ws://").split("/")[0].split(":")
    with socket.socket() as raw:
        raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        raw.connect((host, int(port)))
        raw.sendall(
            b"GET /t/club/matches/1/live HTTP/1.1\r\nHost: yalta.test\r\nUpgrade: websocket\r\n"
            b"Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
        )
        yield raw


async def test_one_who_never_reads_stalls_nobody() -> None:
    hub = hub_of(*MATCH[:2])
    async with feed_of(hub) as address, connect(address, compression=None) as follower:
        await follower.recv()
        with one_who_never_reads(address):
            for event in MATCH[2:]:
                before = hub.snapshot(match_id(1))
                hub.receive(stored(1, (event,)))
                now = hub.snapshot(match_id(1))
                assert now is not None
                if now is not before:
                    frames = await asyncio.wait_for(until(follower, now.last), 5)
                    assert read(frames[-1])["last"] == now.last


async def test_who_talks_to_the_feed_is_cut_off() -> None:
    async with feed_of(hub_of(*MATCH[:HALF])) as address, connect(address) as follower:
        await follower.recv()
        await follower.send("hello")
        with pytest.raises(ConnectionClosed) as closed:
            await follower.recv()
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 1008


async def test_the_feed_of_an_unknown_match_is_refused_before_it_opens() -> None:
    async with feed_of(hub_of(*MATCH[:HALF])) as address:
        with pytest.raises(InvalidStatus) as refused:
            await connect(address.replace("/t/club/matches/1/", "/t/club/matches/7/"))
    assert refused.value.response.status_code == 404


async def test_a_server_that_stops_does_not_wait_for_followers() -> None:
    async with asyncio.timeout(4):
        async with feed_of(hub_of(*MATCH[:HALF])) as address:
            follower = await connect(address)
            await follower.recv()
        with pytest.raises(ConnectionClosed):
            await follower.recv()


async def test_fragments_that_fail_once_do_not_end_the_feed() -> None:
    calls = 0

    def fragments(now: object, language: str, names: object) -> dict[str, str]:
        nonlocal calls
        calls += 1
        if calls == 2:
            raise ZeroDivisionError
        return {"score": str(calls)}

    faults: list[str] = []
    asyncio.get_running_loop().set_exception_handler(
        lambda _, context: faults.append(type(context["exception"]).__name__)
    )
    hub = LiveHub(GAMES, fragments, names_of=lambda _: NAMES)
    hub.receive(stored(1, MATCH[:HALF]))
    follower = hub.follow(match_id(1), language="en")
    await follower.next_frame()
    await tell_slowly(hub, MATCH[HALF:])
    now = hub.snapshot(match_id(1))
    assert now is not None
    assert read(await follower.next_frame())["last"] == now.last
    assert faults == ["ZeroDivisionError"]


async def test_a_match_given_again_from_its_start_tells_its_followers_only_what_is_new() -> None:
    hub = hub_of(*MATCH[:HALF])
    follower = hub.follow(match_id(1))
    before = read(await follower.next_frame())
    hub.receive(stored(1, MATCH))
    after = read(await follower.next_frame())
    assert after["items"][0]["number"] == before["last"] + 1
    assert after["last"] == len(hub.items(match_id(1))) == after["items"][-1]["number"]


async def test_a_match_taken_back_is_gone_when_that_is_told_late_or_from_its_start() -> None:
    withdrawn = ev.MatchWithdrawn(reason="its round was removed")
    hub = hub_of(*MATCH[:1])
    hub.forget(match_stream(match_id(1)))
    hub.receive(stored(1, [withdrawn]))
    assert hub.snapshot(match_id(1)) is None
    hub.receive(stored(1, [*MATCH[:1], withdrawn]))
    assert hub.snapshots() == ()
