"""The requirements ("points") by which a board's link is tested, with sections of docs/wire.md.

Nobody has to use the board: its SNAPSHOT and its DICE_SHOWN are enough events for the test. Time
limits are generous: a board may be slow, but not silent.
"""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass

from board_drivers.conformance.trial_end import BoardSilent, TrialEnd
from board_drivers.link.admission import Handshake
from board_drivers.wire import messages as wire
from board_drivers.wire.frames import Flag, Frame
from board_drivers.wire.handshake import Auth, Hello, Nak, Ping, Pong
from board_drivers.wire.table import CODES, unpack
from board_drivers.wire.values import (
    Awaited,
    Capability,
    FaultCode,
    WireRoom,
    WireSide,
)

_CONFIG = wire.Config(1, WireRoom.CLOSED, 4, 64, 250)
_GAME = wire.GameStart(1, 1)
_TURN = (1, 1, 1, WireSide.WHITE)
_WAIT = wire.Wait(*_TURN, Awaited.READY_OR_DOUBLE)
_BOOT_LOG = b"\x1b[2Jboot: ok\r\n\x00\x00\x00\xff\xfe"
_PING_MS = 77
_UNKNOWN_KIND = 0x7E
"""A message type code that does not exist in this version."""


class PointFailed(Exception):
    """Raised if the board fails a requirement; the text says what was expected and what came."""


@dataclass(slots=True)
class BoardOnTrial:
    """A board under test: `hello` is its latest HELLO, `shake` the handshake of its session.

    `last_event` is the number of the last event that it has sent.
    """

    end: TrialEnd
    key: bytes | None
    hello: Hello
    shake: Handshake | None = None
    last_event: int = 0

    async def enter(self, resume: int) -> None:
        """Ask for a HELLO and open a session in which events up to `resume` are acknowledged.

        Raises BoardSilent, or PointFailed if the board does not prove in AUTH that it has the key.
        """
        self.hello = await self.end.ask_for_hello()
        self.shake = await self.end.welcome(self.hello, resume=resume)
        shake = self.shake
        auth = await self.end.frame(
            lambda frame: frame.kind == CODES[Auth] and frame.session == shake.session,
            2.0,
            "AUTH",
        )
        found = unpack(auth.kind, auth.payload)
        if not isinstance(found, Auth) or found.proof != shake.board_proof(self.key):
            raise PointFailed("AUTH has another proof than docs/wire.md, Security, gives")
        self.end.enter(shake, resume)
        await self.end.acknowledge()

    async def event(self, within: float = 2.0) -> Frame:
        """Return the frame of the event that follows the last acknowledged one.

        Raises BoardSilent if it does not come within `within` seconds.
        """
        number = self.end.ack + 1
        return await self.end.frame(
            lambda frame: Flag.NUMBERED in frame.flags and frame.number == number,
            within,
            f"event {number}",
        )

    async def take_events(self) -> None:
        """Acknowledge the board's events as they come, until it sends no more of them."""
        try:
            while True:
                frame = await self.event(0.8)
                self.end.ack = self.last_event = frame.number
                await self.end.acknowledge()
        except BoardSilent:
            return

    async def acknowledged(self, number: int, within: float = 2.0) -> None:
        """Wait until the board acknowledges the commands of this session up to `number`.

        Raises BoardSilent after `within` seconds.
        """
        session = self.end.session
        await self.end.frame(
            lambda frame: frame.session == session and frame.ack == number,
            within,
            f"acknowledgement of command {number}",
        )


async def _greets(board: BoardOnTrial) -> None:
    hello = board.hello = await board.end.ask_for_hello()
    if not hello.protocol_min <= 1 <= hello.protocol_max:
        raise PointFailed(f"it speaks {hello.protocol_min} to {hello.protocol_max}; expected 1")
    if not hello.board_id or not hello.board_id.isprintable():
        raise PointFailed(f"its id is {hello.board_id!r}; expected letters, digits, dots, dashes")
    if hello.first_event > hello.last_event + 1:
        raise PointFailed(
            f"its journal holds events {hello.first_event} to {hello.last_event}; expected the"
            " first to be at most one behind the last"
        )
    if hello.journal_id == bytes(8):
        raise PointFailed("its journal's id is zeros; expected 8 bytes no other journal ever had")


async def _repeats_hello(board: BoardOnTrial) -> None:
    again = await board.end.hello(2.5)
    if again.nonce != board.hello.nonce:
        raise PointFailed("it repeats HELLO with another nonce; expected the same in a handshake")
    if again.journal_id != board.hello.journal_id:
        raise PointFailed("it repeats HELLO with another journal")


