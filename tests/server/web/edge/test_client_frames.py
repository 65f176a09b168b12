"""A board's socket hears the same messages, however the network divides their bytes."""

import asyncio
from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from starlette.types import Receive, Scope, Send
from uvicorn.config import Config
from uvicorn.server import ServerState
from websockets.client import ClientProtocol
from websockets.frames import Opcode
from websockets.uri import parse_uri

from server.web.edge.client_frames import missing_after, short_message
from server.web.edge.direct_socket import DirectSocket, direct_socket

payloads = st.one_of(st.binary(max_size=140), st.sampled_from([bytes(125), bytes(126), bytes(300)]))
parts = st.lists(payloads, min_size=1, max_size=3)
"""A message in as many fragments."""
stories = st.lists(st.one_of(parts, st.just("ping")), max_size=12)
divisions = st.lists(st.sampled_from([1, 2, 3, 6, 7, 40, 4000]), min_size=1, max_size=8)


class Wire(asyncio.Transport):
    """Takes what the server writes and lets it be."""

    def write(self, data: object) -> None:
        """Nobody reads it."""

    def get_extra_info(self, name: str, default: object = None) -> object:
        return ("127.0.0.1", 1) if name in ("peername", "sockname") else default

    def pause_reading(self) -> None:
        """The test gives no more than it wants to."""

    def is_closing(self) -> bool:
        return False

    def close(self) -> None:
        """There is nothing to close."""


async def opened(heard: list[bytes], hasty: bytes = b"") -> tuple[DirectSocket, ClientProtocol]:
    """A socket whose application hears messages directly, and the client's end.

    `hasty` is sent behind the request, without waiting for its answer.
    """
    listening = asyncio.Event()

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        socket = direct_socket(scope)
        assert socket is not None
        socket.hear = heard.append
        listening.set()
        while (await receive())["type"] != "websocket.disconnect":
            pass

    config = Config(app, ws=DirectSocket, ws_per_message_deflate=False, log_config=None)
    config.load()
    socket = DirectSocket(config, ServerState(), {})
    socket.connection_made(Wire())
    client = ClientProtocol(parse_uri("ws://127.0.0.1/boards"))
    client.send_request(client.connect())
    socket.data_received(b"".join(client.data_to_send()) + hasty)
    await asyncio.wait_for(listening.wait(), 5)
    return socket, client


def frames_of(client: ClientProtocol, story: Sequence[object]) -> bytes:
    """What a client sends for that, masked; pings come between messages, not inside."""
    client.state = client.state.OPEN
    for said in story:
        if said == "ping":
            client.send_ping(b"there?")
            continue
        assert isinstance(said, list)
        for index, part in enumerate(said):
            last = index == len(said) - 1
            if index == 0:
                client.send_binary(part, fin=last)
            else:
                client.send_continuation(part, fin=last)
    return b"".join(client.data_to_send())


async def hears(story: Sequence[object], sizes: Sequence[int]) -> list[bytes]:
    heard: list[bytes] = []
    socket, client = await opened(heard)
    sent, turn = frames_of(client, story), 0
    while sent:
        size = sizes[turn % len(sizes)]
        socket.data_received(sent[:size])
        sent, turn = sent[size:], turn + 1
    socket.connection_lost(None)
    await asyncio.sleep(0)
    return heard


@settings(max_examples=300)
@given(stories, divisions)
def test_any_division_of_the_bytes_gives_the_same_messages(
    story: list[object], sizes: list[int]
) -> None:
    said = [b"".join(message) for message in story if isinstance(message, list)]
    assert asyncio.run(hears(story, sizes)) == said


@settings(max_examples=300)
@given(stories)
def test_each_frame_in_a_chunk_of_its_own_gives_the_same_messages(story: list[object]) -> None:
    async def heard_apart() -> list[bytes]:
        heard: list[bytes] = []
        socket, client = await opened(heard)
        client.state = client.state.OPEN
        for said in story:
            for chunk in split(frames_of(client, [said])):
                socket.data_received(chunk)
        socket.connection_lost(None)
        return heard

    said = [b"".join(message) for message in story if isinstance(message, list)]
    assert asyncio.run(heard_apart()) == said


def split(frames: bytes) -> list[bytes]:
    """A client's frames one by one, found as the server finds where they end."""
    found, start = list[bytes](), 0
    for end in range(1, len(frames) + 1):
        if missing_after(frames[start:end], 0) == 0:
            found.append(frames[start:end])
            start = end
    return found


