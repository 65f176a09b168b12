"""Why a roll counts, what spectators are told, and why a reading has no effect."""

from enum import Enum


class CountedBy(Enum):
    """What made a thrown roll count (ruling 9)."""

    READER = "reader"
    OPPONENT = "opponent"
    PLAY = "play"
    DIRECTOR = "director"
    SEED = "seed"


class Confirmer(Enum):
    """In what capacity somebody confirms a result (ruling 15)."""

    PLAYER = "player"
    CAPTAIN = "captain"
    ACCOUNT = "account"


class Embargo(Enum):
    """What spectators are told of the open room while a game is played (ruling 12)."""

    LOCKSTEP = "lockstep"
    LIVE = "live"
    AFTER_GAME = "after_game"


class Clocks(Enum):
    """What clocks mean in a match: nothing, all of ruling 30, or only that they are seen."""

    OFF = "off"
    ON = "on"
    SHOWN = "shown"


class Refusal(Enum):
    """Why something a board or a person said has no effect; the players are told."""

    NOT_PLAYING = "not-playing"
    STALE = "stale"
    NOT_YOUR_TURN = "not-your-turn"
    NOT_NOW = "not-now"
    WRONG_ROOM = "wrong-room"
    PLAY_UNFINISHED = "play-unfinished"
    DOUBLE_PENDING = "double-pending"
    RESIGNATION_PENDING = "resignation-pending"
    ALREADY_THROWN = "already-thrown"
    CONFLICT = "conflict"
    COCKED = "cocked"
    OTHER_SIDE_THROWS = "other-side-throws"
    TOO_FAR_AHEAD = "too-far-ahead"
    ALREADY_RELEASED = "already-released"
    ROLL_NOT_SHOWN = "roll-not-shown"
    CUBE_NOT_YOURS = "cube-not-yours"
    CUBE_AT_LIMIT = "cube-at-limit"
    NO_GAMMON_POSSIBLE = "no-gammon-possible"
    IMPOSSIBLE_POSITION = "impossible-position"
    ALREADY_CONFIRMED = "already-confirmed"
    NOTHING_TO_CONFIRM = "nothing-to-confirm"
    LATER_ROLL_THROWN = "later-roll-thrown"
    DICE_UNCONFIRMED = "dice-unconfirmed"
    NO_CHOICE = "no-choice"
    TABLE_STOPPED = "table-stopped"
    NO_CUBE = "no-cube"
    LAST_START = "last-start"
    HELD = "held"
    COUNT_NEEDED = "count-needed"
    POSITION_NEEDED = "position-needed"
    NO_SUCH_END = "no-such-end"
    CLAIM_PENDING = "claim-pending"
    BATTERY_LOW = "battery-low"


class BoardDoubt(Enum):
    """Why a board is held, or no game begins at it, until somebody says that it may (ruling 28)."""

    NEW_JOURNAL = "new-journal"
    BATTERY_LOW = "battery-low"