async def _ignores_another_welcome(board: BoardOnTrial) -> None:
    await board.end.welcome(board.hello, resume=0, nonce=bytes(8))
    if not await board.end.is_quiet(lambda frame: frame.kind == CODES[Auth], 1.5):
        raise PointFailed("it answers a WELCOME that does not repeat its nonce")


async def _enters(board: BoardOnTrial) -> None:
    await board.enter(board.hello.last_event)
    board.last_event = board.hello.last_event


async def _answers_ping(board: BoardOnTrial) -> None:
    pong = await _pong(board)
    found = unpack(pong.kind, pong.payload)
    if not isinstance(found, Pong) or found.ping_ms != _PING_MS:
        raise PointFailed("its PONG does not repeat the PING's time")


async def _repeats_events(board: BoardOnTrial) -> None:
    """Test that the board repeats its SNAPSHOT after the handshake until it is acknowledged."""
    first = await board.event(3.0)
    again = await board.event(2.0)
    if again.payload != first.payload or again.kind != first.kind:
        raise PointFailed(f"event {first.number} is another one when it is repeated")
    if Flag.RETRANSMITTED not in again.flags:
        raise PointFailed("a repeated frame lacks the flag RETRANSMITTED")


async def _stops_when_acknowledged(board: BoardOnTrial) -> None:
    await board.take_events()
    latest = board.end.ack
    quiet = await board.end.is_quiet(
        lambda frame: Flag.NUMBERED in frame.flags and frame.number <= latest, 1.2
    )
    if not quiet:
        raise PointFailed("it repeats events that are acknowledged")


async def _takes_commands(board: BoardOnTrial) -> None:
    for message in (_CONFIG, _GAME, _WAIT):
        number = await board.end.command(message)
    await board.acknowledged(number)


async def _takes_a_command_once(board: BoardOnTrial) -> None:
    number = board.end.sent
    await board.end.command(_WAIT, number)
    await board.acknowledged(number)


async def _asks_for_what_is_missing(board: BoardOnTrial) -> None:
    missing, later = board.end.sent + 1, board.end.sent + 2
    await board.end.command(_WAIT, later)
    await board.end.frame(lambda frame: frame.kind == CODES[Nak], 2.0, "NAK")
    await board.end.command(_GAME, missing)
    await board.end.command(_WAIT, later)
    board.end.sent = later
    await board.acknowledged(later)


async def _drops_damage(board: BoardOnTrial) -> None:
    number = board.end.sent + 1
    whole = bytearray(board.end.bytes_of(_WAIT, number))
    whole[8] ^= 0x10
    await board.end.raw(bytes(whole) + _BOOT_LOG + b"\x55" * 900 + b"\x00")
    pong = await _pong(board)
    if pong.ack >= number:
        raise PointFailed("it has taken a command whose CRC does not fit")
    board.end.sent = await board.end.command(_WAIT, number)
    await board.acknowledged(number)


async def _drops_its_echo(board: BoardOnTrial) -> None:
    number = board.end.sent + 1
    await board.end.raw(board.end.bytes_of(_WAIT, number, Flag.NONE))
    pong = await _pong(board)
    if pong.ack >= number:
        raise PointFailed("it has taken a frame without the flag SERVER, such as its own echo")


async def _ignores_the_unknown(board: BoardOnTrial) -> None:
    await board.end.raw(board.end.unknown(_UNKNOWN_KIND))
    await _pong(board)


async def _echoes_dice(board: BoardOnTrial) -> None:
    if Capability.DISPLAY not in board.hello.capabilities:
        return
    await board.take_events()
    await board.end.command(wire.DiceShow(*_TURN, 6, 4))
    shown = await board.event(3.0)
    found = unpack(shown.kind, shown.payload)
    if not isinstance(found, wire.DiceShown) or {found.die1, found.die2} != {6, 4}:
        raise PointFailed("DICE_SHOW 6-4 is not echoed by DICE_SHOWN 6-4")
    await board.take_events()


async def _greets_anew(board: BoardOnTrial) -> None:
    before = board.hello
    hello = board.hello = await board.end.ask_for_hello()
    if hello.nonce == before.nonce:
        raise PointFailed("a new handshake has the nonce of the one before")
    if hello.journal_id != before.journal_id:
        raise PointFailed("its journal has changed within a boot")
    if hello.last_event < board.last_event:
        raise PointFailed(f"its journal ends at {hello.last_event}, it has said {board.last_event}")


