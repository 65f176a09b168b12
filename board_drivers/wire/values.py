"""The named numbers on the wire (docs/wire.md, "Values").

A number never changes its meaning within a major version; new numbers are added at the end.
"""

from enum import IntEnum, IntFlag


class WireSide(IntEnum):
    """A side of the table; NONE for the opening throw, or for no side."""

    NONE = 0
    WHITE = 1
    RED = 2


class WireRoom(IntEnum):
    """A room of a duplicate match; NONE for a port, agent or board that is set up for no room."""

    NONE = 0
    OPEN = 1
    CLOSED = 2


class Capability(IntFlag):
    """The capabilities of a board, as bits.

    Where a board lacks one, people do the work: without DICE_READER, for example, they key in the
    dice.
    """

    NONE = 0
    DICE_READER = 1
    CONSOLE = 2
    COLOUR_SENSING = 4
    CUBE = 8
    BUTTONS = 16
    DISPLAY = 32
    KEYED = 64


class Positions(IntEnum):
    """Whether a table records positions, or only dice, cube actions and results."""

    NOT_RECORDED = 0
    RECORDED = 1


class ResetCause(IntEnum):
    """The cause of the board's last start."""

    POWER = 0
    BUTTON = 1
    WATCHDOG = 2
    BROWN_OUT = 3
    SOFTWARE = 4


class ThrowSource(IntEnum):
    """The source of a roll's dice, which is logged with each roll (ruling 8)."""

    DICE_READER = 1
    CONSOLE = 2
    INFERRED = 3
    DIRECTOR = 4
    SERVER = 5


class RollJudgement(IntEnum):
    """The server's judgement of a stored roll."""

    COUNTED = 1
    UNCONFIRMED = 2
    VOID = 3


class MoveJudgement(IntEnum):
    """The server's judgement of a finished play."""

    OK = 1
    ILLEGAL = 2
    INCOMPLETE = 3
    AMBIGUOUS = 4
    CONDONED = 5


class Confirmed(IntEnum):
    """What a player confirms.

    DICE: the dice that the opponent keyed. RESULT: the result of the game. PLAY: that the
    opponent's play, which does not fit the roll, is accepted; the checkers stay where they lie
    (ruling 9). DRAW_REST: that the rest of the tail is drawn from the match's secret seed (ruling
    8).
    """

    DICE = 1
    RESULT = 2
    PLAY = 3
    DRAW_REST = 4


class ResignKind(IntEnum):
    """The kind of loss that a resigning player offers."""

    SINGLE = 1
    GAMMON = 2
    BACKGAMMON = 3


class CubeState(IntEnum):
    """The state of the cube.

    OFFERED: the side named as owner has offered to double the cube to the value in the message.
    """

    ABSENT = 0
    CENTRED = 1
    OWNED = 2
    OFFERED = 3


class WireEnding(IntEnum):
    """The way in which a game ended (ruling 3). TROUS: a side reached twelve trous (ruling 25)."""

    BEAROFF = 1
    PASS = 2
    GAMMON = 3
    BACKGAMMON = 4
    RESIGNED = 5
    RESIGNED_GAMMON = 6
    RESIGNED_BACKGAMMON = 7
    TROUS = 8


class Awaited(IntEnum):
    """The input for which the server waits at this board."""

    SET = 1
    ROLL = 2
    READY_OR_DOUBLE = 3
    MOVE = 4
    DOUBLE_ANSWER = 5
    RESIGNATION_ANSWER = 6
    RESULT_CONFIRMATION = 7
    OTHER_ROOM = 8
    NEXT_GAME = 9
    MATCH_OVER = 10
    OPERATOR = 11
    DICE_CONFIRMATION = 12
    CHOICE = 13
    HELD = 14
    END_ANSWER = 15


class Question(IntEnum):
    """The subject of an ASK."""

    WHICH_PLAY = 1
    HOLD_OR_GO = 2
    FINISHED = 3
    DRAW_REST = 4


class HoldOrGo(IntEnum):
    """The answers to HOLD_OR_GO, which is asked in Trictrac after a trou (ruling 25).

    HOLD: the side goes on with the game. GO: both sides start anew from their talons.
    """

    HOLD = 0
    GO = 1


class YesOrNo(IntEnum):
    """The answers to the questions FINISHED and DRAW_REST (rulings 7 and 8).

    FINISHED asks whether a side's play was finished when the opponent threw. DRAW_REST asks whether
    the rest of the tail is to be drawn from the seed, as the opponent wishes.
    """

    NO = 0
    YES = 1


class CallReason(IntEnum):
    """The reason for which a table calls the director (ruling 31)."""

    NONE = 0
    DICE_OR_PLAY = 1
    ILLEGAL_PLAY = 2
    CLOCK = 3
    OTHER = 4


class DirectorState(IntFlag):
    """The state of a table's call, and whether the table is held.

    Boards are not told the reason of a hold (ruling 31).
    """

    NONE = 0
    CALLED = 1
    COMING = 2
    HELD = 4


class WhichPlay(IntEnum):
    """The answer to WHICH_PLAY that names no candidate."""

    NONE_OF_THESE = 255


class NakReason(IntEnum):
    """The reason for asking to repeat frames."""

    DAMAGED = 1
    GAP = 2


class FaultCode(IntEnum):
    """The kind of a fault, in ranges by who can act.

    1-99 are faults of the link (technician), 100-199 of the board (operator), 200 and above of play
    (player).
    """

    NONE = 0
    VERSION = 1
    UNKNOWN_BOARD = 2
    KEY_REQUIRED = 3
    BAD_PROOF = 4
    BOARD_TWICE = 5
    BOARD_AHEAD = 6
    BOARD_BEHIND = 7
    JOURNAL_CHANGED = 8
    ROOM_SWAPPED = 9
    UNREADABLE = 10
    NOT_STORED = 11
    SERVER_AWAY = 12
    SENSOR_STUCK = 100
    SENSOR_DEAD = 101
    BATTERY_LOW = 102
    DISPLAY = 103
    ECHO_MISMATCH = 104
    MEMORY = 105
    POSITION_DIFFERS = 106
    DICE_IN_DOUBT = 113
    NOT_PLAYING = 200
    STALE = 201
    NOT_YOUR_TURN = 202
    NOT_NOW = 203
    WRONG_ROOM = 204
    PLAY_UNFINISHED = 205
    DOUBLE_PENDING = 206
    RESIGNATION_PENDING = 207
    ALREADY_THROWN = 208
    CONFLICT = 209
    COCKED = 210
    OTHER_SIDE_THROWS = 211
    TOO_FAR_AHEAD = 212
    ALREADY_RELEASED = 213
    ROLL_NOT_SHOWN = 214
    CUBE_NOT_YOURS = 215
    CUBE_AT_LIMIT = 216
    NO_GAMMON_POSSIBLE = 217
    IMPOSSIBLE_POSITION = 218
    ALREADY_CONFIRMED = 219
    NOTHING_TO_CONFIRM = 220
    LATER_ROLL_THROWN = 221
    DICE_UNCONFIRMED = 222
    NO_CHOICE = 223
    TABLE_STOPPED = 224
    NO_CUBE = 225
    COUNT_NEEDED = 226
    POSITION_NEEDED = 227
    NO_SUCH_END = 228
    CLAIM_PENDING = 229
    HELD = 230