def client_frame(
    opcode: Opcode, payload: bytes, fin: bool = True, mask: bytes = b"\1\2\3\4"
) -> bytes:
    head = bytes(((0x80 if fin else 0) | opcode, 0x80 | len(payload))) + mask
    return head + bytes(byte ^ mask[place % 4] for place, byte in enumerate(payload))


async def heard_of(*chunks: bytes) -> list[bytes]:
    heard: list[bytes] = []
    socket, _ = await opened(heard)
    for chunk in chunks:
        socket.data_received(chunk)
    socket.connection_lost(None)
    return heard


LOOKS_WHOLE = client_frame(Opcode.BINARY, b"not said")


@pytest.mark.parametrize("first", [1, 2, 5, 6, 7])
async def test_what_looks_like_a_message_inside_a_longer_one_is_its_payload(first: int) -> None:
    payload = bytes(first) + LOOKS_WHOLE + b"end"
    frame = client_frame(Opcode.BINARY, payload, mask=bytes(4))
    head = len(frame) - len(payload)
    at = head + first
    chunks = frame[:first], frame[first:at], frame[at : at + len(LOOKS_WHOLE)], b"end"
    assert b"".join(chunks) == frame
    assert await heard_of(*chunks) == [payload]


async def test_a_frame_begun_behind_the_request_is_read_to_its_end() -> None:
    payload = b"\r\n\r\n" + LOOKS_WHOLE
    frame = client_frame(Opcode.BINARY, payload, mask=bytes(4))
    begun = frame[: -len(LOOKS_WHOLE)]
    heard: list[bytes] = []
    socket, _ = await opened(heard, hasty=begun)
    socket.data_received(LOOKS_WHOLE)
    socket.connection_lost(None)
    assert heard == [payload]


async def test_a_message_that_breaks_into_a_fragmented_one_is_not_heard() -> None:
    begun = client_frame(Opcode.BINARY, b"begun", fin=False)
    assert await heard_of(begun, LOOKS_WHOLE) == []


async def test_after_the_application_has_closed_nothing_is_heard() -> None:
    heard: list[bytes] = []
    socket, _ = await opened(heard)
    await socket.send({"type": "websocket.close", "code": 1000, "reason": ""})
    socket.data_received(LOOKS_WHOLE)
    assert heard == []
    socket.connection_lost(None)


async def test_nothing_is_written_behind_the_answer_to_a_close() -> None:
    socket, client = await opened([])
    client.state = client.state.OPEN
    client.send_close()
    assert socket.write(b"seven:3")
    socket.data_received(b"".join(client.data_to_send()))
    assert not socket.write(b"seven:3")
    assert not socket.write_text(b"seven:3")
    socket.connection_lost(None)


def test_a_short_message_is_a_binary_one_in_a_single_whole_masked_frame() -> None:
    whole = client_frame(Opcode.BINARY, b"seven:3")
    assert short_message(whole) == b"seven:3"
    assert short_message(whole[:-1]) is None
    assert short_message(whole + b"\x82") is None
    assert short_message(whole[:1] + b"\x07" + whole[2:]) is None
    assert short_message(client_frame(Opcode.TEXT, b"seven:3")) is None
    assert short_message(client_frame(Opcode.BINARY, b"seven:3", fin=False)) is None
    assert short_message(client_frame(Opcode.PING, b"seven:3")) is None
    assert short_message(b"") is None


def test_what_a_frame_lacks_is_counted_until_its_end() -> None:
    whole = client_frame(Opcode.BINARY, b"seven:3")
    assert missing_after(whole[:9], 0) == 4
    assert missing_after(whole[9:], 4) == 0
    assert missing_after(whole + whole[:2], 0) == len(whole) - 2
    assert missing_after(whole[:1], 0) is None
    assert missing_after(whole, None) is None


@pytest.mark.parametrize("size", [0, 125, 126, 65_535, 65_536])
async def test_the_end_of_a_frame_of_any_size_is_found(size: int) -> None:
    client = ClientProtocol(parse_uri("ws://127.0.0.1/boards"))
    frame = frames_of(client, [[bytes(size)]])
    assert missing_after(frame, 0) == 0
    assert missing_after(frame[:14], 0) == max(len(frame) - 14, 0)
    assert missing_after(frame[:-1], 0) == 1
