"""The visitor's decisions from the page of a replay, and the readings made from them.

A visitor writes a play, or taps it on the board. Either way it arrives as a text such as
"24/18 13/11", with points counted from the mover's own side. The text can have words of any
language of the pages: "head/18", "голова/18".
"""

from dataclasses import dataclass
from enum import Enum

from rules.dice import Roll
from rules.errors import InvalidPosition
from rules.events import Refusal
from rules.games.backgammon_written import plays_written
from rules.games.game import Game, HoleChoice
from rules.games.known_games import INFOS
from rules.position import BAR, OFF, InvalidNotation, Play, Position, Side, position_of, read_play
from rules.room import Ending
from rules.tables import readings as rd
from server.words.game_words import play_notation
from yalta_extras.closed_seat.decisions import Due, SeatedGame, SeatRefused


def position_written(
    game: Game, before: Position, side: Side, roll: Roll, turn: int, text: str
) -> Position | None:
    """Return the position after the play that `text` describes.

    `before` is the position before the play, `turn` the number of the turn. Return None if the text
    is illegible or the dice do not allow the play. A single checker of the opponent's where a move
    ends is hit, even if the text does not mark the hit.
    """
    try:
        legs = read_play(play_notation(text))
    except InvalidNotation:
        return None
    lying = _as_it_lies(game, before, side, legs)
    if lying is not None and game.play_between(before, lying, side, roll, turn) is not None:
        return lying
    if not INFOS[game.name].nets:
        return None
    meant = plays_written(before.of(side), before.of(side.opponent), roll.dice, legs)
    return game.apply(before, side, meant[0]) if meant else None


def _as_it_lies(game: Game, before: Position, side: Side, legs: Play) -> Position | None:
    """Return the position after these moves, whatever the dice are.

    Return None if a move begins on a point without a checker, or the position is impossible.
    """
    own, other = list(before.of(side)), list(before.of(side.opponent))
    for leg in legs:
        if not own[leg.origin]:
            return None
        own[leg.origin] -= 1
        own[leg.target] += 1
        facing = game.facing(leg.target) if leg.target not in (OFF, BAR) else OFF
        if game.senses.bar and facing and other[facing] == 1:
            other[facing] -= 1
            other[BAR] += 1
    try:
        return position_of(side, tuple(own), tuple(other))
    except InvalidPosition:
        return None


LONGEST_PLAY = 80
"""The most characters of a written play (our choice)."""


class Act(Enum):
    """The kinds of a visitor's decision; the value is that of the button on the page."""

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
    """A visitor's decision, as their page sends it.

    `seen` is the number of events of the replay that the page showed, by which an outdated page is
    recognized. `play` is the written play, empty for other decisions.
    """

    act: Act
    seen: int
    play: str = ""


class PlayNotAllowed(SeatRefused):
    """The play that was entered is illegible, or the dice do not allow it."""


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
    """Return the reading by which the rules process a visitor's decision.

    Raises SeatRefused if the decision is not possible now.
    """
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
            choice = HoleChoice.HOLD if act is Act.HOLD else HoleChoice.GO
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
