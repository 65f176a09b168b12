"""docs/wire.md is what the code does: tables, values, timers, hex."""

import re
import textwrap
from dataclasses import fields
from enum import IntEnum, IntFlag
from itertools import groupby
from pathlib import Path
from typing import get_args, get_type_hints

import pytest

from board_drivers.link import conversation, timers
from board_drivers.link.timers import NETWORK, LineTimers
from board_drivers.wire import frames, values
from board_drivers.wire.frames import Decoder, Flag, encode, is_authentic
from board_drivers.wire.layout import CANDIDATES, COUNTS, Fixed, Text, WireMessage
from board_drivers.wire.table import TABLE, Row, pack
from tests.board_drivers.wire.examples import EXAMPLES, frame_of
from tests.board_drivers.wire.worked_example import lines

ROOT = Path(__file__).parents[3]
SPECIFICATION = (ROOT / "docs" / "wire.md").read_text()
GOLDEN = ROOT / "tests" / "golden" / "wire" / "frames.txt"
SIZES = {"B": "", "H": "u16", "I": "u32"}
"""Of one byte nothing is said."""
TURN_KEY = "game, attempt, turn u16, side"
WIDTH = 100
"""Letters of a line of the table."""
ENUMERATIONS = [
    named
    for named in vars(values).values()
    if isinstance(named, type) and issubclass(named, IntEnum | IntFlag) and len(named)
]


def name_of(message: type[WireMessage]) -> str:
    return re.sub(r"(?<!^)(?=[A-Z])", "_", message.__name__).upper()


def form_of(hint: object) -> str:
    for note in get_args(hint)[1:]:
        if note is COUNTS:
            return "counts"
        if note is CANDIDATES:
            return "plays"
        if isinstance(note, Text):
            return f"text {note.size}"
        if isinstance(note, Fixed):
            return SIZES.get(note.code, f"{note.code.removesuffix('s')} bytes")
    return ""


def told(row: Row) -> str:
    """A row of the table as the document sets it, in several lines where it is long."""
    hints = get_type_hints(row.message, include_extras=True)
    names = [(field.name, form_of(hints[field.name])) for field in fields(row.message)]
    listed = ", ".join(f"{name} {form}".strip() for name, form in names)
    listed = listed.replace(TURN_KEY, "K") or "none"
    head = f"{row.code:02X}    {name_of(row.message):<14}"
    lines = textwrap.wrap(listed, WIDTH - len(head))
    return "\n".join([head + lines[0], *(" " * len(head) + line for line in lines[1:])])


def table_of_messages() -> str:
    """The document's whole table of messages."""
    lines = [f"K, the turn key: {TURN_KEY}\n\ncode  message       fields"]
    for sent, rows in groupby(TABLE, sent_as):
        lines += [sent, *map(told, rows)]
    return "\n".join(lines)


def sent_as(row: Row) -> str:
    """The line over rows of one sender, all numbered or none."""
    return f"{row.sender.value}, {'' if row.numbered else 'un'}numbered"


def values_line(named: type[IntEnum] | type[IntFlag]) -> str:
    listed = ", ".join(f"{member.name}={member.value}" for member in named)
    return f"- **{named.__name__}**: {listed}"


def test_the_specification_lists_every_message_with_its_fields() -> None:
    assert f"```text\n{table_of_messages()}\n```" in SPECIFICATION


@pytest.mark.parametrize("named", ENUMERATIONS, ids=lambda named: named.__name__)
def test_the_specification_lists_every_value(named: type[IntEnum]) -> None:
    assert values_line(named) in SPECIFICATION.replace("\n  ", " ").splitlines()


def test_the_specification_states_the_timers_of_the_code() -> None:
    fast, slow = LineTimers.at_baud(115_200), LineTimers.at_baud(9600)
    assert NETWORK.shortest == fast.shortest
    for stated in (
        f"retransmission time, shortest {fast.shortest * 1000:.0f} ms; "
        f"below 38400 baud {slow.shortest * 1000:.0f} ms",
        f"retransmission time, longest {fast.longest * 1000:.0f} ms; "
        f"below 38400 baud {slow.longest * 1000:.0f} ms",
        f"frames under way {conversation.WINDOW}",
        f"HELLO and HELLO_REQ repeated {timers.HELLO_EVERY:.0f} s",
        f"HELLO after a refusal {timers.HELLO_AFTER_REFUSAL:.0f} s",
        f"PING after hearing nothing {timers.PING_AFTER:.0f} s",
        f"silence that ends a session {timers.SILENT_AFTER:.0f} s",
        f"repetitions that make a link SUSPECT {timers.SUSPECT_AFTER}",
        f"bytes without a frame: wrong rate {timers.WRONG_RATE_AFTER:.0f} s",
    ):
        assert stated in [" ".join(line.split()) for line in SPECIFICATION.splitlines()]


def test_the_specification_states_the_sizes_of_a_frame() -> None:
    assert frames.HEADER.size == 12
    words = " ".join(SPECIFICATION.split())
    assert f"at most {frames.MAX_PAYLOAD} bytes" in words
    assert f"at most {frames.MAX_ENCODED + 2} bytes with both delimiters" in words


def test_the_worked_example_is_what_the_code_sends() -> None:
    block = SPECIFICATION.split("```hex\n")[1].split("```")[0]
    shown = {
        label.strip(): bytes.fromhex(digits)
        for label, digits in (line.split(":") for line in block.strip().splitlines())
    }
    assert shown == lines()


def test_every_tagged_frame_of_the_worked_example_is_authentic() -> None:
    shown = lines()
    key = shown.pop("session key")
    tagged = 0
    for encoded in shown.values():
        (frame,) = Decoder().feed(encoded).frames
        if Flag.MAC in frame.flags:
            assert is_authentic(frame, key)
            tagged += 1
    assert tagged == 5


def test_the_golden_frames_are_what_the_code_sends_and_reads() -> None:
    golden = dict(line.split(" ") for line in GOLDEN.read_text().splitlines())
    sent = {name_of(type(example)): encode(frame_of(example)).hex() for example in EXAMPLES}
    assert golden == sent
    for example in EXAMPLES:
        (frame,) = Decoder().feed(bytes.fromhex(golden[name_of(type(example))])).frames
        assert frame == frame_of(example)
        assert frame.payload == pack(example)[1:]
