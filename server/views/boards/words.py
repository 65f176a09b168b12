"""Alarms of boards in words: what is wrong, and what the technician can do."""

from typing import assert_never

from board_drivers.link.reports import Suspicion
from board_drivers.wire.values import FaultCode
from rules.position import BAR, OFF, Side
from rules.room import Room
from rules.text import N_
from server.boards import board_alarm as alarms
from server.words.translation import Words

_DOUBTED = {
    Suspicion.WRONG_RATE: N_(
        "data comes in but cannot be read: set the board to the server's baud rate, or "
        "unplug it if it is not a board"
    ),
    Suspicion.NO_BOARD: N_(
        "what connects from there is not a board and was disconnected: find it and switch it off"
    ),
    Suspicion.UNACKNOWLEDGED: N_("the board does not respond: check its cable"),
}
_REFUSED = {
    FaultCode.VERSION: N_(
        "refused: it uses a different version of the wire: install firmware for this "
        "server's version"
    ),
    FaultCode.UNKNOWN_BOARD: N_(
        "refused: no board with that name has a key: give it one under Boards"
    ),
    FaultCode.KEY_REQUIRED: N_("refused: it came without a key: give it one under Boards"),
    FaultCode.BAD_PROOF: N_(
        "refused: its key is not the one it was given: give it a new key under Boards"
    ),
    FaultCode.BOARD_TWICE: N_(
        "refused: another board with that name is connected: take one of them away or rename it"
    ),
    FaultCode.BOARD_AHEAD: N_(
        "refused: it knows more than these records hold: start the server with the newest "
        "records; if they are lost, clear the board's memory"
    ),
    FaultCode.BOARD_BEHIND: N_(
        "refused: it has lost what the server already has from it: clear or replace its memory"
    ),
    FaultCode.JOURNAL_CHANGED: N_(
        "refused for now: earlier entries of this board are still being stored; it will be "
        "accepted after that"
    ),
    FaultCode.ROOM_SWAPPED: N_(
        "refused: its label and its port name different rooms: swap the cables"
    ),
}
_OTHER_ROOM = {
    Room.OPEN: N_(
        "not accepted: it or its port is labelled for the open room, but its table is in "
        "the closed one: swap the cables, or put it on a table of its room"
    ),
    Room.CLOSED: N_(
        "not accepted: it or its port is labelled for the closed room, but its table is in "
        "the open one: swap the cables, or put it on a table of its room"
    ),
}
_OTHER_REFUSAL = N_("refused: fault %(code)s, see the wire specification")
_OTHER_DICE = N_("it shows different dice from those it was given, so the table is stopped")
_OTHER_CHECKERS = N_("its checkers do not match the game: %(places)s")
_DICE_IN_DOUBT = N_(
    "the dice entered do not allow the play that was made, but other dice would: ask the "
    "players to correct whichever is wrong"
)
_SENSORS_FAULTY = N_(
    "sensors are stuck or dead (by White's points: %(points)s): plays are worked out from "
    "the others, and the board asks where that is not enough; replace the board between "
    "two games"
)
_NEW_JOURNAL = N_(
    "not accepted: it came back with a different memory, and what it had not sent is lost. "
    "Compare its checkers and dice with the match's log, then accept it"
)
_BATTERY_LOW = N_(
    "its battery is at %(percent)s per cent: charge or replace it; no new game begins there"
)
_BATTERY_LOW_LET_ON = N_("its battery is at %(percent)s per cent: charge or replace it")
_NOT_STORED = N_("nothing it sends can be stored: %(why)s")
_REPORTED_TOO_LATE = N_(
    "it had been replaced at its table and only now sent what the players had entered on it. These "
    "entries are in the log but do not count. Ask the players whether anything is missing at the "
    "table"
)
_UNSIGNED = N_("an unsigned message was dropped: noise, or someone else is using its connection")
_HELD_BY = N_("another program is using the port: close %(holder)s")
_HELD = N_("another program is using the port: close that program")
_FORBIDDEN = N_(
    "the server may not open the port: give the account that runs it access, on Debian by the"
    " group dialout"
)
_NOT_OPENED = N_("the port cannot be opened: %(why)s")
_FOLDER_UNREADABLE = N_(
    "the folder of serial ports cannot be read: give the account that runs the server access to it"
    " (%(why)s)"
)
_SERVING_FAILED = N_(
    "the server made an error of its own there and starts again: if this repeats, send the "
    "server's log to whoever maintains Yalta (%(why)s)"
)
_BAR = N_("bar")
_PLACES = {
    (None, BAR): N_("on the bar: %(sensed)s, should be %(known)s"),
    (Side.WHITE, OFF): N_("White borne off: %(sensed)s, should be %(known)s"),
    (Side.RED, OFF): N_("Red borne off: %(sensed)s, should be %(known)s"),
    (Side.WHITE, BAR): N_("White on the bar: %(sensed)s, should be %(known)s"),
    (Side.RED, BAR): N_("Red on the bar: %(sensed)s, should be %(known)s"),
}
_POINTS = {
    None: N_("White's point %(place)s: %(sensed)s, should be %(known)s"),
    Side.WHITE: N_("White's point %(place)s: %(sensed)s, should be %(known)s"),
    Side.RED: N_("Red's point %(place)s: %(sensed)s, should be %(known)s"),
}


