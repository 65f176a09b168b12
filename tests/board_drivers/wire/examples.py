"""One message of every type, and the strategies that make any of them."""

import re
from dataclasses import fields
from enum import Enum, IntFlag
from typing import Any, get_args, get_type_hints

from hypothesis import strategies as st

from board_drivers.wire.frames import Flag, Frame
from board_drivers.wire.handshake import Ack, Auth, Hello, HelloReq, Nak, Ping, Pong, Welcome
from board_drivers.wire.layout import CANDIDATES, COUNTS, Fixed, PointCounts, Text, WireMessage
from board_drivers.wire.messages import (
    Accept,
    Answer,
    Ask,
    Call,
    Clock,
    Config,
    Confirm,
    Cube,
    Diff,
    Director,
    Double,
    End,
    Fault,
    GameOver,
    GameStart,
    MoveVerdict,
    Pass,
    Played,
    Ready,
    Refuse,
    Resign,
    Roll,
    RollRequest,
    RollVerdict,
    Score,
    Snapshot,
    Status,
    Take,
    TurnDone,
    Wait,
)
from board_drivers.wire.messages import DiceShow as DiceShow
from board_drivers.wire.messages import DiceShown as DiceShown
from board_drivers.wire.table import TABLE, Message, Sender, pack
from board_drivers.wire.values import (
    Awaited,
    CallReason,
    Capability,
    Confirmed,
    CubeState,
    DirectorState,
    FaultCode,
    MoveJudgement,
    NakReason,
    Positions,
    Question,
    ResetCause,
    ResignKind,
    RollJudgement,
    ThrowSource,
    WireEnding,
    WireRoom,
    WireSide,
)

WHITE, RED = WireSide.WHITE, WireSide.RED
OPENING = PointCounts(
    white=(0, 0, 0, 0, 0, 0, 5, 0, 3, 0, 0, 0, 0, 5, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0),
    red=(0, 0, 0, 0, 0, 0, 5, 0, 3, 0, 0, 0, 0, 5, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0),
)
KEY = (2, 1, 7, WHITE)
HELLO = Hello(
    protocol_min=1,
    protocol_max=1,
    capabilities=Capability.CONSOLE | Capability.CUBE | Capability.DISPLAY,
    point_limit=5,
    room=WireRoom.OPEN,
    reset_cause=ResetCause.WATCHDOG,
    first_event=41,
    last_event=43,
    last_command=9,
    uptime_ms=123_456,
    boot_id=0xDECADE,
    journal_id=bytes.fromhex("0102030405060708"),
    nonce=bytes.fromhex("1112131415161718"),
    board_id="board-7",
    model="Sensor 5",
    firmware="1.4",
)
EXAMPLES: tuple[Message, ...] = (
    HELLO,
    HelloReq(),
    Welcome(
        1,
        513,
        WireRoom.OPEN,
        99_000,
        HELLO.nonce,
        bytes.fromhex("2122232425262728"),
        bytes.fromhex("303132333435363738393a3b3c3d3e3f"),
    ),
    Auth(bytes.fromhex("404142434445464748494a4b4c4d4e4f")),
    Ack(),
    Nak(NakReason.GAP),
    Ping(1000),
    Pong(1000, 2003, 2004),
    Fault(FaultCode.BATTERY_LOW, 11),
    Snapshot(*KEY, OPENING, 1 << 13, 77, 3, 1, 2, RED),
    Roll(*KEY, 6, 5, ThrowSource.CONSOLE, 100, 654_321, 42),
    DiceShown(*KEY, 6, 5),
    Ready(*KEY),
    TurnDone(*KEY, OPENING, 0, 78),
    Double(*KEY, 4),
    Take(*KEY),
    Pass(*KEY),
    Resign(*KEY, ResignKind.GAMMON),
    Accept(*KEY),
    Refuse(*KEY),
    Confirm(*KEY, Confirmed.DICE, 42),
    Answer(*KEY, 5, 1),
    Played(*KEY),
    End(*KEY, WireEnding.BEAROFF, 3),
    Call(*KEY, CallReason.DICE_OR_PLAY),
    Diff(24, WHITE, 1, 79),
    Status(87, 0, 200_000),
    Config(1, WireRoom.CLOSED, 6, 64, 250, Positions.RECORDED),
    GameStart(2, 1),
    Wait(*KEY, Awaited.READY_OR_DOUBLE),
    RollRequest(*KEY),
    DiceShow(*KEY, 6, 5),
    RollVerdict(*KEY, RollJudgement.VOID, FaultCode.PLAY_UNFINISHED, 42),
    MoveVerdict(*KEY, MoveJudgement.ILLEGAL, 1 << 6 | 1 << 8, 44),
    Ask(*KEY, 5, Question.WHICH_PLAY, (((24, 18), (13, 8)), ((25, 20), (6, 0)))),
    Cube(*KEY, 2, RED, CubeState.OWNED),
    GameOver(*KEY, WireEnding.BEAROFF, 3, 2),
    Score(*KEY, 8, 3, 1, 4, 11, 2),
    Clock(*KEY, WireSide.WHITE, 719_500, 1_080_000, 12_000, 1),
    Director(DirectorState.CALLED | DirectorState.COMING),
)


