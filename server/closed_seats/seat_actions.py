"""What a visitor's page sends, and the reading it is."""

from dataclasses import dataclass
from enum import Enum

from rules.events import Refusal
from rules.games.game import Choice
from rules.room import Ending
from rules.tables import readings as rd
from server.closed_seats.decisions import Due, SeatedGame, SeatRefused
from server.closed_seats.typed_plays import position_written

LONGEST_PLAY = 80
"""Letters of a written play at most."""


class Act(Enum):
    """What the visitor decides; the value is that of the page's button."""

    THROW = "throw"
    DOUBLE = "double"
    TAKE = "take"
    PASS = "pass"
    PLAY = "play"
    HOLD = "hold"
    GO = "go"
    ACCEPT = "accept"
    REFUSE = "refuse"
    RESIGN = "resigned"
    RESIGN_GAMMON = "resigned-gammon"
    RESIGN_BACKGAMMON = "resigned-backgammon"


@dataclass(frozen=True, slots=True)
class SeatAction:
    """A decision; `seen` counts the game's events when the page that sends it was made."""

    act: Act
    seen: int
    play: str = ""


class PlayNotAllowed(SeatRefused):
    """The dice do not allow the play that was entered, or nobody can read it."""


_DUE = {
    Act.THROW: Due.THROW,
    Act.DOUBLE: Due.THROW,
    Act.TAKE: Due.DOUBLE,
    Act.PASS: Due.DOUBLE,
    Act.PLAY: Due.PLAY,
    Act.HOLD: Due.CHOICE,
    Act.GO: Due.CHOICE,
    Act.ACCEPT: Due.RESIGNATION,
    Act.REFUSE: Due.RESIGNATION,
}
_ENDINGS = {
    Act.RESIGN: Ending.RESIGNED,
    Act.RESIGN_GAMMON: Ending.RESIGNED_GAMMON,
    Act.RESIGN_BACKGAMMON: Ending.RESIGNED_BACKGAMMON,
}


def reading_of(seated: SeatedGame, action: SeatAction) -> rd.AnyReading:
    """What the visitor says at the table; raises SeatRefused for what is not due."""
    act = action.act
    if act in _ENDINGS:
        if _ENDINGS[act] not in seated.resignations:
            raise SeatRefused(Refusal.NOT_NOW)
        return rd.ResignationMade(**seated.named(), ending=_ENDINGS[act])
    if _DUE[act] is not seated.due:
        raise SeatRefused(Refusal.NOT_NOW)
    named = seated.named()
    match act:
        case Act.THROW:
            return rd.ReadyDeclared(**named)
        case Act.DOUBLE:
            return rd.Doubled(**named)
        case Act.TAKE | Act.PASS:
            return rd.DoubleAnswered(**named, taken=act is Act.TAKE)
        case Act.HOLD | Act.GO:
            choice = Choice.HOLD if act is Act.HOLD else Choice.GO
            return rd.ChoiceAnswered(**named, choice=choice)
        case Act.ACCEPT | Act.REFUSE:
            return rd.ResignationAnswered(**named, accepted=act is Act.ACCEPT)
        case _:
            return _play(seated, action.play)


def _play(seated: SeatedGame, text: str) -> rd.PlayFinished:
    table, key = seated.table, seated.table.current
    assert key is not None
    dice = seated.state.rolls[key].dice
    after = position_written(seated.game, table.before, seated.side, dice, key.turn, text)
    if after is None or len(text) > LONGEST_PLAY:
        raise PlayNotAllowed(Refusal.NOT_NOW)
    return rd.PlayFinished(**seated.named(), position=after)