def alarm_words(alarm: alarms.BoardAlarm, words: Words) -> str:
    """Return a board's alarm as a clause in the language of `words`."""
    match alarm:
        case alarms.LinkDoubted():
            return words.gettext(_DOUBTED[alarm.why])
        case alarms.LinkRefused():
            return words.gettext(_REFUSED.get(alarm.why, _OTHER_REFUSAL), code=alarm.why.value)
        case alarms.OtherRoom():
            return words.gettext(_OTHER_ROOM[alarm.labelled])
        case alarms.OtherDice():
            return words.gettext(_OTHER_DICE)
        case alarms.OtherCheckers():
            places = "; ".join(_place(each, words) for each in alarm.places)
            return words.gettext(_OTHER_CHECKERS, places=places)
        case alarms.DiceInDoubt():
            return words.gettext(_DICE_IN_DOUBT)
        case alarms.SensorsFaulty():
            points = ", ".join(words.gettext(_BAR) if p == BAR else str(p) for p in alarm.points)
            return words.gettext(_SENSORS_FAULTY, points=points)
        case alarms.NewJournal():
            return words.gettext(_NEW_JOURNAL)
        case alarms.BatteryLow():
            sentence = _BATTERY_LOW if alarm.holds else _BATTERY_LOW_LET_ON
            return words.gettext(sentence, percent=alarm.percent)
        case alarms.NothingStored():
            return words.gettext(_NOT_STORED, why=alarm.why)
        case alarms.ReportedTooLate():
            return words.gettext(_REPORTED_TOO_LATE)
        case alarms.UnsignedFrames():
            return words.gettext(_UNSIGNED)
        case alarms.PortHeld():
            return words.gettext(_HELD_BY if alarm.holder else _HELD, holder=alarm.holder)
        case alarms.PortForbidden():
            return words.gettext(_FORBIDDEN)
        case alarms.PortNotOpened():
            return words.gettext(_NOT_OPENED, why=alarm.why)
        case alarms.FolderUnreadable():
            return words.gettext(_FOLDER_UNREADABLE, why=alarm.why)
        case alarms.ServingFailed():
            return words.gettext(_SERVING_FAILED, why=alarm.why)
        case _:
            assert_never(alarm)


def _place(found: alarms.PlaceDiffers, words: Words) -> str:
    sentence = _PLACES.get((found.side, found.place), _POINTS[found.side])
    named = {"place": found.place, "sensed": found.sensed, "known": found.known}
    return words.gettext(sentence, **named)
