"""A board to start from: two players with a console and a display, no sensors, no key.

It is for a table whose positions are not recorded, on a cable. It is written so that MicroPython
runs it as well: `stream` has read() without waiting and write(), `clock` gives milliseconds. Call
`poll` in a loop, put what `shown` says on the display after it, and `say` what the players key:
say(PLAYED, turn_key(side)), say(ROLL, turn_key(side) + roll_of(6, 4)). docs/wire.md has the rest.
"""

import os
import struct
from binascii import crc32

HELLO, HELLO_REQ, WELCOME, AUTH, ACK, NAK, PING, PONG, FAULT = range(1, 10)
SNAPSHOT, ROLL, DICE_SHOWN, READY, PLAYED = 0x10, 0x11, 0x12, 0x13, 0x1D
CONFIG, GAME_START, WAIT, DICE_SHOW = 0x40, 0x41, 0x42, 0x44
NUMBERED, RETRANSMITTED, SERVER = 1, 2, 8
CONSOLE, BUTTONS, DISPLAY = 2, 16, 32
KEPT, WINDOW, AGAIN, SILENCE = 1024, 8, 400, 3000


def framed(kind, payload=b"", session=0, number=0, ack=0, flags=0):
    body = struct.pack("<BBHII", 0x10 | flags, kind, session, number, ack) + payload
    body += struct.pack("<I", crc32(body) & 0xFFFFFFFF)
    return b"\0" + b"".join(bytes([len(part) + 1]) + part for part in body.split(b"\0")) + b"\0"


def unframed(stuffed):
    body, at = b"", 0
    while at < len(stuffed):
        body += stuffed[at + 1 : at + stuffed[at]] + b"\0"
        at += stuffed[at]
    body = body[:-1]
    if at != len(stuffed) or len(body) < 16 or body[0] >> 4 != 1:
        return None
    return body[:-4] if struct.pack("<I", crc32(body[:-4]) & 0xFFFFFFFF) == body[-4:] else None


def roll_of(first, second, corrects=0):
    return struct.pack("<BBBBII", first, second, 2, 100, 0, corrects)


class Board:
    def __init__(self, stream, clock, board_id, path):
        self.stream, self.clock, self.board_id, self.path = stream, clock, board_id, path
        self.boot, self.buffer, self.session, self.shown = os.urandom(4), b"", 0, {}
        try:
            lines = open(path).read().split("\n")[:-1]  # a torn last line was never said
        except OSError:
            lines = [os.urandom(8).hex()]
        self.journal_id = bytes.fromhex(lines[0])
        events = [line.split(" ") for line in lines[1:]][-KEPT:]
        self.events = {int(number): bytes.fromhex(raw) for number, raw in events}
        self.last = max(self.events) if self.events else 0
        with open(path, "w") as file:
            file.write(self.journal_id.hex() + "\n")
            for number in sorted(self.events):
                file.write("%d %s\n" % (number, self.events[number].hex()))
        self.greet(clock())

    def greet(self, at):
        self.session, self.nonce, self.every, self.next_hello = 0, os.urandom(8), 1000, at

    def turn_key(self, side):
        """Game, attempt and turn of the latest WAIT, for a side: 1 White, 2 Red, 0 the opening."""
        return self.shown.get(WAIT, bytes((0, 0, 0, 0)))[:4] + bytes([side])

    def say(self, kind, payload):
        """Keep an event over a loss of power, then send it until the server has stored it."""
        raw = bytes([kind]) + payload
        with open(self.path, "a") as file:
            file.write("%d %s\n" % (self.last + 1, raw.hex()))
            file.flush()
            getattr(os, "fsync", lambda number: None)(file.fileno())
        self.last += 1
        self.events[self.last] = raw

    def poll(self):
        now = self.clock()
        self.buffer += self.stream.read() or b""
        *parts, self.buffer = self.buffer.split(b"\0")
        self.buffer = self.buffer[-226:]
        for part in parts:
            body = unframed(part) if part else None
            if body and body[0] & SERVER:
                self.hear(body, now)
        if self.session and now - self.heard > SILENCE:
            self.greet(now)
        if not self.session:
            if now >= self.next_hello:
                self.next_hello = now + self.every
                self.stream.write(framed(HELLO, self.hello(now)))
            return
        if now - self.heard > 1000 and now - self.pinged > 1000:
            self.pinged = now
            self.send(PING, struct.pack("<I", now & 0xFFFFFFFF))
        if self.acked < self.sent and now - self.sent_at > AGAIN:
            self.repeat(now)
        while self.sent < min(self.last, self.acked + WINDOW):
            self.sent, self.sent_at = self.sent + 1, now
            self.event(self.sent, 0)

    def repeat(self, now):
        self.sent_at = now
        for number in range(self.acked + 1, self.sent + 1):
            self.event(number, RETRANSMITTED)

    def event(self, number, flags):
        raw = self.events[number]
        self.send(raw[0], raw[1:], number, NUMBERED | flags)

    def send(self, kind, payload=b"", number=0, flags=0):
        self.stream.write(framed(kind, payload, self.session, number, self.taken, flags))

    def hello(self, now):
        first = min(self.events) if self.events else self.last + 1
        texts = b"".join(bytes([len(text)]) + text for text in (self.board_id, b"Example", b"1"))
        fixed = (1, 1, CONSOLE | BUTTONS | DISPLAY, 0, 0, 0, first, self.last, 0, now & 0xFFFFFFFF)
        return struct.pack("<BBIBBBIIII", *fixed) + self.boot + self.journal_id + self.nonce + texts

    def hear(self, body, now):
        flags, kind, session, number, ack = struct.unpack("<BBHII", body[:12])
        payload = body[12:]
        if kind == HELLO_REQ:
            self.greet(now)
        elif kind == WELCOME and not self.session and payload[8:16] == self.nonce:
            self.session, self.taken, self.acked, self.sent = session, 0, ack, ack
            self.heard = self.pinged = self.sent_at = now
            self.send(AUTH, bytes(16))
            self.say(SNAPSHOT, self.turn_key(0) + bytes(38))
        elif kind == FAULT and not flags & NUMBERED:
            self.greet(now + 5000)
            self.every = 5000
        elif self.session and session == self.session:
            self.heard, self.acked = now, max(self.acked, ack)
            if flags & NUMBERED:
                self.take(kind, payload, number)
            elif kind == NAK:
                self.repeat(now)
            elif kind == PING:
                self.send(PONG, payload + struct.pack("<II", now & 0xFFFFFFFF, now & 0xFFFFFFFF))

    def take(self, kind, payload, number):
        if number == self.taken + 1:
            self.taken = number
            if kind == DICE_SHOW and self.shown.get(kind) != payload:
                self.say(DICE_SHOWN, payload)
            self.shown[kind] = payload
        self.send(NAK, b"\2") if number > self.taken else self.send(ACK)
