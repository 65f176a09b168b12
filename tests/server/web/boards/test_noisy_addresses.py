"""Addresses from which noise came wait in line; nobody is shut out."""

import asyncio

from server.web.boards.sockets import LONGEST_LINE, MOST_ADDRESSES, NoisyAddresses

NOISY, QUIET = "192.0.2.7", "192.0.2.8"
AN_HOUR = 3600.0
"""From one turn to the next, where nobody's turn is to come while the test runs."""


def joined(lines: NoisyAddresses, address: str, times: int) -> "list[asyncio.Future[None]]":
    """The turns of so many connections that were not refused."""
    turns = (lines.turn(address) for _ in range(times))
    return [turn for turn in turns if turn is not None]


async def test_only_the_address_that_was_noisy_waits() -> None:
    lines = NoisyAddresses(every=AN_HOUR)
    lines.noise_from(NOISY)
    assert [turn.done() for turn in joined(lines, QUIET, 100)] == [True] * 100
    assert [turn.done() for turn in joined(lines, NOISY, 3)] == [False] * 3


async def test_whoever_comes_again_and_again_waits_behind_those_who_came_in_between() -> None:
    lines, order = NoisyAddresses(every=0.005), list[str]()
    lines.noise_from(NOISY)
    first, *others = joined(lines, NOISY, 11)

    async def connect(name: str, turn: "asyncio.Future[None]") -> None:
        await turn
        order.append(name)

    async def reconnect() -> None:
        await connect("noise", first)
        for _ in range(19):
            lines.noise_from(NOISY)
            await connect("noise", *joined(lines, NOISY, 1))

    async with asyncio.timeout(30):
        await asyncio.gather(
            reconnect(), *(connect(f"board {n}", turn) for n, turn in enumerate(others))
        )
    assert order[:11] == ["noise", *(f"board {n}" for n in range(10))]


async def test_a_full_line_refuses_and_one_who_leaves_makes_room() -> None:
    lines = NoisyAddresses(every=AN_HOUR)
    lines.noise_from(NOISY)
    turns = joined(lines, NOISY, 1000)
    assert len(turns) == LONGEST_LINE
    turns[3].cancel()
    assert len(joined(lines, NOISY, 1000)) == 1


async def test_an_address_is_forgiven_and_those_who_wait_are_let_in() -> None:
    lines = NoisyAddresses(remembered=0.05)
    lines.noise_from(NOISY)
    turns = joined(lines, NOISY, LONGEST_LINE)
    async with asyncio.timeout(30):
        while not all(turn.done() for turn in turns):
            await asyncio.sleep(0.01)
            lines.turn(QUIET)
    assert [turn.done() for turn in joined(lines, NOISY, 100)] == [True] * 100


async def test_a_flood_from_many_addresses_is_remembered_in_bounded_memory() -> None:
    lines = NoisyAddresses(every=AN_HOUR)
    for host in range(2 * MOST_ADDRESSES):
        lines.noise_from(f"10.0.{host // 250}.{host % 250}")
    waits = [
        not turn.done()
        for host in range(2 * MOST_ADDRESSES)
        for turn in joined(lines, f"10.0.{host // 250}.{host % 250}", 1)
    ]
    assert waits == [False] * MOST_ADDRESSES + [True] * MOST_ADDRESSES


async def test_addresses_of_one_subscribers_network_wait_together() -> None:
    lines = NoisyAddresses(every=AN_HOUR)
    lines.noise_from("2001:db8:1:2::3")
    assert [turn.done() for turn in joined(lines, "2001:db8:1:2:a:b:c:d", 1)] == [False]
    assert [turn.done() for turn in joined(lines, "2001:db8:1:3::3", 1)] == [True]
