"""Many spectators in a process of their own, each with a real websocket.

It is started as `python -m benchmarks.pages.crowd PORT READERS STALLED`; STALLED more spectators
never read. The process prints a line of JSON once all readers are connected, and then a line for
each frame that has reached all readers: the frame's last item, its size in bytes, and the times at
which it had reached half of the readers and all of them. The process ends with its standard input.
"""

import asyncio
import json
import socket
import sys
import time

_REQUEST = (
    "GET /t/club/matches/1/live?language=en HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n"
    "Upgrade: websocket\r\n"
    "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
)
_LAST = b'"last":'


class Crowd:
    """The `size` spectators who read: a count of how many of them each frame has reached."""

    def __init__(self, size: int) -> None:
        self._size, self._connected = size, 0
        self._reached: dict[int, list[float]] = {}

    def connected(self) -> None:
        """Count a reader whose websocket is open."""
        self._connected += 1
        if self._connected == self._size:
            print(json.dumps({"connected": self._size, "last": -1}), flush=True)

    def got(self, last: int, size: int) -> None:
        """Count a reader who has received the frame whose last item has the number `last`.

        `size` is the frame's size in bytes. When the frame has reached all readers, print its line.
        """
        times = self._reached.setdefault(last, [])
        times.append(time.time())
        if len(times) == self._size:
            half, every = times[self._size // 2], times[-1]
            report = {"last": last, "half": half, "all": every, "size": size}
            print(json.dumps(report), flush=True)
            del self._reached[last]


class Reader(asyncio.Protocol):
    """A spectator who reads the beginning of each frame and discards the rest."""

    def __init__(self, crowd: Crowd, port: int) -> None:
        self._crowd, self._port = crowd, port
        self._rest = b""
        self._open = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Request the match's feed."""
        assert isinstance(transport, asyncio.Transport)
        transport.write(_REQUEST.format(port=self._port).encode())

    def data_received(self, data: bytes) -> None:
        """Process the frames that are complete now; store the rest of the bytes."""
        self._rest += data
        if not self._open:
            head, ends, self._rest = self._rest.partition(b"\r\n\r\n")
            if not ends:
                self._rest = head
                return
            self._open = True
            self._crowd.connected()
        while (end := self._end_of_frame()) is not None:
            self._take(self._rest[:end])
            self._rest = self._rest[end:]

    def _end_of_frame(self) -> int | None:
        """Return where the first frame ends, or None if it is incomplete (RFC 6455, 5.2)."""
        if len(self._rest) < 10:
            return None
        length, begins = self._rest[1] & 0x7F, 2
        if length == 126:
            length, begins = int.from_bytes(self._rest[2:4], "big"), 4
        elif length == 127:
            length, begins = int.from_bytes(self._rest[2:10], "big"), 10
        end = begins + length
        return end if len(self._rest) >= end else None

    def _take(self, frame: bytes) -> None:
        at = frame.find(_LAST, 0, 64)
        if at >= 0:
            last = int(frame[at + len(_LAST) : at + 16].split(b",")[0])
            self._crowd.got(last, len(frame))


def stalled(port: int) -> socket.socket:
    """Connect a spectator that requests the feed, has a tiny receive buffer and never reads."""
    line = socket.socket()
    line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
    line.connect(("127.0.0.1", port))
    line.sendall(_REQUEST.format(port=port).encode())
    return line


async def main() -> None:
    """Connect all spectators, and count frames until standard input ends."""
    port, readers, never = map(int, sys.argv[1:4])
    loop, crowd = asyncio.get_running_loop(), Crowd(readers)
    lines = [stalled(port) for _ in range(never)]
    for _ in range(readers):
        await loop.create_connection(lambda: Reader(crowd, port), "127.0.0.1", port)
    reader = asyncio.StreamReader()
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
    await reader.read()
    for line in lines:
        line.close()


if __name__ == "__main__":
    asyncio.run(main())
