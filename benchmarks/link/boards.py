"""Boards at pseudo-terminals: `python -m benchmarks.link.boards MODE FOLDER BOARDS EVENTS`.

With MODE `link`, each board sends an event, waits until it is acknowledged, and sends the next.
With MODE `echo`, each board sends the same bytes and waits until all of them have come back. The
process prints `ready` once the devices exist and, at the end, the seconds of each round trip as
JSON. The boards do as little as possible, because the other end is to be measured.
"""

import json
import os
import selectors
import sys
import tty
from collections.abc import Iterator, Sequence
from pathlib import Path
from time import perf_counter

from board_drivers.wire import messages as wire
from board_drivers.wire.frames import Decoder, Flag, Frame, encode
from board_drivers.wire.handshake import Auth, Hello, Welcome
from board_drivers.wire.layout import PointCounts
from board_drivers.wire.table import CODES, Message, pack
from board_drivers.wire.values import Capability, ResetCause, WireRoom, WireSide
from rules.games.backgammon import BACKGAMMON

LINK, ECHO = "link", "echo"
AT_ONCE = 4096
START = BACKGAMMON.start()
PLAYED = wire.TurnDone(1, 1, 1, WireSide.WHITE, PointCounts(START.white, START.red), 0, 1)
NO_PROOF = bytes(16)


def name_of(number: int) -> str:
    """Return the name of a board's device in the folder."""
    return f"board-{number}"


def framed(message: Message, session: int = 0, number: int = 0) -> bytes:
    """Return the frame with a message, as a board without a key sends it."""
    kind, *payload = pack(message)
    flags = Flag.NUMBERED if number else Flag.NONE
    return encode(Frame(kind, bytes(payload), session, number, flags=flags))


class Line:
    """The board's end of a pseudo-terminal; the other end is the device.

    `times` are the seconds of each round trip.
    """

    def __init__(self, device: Path) -> None:
        self.times = list[float]()
        self.end, self._far = os.openpty()
        tty.setraw(self._far)
        device.symlink_to(os.ttyname(self._far))
        self._sent_at = 0.0

    def say(self, raw: bytes) -> None:
        """Send bytes on the line; the time until the answer is measured from now."""
        self._sent_at = perf_counter()
        os.write(self.end, raw)

    def answered(self) -> None:
        """Store the time of a round trip whose answer has just come."""
        self.times.append(perf_counter() - self._sent_at)


class Echoed(Line):
    """A board whose bytes are sent back by a bare port."""

    def __init__(self, device: Path) -> None:
        super().__init__(device)
        self._event = framed(PLAYED, 1, 1)
        self._missing = 0

    def begin(self) -> None:
        """Send an event's bytes for the first time."""
        self._missing = len(self._event)
        self.say(self._event)

    def hear(self, chunk: bytes) -> None:
        """Count the bytes that come back; after the last of them, send the event's bytes again."""
        self._missing -= len(chunk)
        if not self._missing:
            self.answered()
            self.begin()


class Linked(Line):
    """A board that sends numbered events in a session without a key."""

    def __init__(self, device: Path) -> None:
        super().__init__(device)
        self._decoder, self._session, self._number = Decoder(), 0, 0
        self._board_id = device.name

    def begin(self) -> None:
        """Send HELLO."""
        can, none = Capability.CONSOLE | Capability.COLOUR_SENSING, WireRoom.NONE
        hello = Hello(
            1, 1, can, 0, none, ResetCause.POWER, 1, 0, 0, 0, 1, bytes(8), bytes(8),
            self._board_id, "Benchmark", "1",
        )  # fmt: skip
        os.write(self.end, framed(hello))

    def hear(self, chunk: bytes) -> None:
        """Answer WELCOME, and then send the next event after each acknowledgement."""
        for frame in self._decoder.feed(chunk).frames:
            if frame.kind == CODES[Welcome]:
                self._session = int.from_bytes(frame.payload[1:3], "little")
                os.write(self.end, framed(Auth(NO_PROOF), self._session))
            elif frame.session and frame.session == self._session and frame.ack >= self._number:
                if self._number:
                    self.answered()
                self._number += 1
                self.say(framed(PLAYED, self._session, self._number))


def round_trips(lines: Sequence[Linked | Echoed], events: int) -> Iterator[list[float]]:
    """Run all lines at once; yield for each line the seconds of its first `events` round trips."""
    selector = selectors.DefaultSelector()
    for line in lines:
        selector.register(line.end, selectors.EVENT_READ, line)
        line.begin()
    while selector.get_map():
        for key, _ in selector.select():
            line = key.data
            line.hear(os.read(line.end, AT_ONCE))
            if len(line.times) >= events:
                selector.unregister(line.end)
                yield line.times[:events]


def main() -> None:
    """Create the devices, wait for the signal that the other ends are open, and measure."""
    mode, folder, boards, events = sys.argv[1], Path(sys.argv[2]), *map(int, sys.argv[3:5])
    kind = Linked if mode == LINK else Echoed
    lines = [kind(folder / name_of(number)) for number in range(boards)]
    print("ready", flush=True)
    sys.stdin.readline()
    print(json.dumps([time for times in round_trips(lines, events) for time in times]), flush=True)


if __name__ == "__main__":
    main()
