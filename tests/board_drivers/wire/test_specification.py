"""docs/wire.md is what the code does: tables, values, timers, hex."""

import re
from dataclasses import fields
from enum import IntEnum, IntFlag
from pathlib import Path
from typing import get_args, get_type_hints

import pytest

from board_drivers.link import conversation, timers
from board_drivers.link.timers import NETWORK, LineTimers
from board_drivers.wire import frames, values
from board_drivers.wire.frames import Decoder, Flag, encode, is_authentic
from board_drivers.wire.layout import CANDIDATES, COUNTS, Fixed, Text, WireMessage, layout_of
from board_drivers.wire.table import TABLE, Row, pack
from tests.board_drivers.wire.examples import EXAMPLES, frame_of
from tests.board_drivers.wire.worked_example import lines

ROOT = Path(__file__).parents[3]
SPECIFICATION = (ROOT / "docs" / "wire.md").read_text()
GOLDEN = ROOT / "tests" / "golden" / "wire" / "frames.txt"
SIZES = {"B": "u8", "H": "u16", "I": "u32"}
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
    return "u8"


def table_line(row: Row) -> str:
    hints = get_type_hints(row.message, include_extras=True)
    names = [(field.name, form_of(hints[field.name])) for field in fields(row.message)]
    layout = layout_of(row.message)
    listed = ", ".join(f"{name} {form}" for name, form in names)
    listed = listed.replace("game u8, attempt u8, turn u16, side u8", "*turn key*") or "none"
    least, most = layout.smallest, layout.largest
    size = str(least) if least == most else f"{least}–{most}"
    times = (f"{(least + 19) * 10_000 / baud:.1f}" for baud in (9600, 115_200))
    number = "yes" if row.numbered else "no"
    cells = [f"{row.code:02X}", name_of(row.message), row.sender.value, number, size, *times]
    return f"| {' | '.join(cells)} | {listed} |"


def values_line(named: type[IntEnum] | type[IntFlag]) -> str:
    listed = ", ".join(f"{member.value} {member.name}" for member in named)
    return f"- **{named.__name__}**: {listed}"


@pytest.mark.parametrize("row", TABLE, ids=lambda row: name_of(row.message))
def test_the_specification_lists_every_message_with_its_fields(row: Row) -> None:
    assert table_line(row) in SPECIFICATION.splitlines()


@pytest.mark.parametrize("named", ENUMERATIONS, ids=lambda named: named.__name__)
def test_the_specification_lists_every_value(named: type[IntEnum]) -> None:
    assert values_line(named) in SPECIFICATION.splitlines()


def test_the_specification_states_the_timers_of_the_code() -> None:
    fast, slow = LineTimers.at_baud(115_200), LineTimers.at_baud(9600)
    assert NETWORK.shortest == fast.shortest
    for stated in (
        f"| shortest retransmission time | {fast.shortest * 1000:.0f} ms | "
        f"{slow.shortest * 1000:.0f} ms |",
        f"| longest retransmission time | {fast.longest * 1000:.0f} ms | "
        f"{slow.longest * 1000:.0f} ms |",
        f"| frames under way | {conversation.WINDOW} | {conversation.WINDOW} |",
        f"| HELLO and HELLO_REQ repeated | {timers.HELLO_EVERY:.0f} s | same |",
        f"| HELLO after a refusal | {timers.HELLO_AFTER_REFUSAL:.0f} s | same |",
        f"| PING after hearing nothing | {timers.PING_AFTER:.0f} s | same |",
        f"| silence that ends a session | {timers.SILENT_AFTER:.0f} s | same |",
        f"| repetitions that make a link SUSPECT | {timers.SUSPECT_AFTER} | same |",
        f"| bytes without a frame: wrong rate | {timers.WRONG_RATE_AFTER:.0f} s | same |",
    ):
        assert stated in SPECIFICATION.splitlines()


def test_the_specification_states_the_sizes_of_a_frame() -> None:
    assert frames.HEADER.size == 12
    assert f"at most {frames.MAX_PAYLOAD} bytes" in SPECIFICATION
    assert f"at most {frames.MAX_ENCODED + 2} bytes with both delimiters" in SPECIFICATION


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
