"""The session that docs/wire.md shows in hex: a keyed board in the closed room gets its dice."""

from board_drivers.link.admission import Handshake
from board_drivers.wire.frames import Flag, Frame, encode
from board_drivers.wire.handshake import Ack, Auth, Hello, Welcome
from board_drivers.wire.messages import DiceShow, DiceShown, Ready
from board_drivers.wire.table import Message, pack
from board_drivers.wire.values import Capability, ResetCause, WireRoom, WireSide

KEY = bytes(range(32))
BOARD_NONCE = bytes.fromhex("a0a1a2a3a4a5a6a7")
SERVER_NONCE = bytes.fromhex("b0b1b2b3b4b5b6b7")
SHAKE = Handshake("c7", bytes.fromhex("c0c1c2c3c4c5c6c7"), 3, BOARD_NONCE, SERVER_NONCE)
HELLO = Hello(
    protocol_min=1,
    protocol_max=1,
    capabilities=Capability.BUTTONS | Capability.DISPLAY | Capability.KEYED,
    point_limit=0,
    room=WireRoom.CLOSED,
    reset_cause=ResetCause.POWER,
    first_event=12,
    last_event=11,
    last_command=0,
    uptime_ms=1500,
    boot_id=9,
    journal_id=SHAKE.journal_id,
    nonce=BOARD_NONCE,
    board_id=SHAKE.board_id,
    model="tablet",
    firmware="1",
)
WELCOME = Welcome(
    protocol=1,
    session=3,
    room=WireRoom.CLOSED,
    clock_ms=60_000,
    board_nonce=BOARD_NONCE,
    server_nonce=SERVER_NONCE,
    proof=SHAKE.server_proof(KEY),
)
TURN = (1, 1, 4, WireSide.RED)


def frame(
    message: Message, *, number: int = 0, ack: int = 0, session: int = 3, server: bool = False
) -> Frame:
    raw = pack(message)
    flags = Flag.NUMBERED if number else Flag.NONE
    flags |= Flag.SERVER if server else Flag.NONE
    return Frame(raw[0], raw[1:], session, number, ack, flags)


def lines() -> dict[str, bytes]:
    """Label to bytes, in the order of the conversation."""
    key = SHAKE.session_key(KEY)
    ready, shown = Ready(*TURN), DiceShown(*TURN, 6, 4)
    show = DiceShow(*TURN, 6, 4)
    return {
        "session key": key,
        "HELLO": encode(frame(HELLO, session=0)),
        "WELCOME": encode(frame(WELCOME, ack=11, server=True)),
        "AUTH": encode(frame(Auth(SHAKE.board_proof(KEY)))),
        "ACK": encode(frame(Ack(), ack=11, server=True), key),
        "READY": encode(frame(ready, number=12), key),
        "DICE_SHOW": encode(frame(show, number=1, ack=12, server=True), key),
        "DICE_SHOWN": encode(frame(shown, number=13, ack=1), key),
        "ACK again": encode(frame(Ack(), ack=13, server=True), key),
    }
