"""The kinds of field that messages are made of (docs/wire.md, "Fields")."""

from typing import Annotated

from board_drivers.wire.layout import (
    CANDIDATES,
    COUNTS,
    Candidate,
    PointCounts,
    enumerated,
    opaque,
    whole,
)
from board_drivers.wire.values import Capability, FaultCode

U8 = Annotated[int, whole("B", 0, 0xFF)]
U16 = Annotated[int, whole("H", 0, 0xFFFF)]
U32 = Annotated[int, whole("I", 0, 0xFFFFFFFF)]
Ordinal = Annotated[int, whole("B", 1, 0xFF)]
Turn = Annotated[int, whole("H", 1, 0xFFFF)]
SessionNumber = Annotated[int, whole("H", 1, 0xFFFF)]
Die = Annotated[int, whole("B", 1, 6)]
ReadDie = Annotated[int, whole("B", 0, 6)]
Percent = Annotated[int, whole("B", 0, 100)]
YesNo = Annotated[int, whole("B", 0, 1)]
Checkers = Annotated[int, whole("B", 0, 15)]
Point = Annotated[int, whole("B", 0, 25)]
Nonce = Annotated[bytes, opaque(8)]
Proof = Annotated[bytes, opaque(16)]
Counts = Annotated[PointCounts, COUNTS]
Plays = Annotated[tuple[Candidate, ...], CANDIDATES]
Code = Annotated[FaultCode, enumerated("H", FaultCode)]
Abilities = Annotated[Capability, enumerated("I", Capability)]
