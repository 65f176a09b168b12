"""A public match in words: the list of moves, the line above it, what the page waits for.

Sentences about what the page waits for are fixed, one a phase and embargo, so that none of them can
depend on what is still held back (ruling 12).
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from rules.duplicate.state import RoomResult
from rules.games.counting import Choice
from rules.games.game import Game
from rules.play import Play
from rules.side import Side
from server.live import facts as fx
from server.live.snapshot import PublicPhase, PublicSnapshot, PublicTable
from server.web.board_terms import side_names
from server.web.count_words import choice_words, holes_words, mark_words, score_words
from server.web.ending_words import offer_words, resigned_words, win_words
from server.web.words import Words

Notation = Callable[[Play], str]
"""How the game that is played writes a play."""


@dataclass(frozen=True, slots=True)
class MoveLine:
    """One line of the list of moves; `turn` is 0 for what is no turn.

    `until` counts the facts up to and with the last one it tells of. `rule` is the rule points rest
    on, in the documents' own words.
    """

    turn: int
    side: Side
    text: str
    until: int = 0
    rule: str = ""


def waiting_words(now: PublicSnapshot, words: Words) -> str:
    """The one line that says why the page is not further."""
    return waiting_terms(words)[_waiting_for(now)].format(game=now.game)


def waiting_terms(words: Words) -> dict[str, str]:
    """That line by phase, for a game that is played by embargo; `{game}` is filled in."""
    gettext, game = words.gettext, "{game}"
    return {
        "planned": gettext("The match begins when both teams have handed in their line-ups."),
        "lockstep": gettext(
            "The board follows the closed room: dice and plays of the open room appear here once "
            "the closed room has had the same dice."
        ),
        "live": gettext(
            "The open room is shown as it plays. The closed room is shown when the game is over in "
            "both."
        ),
        "after_game": gettext("This game is shown when it is over in both rooms."),
        "open-game-over": gettext(
            "Game %(game)s is over in the open room. Its score follows when it is over in the "
            "closed room too.",
            game=game,
        ),
        "game-over": gettext(
            "Game %(game)s is over in both rooms. Play goes on when both rooms have confirmed "
            "their results.",
            game=game,
        ),
        "over": gettext("The match is over in both rooms."),
    }


def status_words(now: PublicSnapshot, words: Words) -> str:
    """How far a match is, in a word or two, for the list of matches."""
    return status_terms(words)[now.phase.value].format(game=now.game, games=now.scheduled.games)


def status_terms(words: Words) -> dict[str, str]:
    """How far a match is by phase; `{game}` and `{games}` are filled in."""
    playing = words.gettext("game %(game)s of %(games)s", game="{game}", games="{games}")
    return {
        **{phase.value: playing for phase in PublicPhase},
        "planned": words.gettext("not begun"),
        "over": words.gettext("finished"),
    }


def _waiting_for(now: PublicSnapshot) -> str:
    return now.embargo.value if now.phase is PublicPhase.PLAYING else now.phase.value


def latest_words(lines: Sequence[MoveLine], words: Words) -> str:
    """The latest line of the list of moves as a sentence; empty before the first throw."""
    return f"{side_names(words)[lines[-1].side]} {lines[-1].text}" if lines else ""


def counted_words(table: PublicTable, words: Words) -> str:
    """Both sides' trous and points in a line; empty in a game that counts none."""
    if table.score is None:
        return ""
    names = side_names(words)
    return " · ".join(f"{names[side]}: {score_words(table.score, side, words)}" for side in Side)


def move_lines(told: Sequence[fx.TableFact], game: Game, words: Words) -> list[MoveLine]:
    """The game so far in its own words, oldest first.

    A turn has a line; doubles, resignations, points and holes have theirs between.
    """
    lines: list[MoveLine] = []
    score: fx.TableScore | None = None
    score_before = score
    for until, fact in enumerate(told, start=1):
        match fact:
            case fx.DiceShown():
                score_before = score
            case fx.TurnTakenBack() | fx.RollTakenBack():
                score = score_before
        match fact:
            case fx.PlayShown() | fx.ChoiceShown():
                where = _line_of_turn(lines, fact)
                text = lines[where].text + _done_words(fact, game, words)
                lines[where] = replace(lines[where], text=text, until=until)
            case fx.CheckersSet():
                lines[-1] = replace(lines[-1], until=until)
            case fx.PointsShown():
                added = _points_lines(fact, score, words)
                lines += [replace(line, until=until) for line in added]
                score = fact.score
            case _:
                lines.append(replace(_line(fact, game, words), until=until))
    return lines


