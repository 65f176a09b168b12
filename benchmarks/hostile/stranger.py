"""A client that sends noise to the boards' websocket, and reconnects when disconnected.

It is started as `python -m benchmarks.hostile.stranger PORT SECONDS` and connects to loopback only.
When standard input ends or SECONDS have passed, it prints its counts.
"""

import json
import select
import socket
import sys
import time

_NOISE = b"\x00\x01" * 32_767
"""Bytes of noise: delimiters with no valid frame between them, for a message of 64 KiB."""
_MESSAGE = b"\x82\xfe" + len(_NOISE).to_bytes(2, "big") + bytes(4) + _NOISE
"""The noise as a client's binary websocket message, masked with zeros (RFC 6455, 5.2)."""
_UPGRADE = (
    b"GET /boards HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
)
_PATIENCE = 30.0
"""Seconds to wait for the server to accept or read."""


class Stranger:
    """A client that sends noise to the boards' websocket and counts it.

    `connections` is the number of attempts to connect, `taken_up` the number of accepted
    connections, and `sent` the number of bytes of noise.
    """

    def __init__(self, port: int, until: float) -> None:
        self.connections = self.taken_up = self.sent = 0
        self._port, self._until = port, until

    def attack(self) -> None:
        """Connect and send noise, again and again, until the time is up."""
        while not self._is_over():
            try:
                self._connect()
            except OSError:
                continue

    def _connect(self) -> None:
        self.connections += 1
        with socket.create_connection(("127.0.0.1", self._port), _PATIENCE) as line:
            line.sendall(_UPGRADE)
            while not select.select([line, sys.stdin], [], [], 1.0)[0]:
                if self._is_over():
                    return
            if self._is_over() or b" 101 " not in line.recv(4096).partition(b"\r\n")[0]:
                return
            self.taken_up += 1
            while not self._is_over():
                line.sendall(_MESSAGE)
                self.sent += len(_MESSAGE)

    def _is_over(self) -> bool:
        stopped = bool(select.select([sys.stdin], [], [], 0)[0])
        return stopped or time.monotonic() >= self._until


def main() -> None:
    """Send noise until stopped, then print the counts."""
    stranger = Stranger(int(sys.argv[1]), time.monotonic() + float(sys.argv[2]))
    stranger.attack()
    done = (stranger.connections, stranger.taken_up, stranger.sent)
    print(json.dumps(dict(zip(("connections", "taken_up", "sent"), done, strict=True))))


if __name__ == "__main__":
    main()