def frame_of(message: Message) -> Frame:
    """The frame that the golden file pins for an example."""
    raw = pack(message)
    row = next(row for row in TABLE if row.code == raw[0])
    flags = Flag.NUMBERED if row.numbered else Flag.NONE
    if row.sender is Sender.SERVER:
        flags |= Flag.SERVER
    session = 0 if isinstance(message, Hello | HelloReq) else 513
    return Frame(raw[0], raw[1:], session, 44 if row.numbered else 0, 8, flags)


def _of_kind(kind: Fixed | Text) -> st.SearchStrategy[Any]:
    if isinstance(kind, Text):
        return st.text(max_size=kind.size // 4)
    if kind is COUNTS:
        counts = st.lists(st.integers(0, 15), min_size=26, max_size=26).map(tuple)
        return st.builds(PointCounts, counts, counts)
    if kind is CANDIDATES:
        move = st.tuples(st.integers(1, 25), st.integers(0, 24))
        play = st.lists(move, min_size=1, max_size=4).map(tuple)
        return st.lists(play, max_size=4).map(tuple)
    span = re.fullmatch(r"(\d+) to (\d+)", kind.allowed)
    if span:
        return st.integers(int(span[1]), int(span[2]))
    size = int(kind.code.removesuffix("s"))
    return st.binary(min_size=size, max_size=size)


def _of_hint(hint: Any) -> st.SearchStrategy[Any]:
    base = get_args(hint)[0] if get_args(hint) else hint
    if isinstance(base, type) and issubclass(base, IntFlag):
        return st.integers(0, 127).map(base)
    if isinstance(base, type) and issubclass(base, Enum):
        return st.sampled_from(base)
    return _of_kind(next(note for note in get_args(hint) if isinstance(note, Fixed | Text)))


def _of_class(message: type[WireMessage]) -> st.SearchStrategy[Any]:
    hints = get_type_hints(message, include_extras=True)
    return st.builds(message, *(_of_hint(hints[field.name]) for field in fields(message)))


messages: st.SearchStrategy[Message] = st.one_of(*(_of_class(row.message) for row in TABLE))
frames = st.builds(
    Frame,
    kind=st.integers(0, 255),
    payload=st.binary(max_size=200),
    session=st.integers(0, 0xFFFF),
    number=st.integers(0, 0xFFFFFFFF),
    ack=st.integers(0, 0xFFFFFFFF),
    flags=st.sampled_from([flag for flag in map(Flag, range(16)) if not flag & Flag.MAC]),
    version=st.integers(0, 15),
)