def _line_of_turn(lines: Sequence[MoveLine], done: fx.PlayShown | fx.ChoiceShown) -> int:
    place = len(lines) - 1
    while (lines[place].side, lines[place].turn) != (done.side, done.turn):
        place -= 1
    return place


def _done_words(done: fx.PlayShown | fx.ChoiceShown, game: Game, words: Words) -> str:
    if isinstance(done, fx.PlayShown):
        return f": {_play_words(done, game, words)}"
    between = ": " if done.choice is Choice.GO else ", "
    return between + choice_words(done.choice, words)


def _points_lines(
    points: fx.PointsShown, before: fx.TableScore | None, words: Words
) -> Iterator[MoveLine]:
    for mark in points.marks:
        yield MoveLine(0, mark.side, mark_words(mark, words), rule=mark.rule)
    for side in Side:
        holes = points.score.of(side).holes
        won = holes - (before.of(side).holes if before else 0)
        if won:
            yield MoveLine(0, side, holes_words(won, holes, words))


def _play_words(play: fx.PlayShown, game: Game, words: Words) -> str:
    if play.condoned:
        return words.gettext("a play the roll does not allow, accepted")
    return _written(game.notation, play.moves) or words.gettext("no move")


@lru_cache(maxsize=4096)
def _written(notation: Notation, moves: Play) -> str:
    return notation(moves)


def _line(
    fact: fx.OpeningShown
    | fx.DiceShown
    | fx.TurnTakenBack
    | fx.RollTakenBack
    | fx.CubeActed
    | fx.ResignationShown
    | fx.OpenGameFinished,
    game: Game,
    words: Words,
) -> MoveLine:
    match fact:
        case fx.OpeningShown():
            dice = f"{fact.dice.first}:{fact.dice.second}"
            return MoveLine(0, fact.side, words.gettext("throws first (%(dice)s)", dice=dice))
        case fx.DiceShown():
            return MoveLine(fact.turn, fact.side, str(fact.dice))
        case fx.TurnTakenBack():
            again = words.gettext("played again by the director's order")
            return MoveLine(fact.turn, fact.side, again)
        case fx.RollTakenBack():
            return MoveLine(fact.turn, fact.side, words.gettext("dice put right"))
        case fx.CubeActed():
            return _cube_line(fact, words)
        case fx.ResignationShown():
            return MoveLine(0, fact.side, _resignation_words(fact, game, words))
        case fx.OpenGameFinished():
            return _result_line(fact.result, game, words)


def _cube_line(fact: fx.CubeActed, words: Words) -> MoveLine:
    match fact.step:
        case fx.CubeStep.OFFERED:
            doubles = words.gettext("doubles to %(cube)s", cube=fact.cube)
            return MoveLine(0, fact.side, doubles)
        case fx.CubeStep.TAKEN:
            return MoveLine(0, fact.side.opponent, words.gettext("takes"))
        case fx.CubeStep.PASSED:
            return MoveLine(0, fact.side.opponent, words.gettext("passes"))


def _resignation_words(fact: fx.ResignationShown, game: Game, words: Words) -> str:
    if fact.ending is None:
        return words.gettext("resignation refused")
    if fact.step is fx.ResignationStep.OFFERED:
        return offer_words(fact.ending, game.name, words)
    return resigned_words(fact.ending, game.name, words)


def _result_line(result: RoomResult, game: Game, words: Words) -> MoveLine:
    if result.loser is None:
        return MoveLine(0, Side.WHITE, words.gettext("score set by the director"))
    winner = result.loser.opponent
    said = win_words(result.ending, game.name, words)
    if any(result.tally):
        holes = dict(zip(Side, result.tally, strict=True))
        said = f"{said}, {holes[winner]}:{holes[result.loser]}"
    return MoveLine(0, winner, said)