async def _says_again_what_was_acknowledged(board: BoardOnTrial) -> None:
    """Test that a board resends acknowledged events to a server that was restored from a backup."""
    earlier = board.last_event - 1
    if board.hello.first_event > earlier + 1:
        raise PointFailed("it has forgotten its last event, which was acknowledged")
    await board.enter(earlier)
    await board.event(3.0)
    await board.take_events()


async def _notices_silence(board: BoardOnTrial) -> None:
    await board.end.frame(lambda frame: frame.kind == CODES[Ping], 2.5, "PING after a second")
    board.hello = await board.end.hello(4.0)


async def _waits_after_a_refusal(board: BoardOnTrial) -> None:
    board.hello = await board.end.ask_for_hello()
    await board.end.raw(board.end.bytes_of(wire.Fault(FaultCode.UNKNOWN_BOARD, 0)))
    if not await board.end.is_quiet(lambda frame: frame.kind == CODES[Hello], 3.5):
        raise PointFailed("it says HELLO at once after a refusal; expected every five seconds")
    board.hello = await board.end.hello(4.0)


async def _pong(board: BoardOnTrial) -> Frame:
    await board.end.raw(board.end.bytes_of(Ping(_PING_MS)))
    return await board.end.frame(lambda frame: frame.kind == CODES[Pong], 2.0, "PONG")


Point = Callable[[BoardOnTrial], Awaitable[None]]

POINTS: Mapping[str, tuple[str, Point]] = {
    "says HELLO when it is asked, with what it must say of itself": ("Handshake", _greets),
    "repeats HELLO each second, with the same nonce": ("Handshake", _repeats_hello),
    "ignores a WELCOME for another nonce": ("Handshake", _ignores_another_welcome),
    "answers WELCOME by AUTH with its proof": ("Security", _enters),
    "says a SNAPSHOT after the handshake, and repeats it while it is not acknowledged": (
        "Numbers and acknowledgement",
        _repeats_events,
    ),
    "repeats nothing that is acknowledged": (
        "Numbers and acknowledgement",
        _stops_when_acknowledged,
    ),
    "answers PING by PONG": ("Timers", _answers_ping),
    "acknowledges commands": ("Numbers and acknowledgement", _takes_commands),
    "acknowledges a repeated command again": (
        "Numbers and acknowledgement",
        _takes_a_command_once,
    ),
    "asks by NAK for a command that is missing": (
        "Numbers and acknowledgement",
        _asks_for_what_is_missing,
    ),
    "drops damaged frames, boot messages and noise without end": ("Frame", _drops_damage),
    "drops frames that carry its own direction": ("Frame", _drops_its_echo),
    "ignores messages without a number that it does not know": ("Messages", _ignores_the_unknown),
    "echoes the dice it shows": ("Messages", _echoes_dice),
    "begins a new handshake when it hears HELLO_REQ in a session": ("Handshake", _greets_anew),
    "says again what was acknowledged, to a server that knows less": (
        "Numbers and acknowledgement",
        _says_again_what_was_acknowledged,
    ),
    "asks by PING after a second of silence, and says HELLO after three": (
        "Timers",
        _notices_silence,
    ),
    "waits five seconds after a refusal": ("Handshake", _waits_after_a_refusal),
}
"""The requirements in the order of testing, keyed by their descriptions.

Each value is the section of docs/wire.md with the requirement, and the function that tests the
requirement.
"""


@dataclass(frozen=True, slots=True)
class Finding:
    """The result of one test; `point` describes the requirement that was tested.

    `section` is the section with the requirement in docs/wire.md. `wrong` says what the board did
    wrong, and is empty if the board passed.
    """

    point: str
    section: str
    wrong: str


async def try_board(
    end: TrialEnd, key: bytes | None, tell: Callable[[Finding], None]
) -> list[Finding]:
    """Test all requirements in order and return the results. It takes about half a minute.

    `key` is the board's key, None on a cable without a key. `tell` is called with each result. If
    the board never sends HELLO, the other requirements are not tested. Raises LinkLost.
    """
    board: BoardOnTrial | None = None
    findings = list[Finding]()
    for words, (section, point) in POINTS.items():
        try:
            if board is None:
                board = BoardOnTrial(end, key, await end.ask_for_hello())
            wrong = ""
            await point(board)
        except (BoardSilent, PointFailed) as failed:
            wrong = str(failed)
        finding = Finding(words, section, wrong)
        findings.append(finding)
        tell(finding)
        if board is None:
            break
    return findings
