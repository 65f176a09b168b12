"""A match in words as the public sees it: its progress, its list of moves, what its page waits for.

There is one fixed sentence for each phase and embargo on what a page still waits for. So this
sentence cannot depend on anything under embargo (ruling 12).
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from rules.dice import Roll
from rules.events import MatchPlayScheduled
from rules.games.game import Game, HoleChoice, SideScore
from rules.position import Play, Side
from rules.room import RoomResult
from server.live import facts as fx
from server.live.facts import TableScore
from server.live.public_table import PublicTable
from server.live.snapshot import PublicPhase, PublicSnapshot
from server.views.tables.words import choice_words, holes_words, mark_words, score_words, side_names
from server.words.game_words import ending_words, offer_words, play_words, resigned_words, win_words
from server.words.translation import Words

HELD = "held"
"""The key in `status_terms` of the text that is shown while the director holds the match."""


def status_words(now: PublicSnapshot, words: Words) -> str:
    """Return a match's progress in a word or two, for the list of matches."""
    game = now.game
    if is_held(now):
        return status_terms(words)[HELD]
    if not isinstance(now.scheduled, MatchPlayScheduled):
        games = now.scheduled.games
        return status_terms(words)[now.phase.value].format(game=game, games=games)
    return status_terms(words)[of_points(now)].format(game=game, length=now.scheduled.length)


def status_terms(words: Words) -> dict[str, str]:
    """Return the texts for a match's progress, keyed by the value of its PublicPhase.

    Keys for matches at one table, played to a number of points, begin with "points-". `{game}`,
    `{games}` and `{length}` are placeholders.
    """
    to_points = words.gettext(
        "game %(game)s, match to %(points)s", game="{game}", points="{length}"
    )
    playing = words.gettext("game %(game)s of %(games)s", game="{game}", games="{games}")
    return {
        **{phase.value: playing for phase in PublicPhase},
        **{f"points-{phase.value}": to_points for phase in PublicPhase},
        "points-over": finished_words(words),
        "planned": words.gettext("not begun"),
        "over": finished_words(words),
        HELD: words.gettext("held by the director"),
    }


def finished_words(words: Words) -> str:
    """Return the text for the status of a match that is over."""
    return words.gettext("finished")


def of_points(now: PublicSnapshot) -> str:
    """Return the key in `status_terms` for the phase of a match at one table."""
    return f"points-{now.phase.value}"


def is_held(now: PublicSnapshot) -> bool:
    """Return True if the whole match is held and is not over."""
    return now.held and now.phase is not PublicPhase.OVER


Notation = Callable[[Play], str]
"""A function that writes a play in the notation of the game."""


@dataclass(frozen=True, slots=True)
class MarkLine:
    """In Trictrac, what a side marked for a throw, or a trou that the side won.

    `text` says in words what was marked or won. `points` is 0 for a trou. `rule` cites the rule, or
    is empty.
    """

    side: Side
    text: str
    points: int = 0
    rule: str = ""


@dataclass(frozen=True, slots=True)
class MoveLine:
    """One line of a game's list of moves: a turn, or a double, resignation or the like.

    `turn` is 0 for a line that is not a turn. `text` is the whole line; `dice` are the turn's dice:
    the larger die first or, in an opening throw, White's die first. `without_dice` is the text of
    what was done with these dice. The line and its `marks` are made from the game's facts up to
    fact number `until`, counted from 1. `played` is True if it is public that the turn's play is
    finished. If the line is the answer to a double, `watchers` is the text of the watchers' answers
    to that double. `accepted` is True for a claim that the game is over which has been accepted, so
    that later lines tell the same.
    """

    turn: int
    side: Side
    text: str
    until: int = 0
    marks: tuple[MarkLine, ...] = ()
    dice: Roll | None = None
    without_dice: str = ""
    played: bool = False
    watchers: str = ""
    accepted: bool = False

    def more(self, between: str, text: str) -> "MoveLine":
        """Return the line with more text at its end, after the separator `between`."""
        without_dice = f"{self.without_dice}: {text}" if self.without_dice else text
        return replace(self, text=f"{self.text}{between}{text}", without_dice=without_dice)


def waiting_words(now: PublicSnapshot, words: Words) -> str:
    """Return the sentence that says what a match's page still waits for before it shows more."""
    return waiting_terms(words)[_waiting_for(now)].format(game=now.game)


def waiting_terms(words: Words) -> dict[str, str]:
    """Return the sentences of `waiting_words`, keyed by the phase or the embargo of the match.

    While a game is being played, the key is the embargo, otherwise the phase. `{game}` is a
    placeholder.
    """
    gettext, game = words.gettext, "{game}"
    return {
        "planned": gettext("The match begins when both teams have handed in their line-ups."),
        "lockstep": gettext(
            "You see each roll once both rooms have had it, so nobody next door can be tipped off."
        ),
        "live": gettext(
            "The open room is shown live. The closed room is shown when the game is over in both."
        ),
        "after_game": gettext("This game is shown when it is over in both rooms."),
        "open-game-over": gettext(
            "Game %(game)s is over in the open room. The score counts once the closed room has "
            "finished it too.",
            game=game,
        ),
        "game-over": gettext(
            "Game %(game)s is over in both rooms. Next: both rooms confirm the result.",
            game=game,
        ),
        "over": gettext("The match is over in both rooms."),
        "points-playing": gettext("The table is shown live."),
        "points-game-over": gettext(
            "Game %(game)s is over. Next: both players confirm the result.",
            game=game,
        ),
        "points-over": gettext("The match is over."),
        HELD: gettext(
            "The director has stopped play for the moment. It goes on when the director resumes it."
        ),
    }


def _waiting_for(now: PublicSnapshot) -> str:
    if is_held(now):
        return HELD
    if isinstance(now.scheduled, MatchPlayScheduled):
        return of_points(now)
    return now.embargo.value if now.phase is PublicPhase.PLAYING else now.phase.value


def latest_words(lines: Sequence[MoveLine], words: Words) -> str:
    """Return the last line of the list of moves with its points, or empty before any throw."""
    if not lines:
        return ""
    names, line = side_names(words), lines[-1]
    parts = [f"{names[line.side]} {line.text}"]
    for side in Side:
        points = sum(mark.points for mark in line.marks if mark.side is side)
        parts += [f"{names[side]} +{points}"] if points else []
    return " · ".join(parts)


def counted_words(table: PublicTable, words: Words) -> str:
    """Return both sides' trous and points in one line, empty in games other than Trictrac."""
    if table.score is None:
        return ""
    names = side_names(words)
    return " · ".join(f"{names[side]}: {score_words(table.score, side, words)}" for side in Side)


def move_lines(facts: Sequence[fx.TableFact], game: Game, words: Words) -> list[MoveLine]:
    """Return a game's list of moves from one room's facts, in the game's own terms, oldest first.

    A turn's line includes everything marked in the turn. Doubles and resignations have their own
    lines. Watchers' answers are added to the line of the player's answer, so that lines are
    numbered the same whether any watcher answered or not.
    """
    lines, watchers = list[MoveLine](), ""
    score = score_before = TableScore(white=SideScore(), red=SideScore())
    for until, fact in enumerate(facts, start=1):
        match fact:
            case (
                fx.PlayShown()
                | fx.PlayEnded()
                | fx.ChoiceShown()
                | fx.PointsShown()
                | fx.CheckersSet()
            ):
                where = _line_of_turn(lines, fact)
                lines[where] = _line_with(lines[where], fact, until, score, game, words)
            case fx.WatchersAnswered():
                watchers = watchers_words(fact, words)
            case _:
                line = _line(fact, game, words)
                lines.append(replace(line, until=until, watchers=watchers))
                watchers = ""
        match fact:
            case fx.DiceShown():
                score_before = score
            case fx.TurnTakenBack() | fx.RollTakenBack():
                score = score_before
            case fx.PointsShown():
                score = fact.score
    _mark_accepted(lines, facts)
    return lines


def _mark_accepted(lines: list[MoveLine], facts: Sequence[fx.TableFact]) -> None:
    """Mark the claim that ended the game: nothing but the pass that it tells follows it."""
    told = [facts[line.until - 1] for line in lines]
    if not told or not isinstance(told[-1], fx.OpenGameFinished):
        return
    for place, fact in reversed([*enumerate(told)]):
        if isinstance(fact, fx.EndShown) and fact.ending is not None:
            lines[place] = replace(lines[place], accepted=True)
        if not isinstance(fact, fx.CubeActed | fx.OpenGameFinished):
            return


_OfTurn = fx.PlayShown | fx.PlayEnded | fx.ChoiceShown | fx.PointsShown | fx.CheckersSet


def _line_of_turn(lines: Sequence[MoveLine], done: _OfTurn) -> int:
    place = len(lines) - 1
    while (lines[place].side, lines[place].turn) != (done.side, done.turn):
        place -= 1
    return place


def _line_with(
    line: MoveLine, fact: _OfTurn, until: int, score: TableScore, game: Game, words: Words
) -> MoveLine:
    """Return a turn's line changed by a new fact about the turn.

    `score` is the score before the turn.
    """
    match fact:
        case fx.ChoiceShown():
            between = ": " if fact.choice is HoleChoice.GO else ", "
            line = line.more(between, choice_words(fact.choice, words))
            return replace(line, until=until)
        case fx.PlayShown():
            line = line.more(": ", _play_words(fact, game, words))
            return replace(line, until=until, played=True)
        case fx.PointsShown():
            return replace(line, marks=tuple(_mark_lines(fact, score, words)), until=until)
        case fx.CheckersSet() | fx.PlayEnded():
            return replace(line, until=until, played=True)


def _mark_lines(points: fx.PointsShown, before: TableScore, words: Words) -> Iterator[MarkLine]:
    for mark in points.marks:
        yield MarkLine(mark.side, mark_words(mark, words), mark.points, mark.rule)
    for side in Side:
        holes = points.score.of(side).holes
        won = holes - before.of(side).holes
        if won:
            yield MarkLine(side, holes_words(won, holes, words))


def _play_words(play: fx.PlayShown, game: Game, words: Words) -> str:
    if play.condoned:
        return words.gettext("a play the roll does not allow, accepted")
    return _written(game.notation, play.moves, words) or words.gettext("no move")


@lru_cache(maxsize=4096)
def _written(notation: Notation, moves: Play, words: Words) -> str:
    return play_words(notation(moves), words)


def _line(
    fact: fx.OpeningShown
    | fx.DiceShown
    | fx.PaperDiceShown
    | fx.TurnTakenBack
    | fx.RollTakenBack
    | fx.CheckersPutRight
    | fx.CubeActed
    | fx.ResignationShown
    | fx.EndShown
    | fx.OpenGameFinished,
    game: Game,
    words: Words,
) -> MoveLine:
    match fact:
        case fx.OpeningShown():
            dice = f"{fact.dice.first}:{fact.dice.second}"
            return MoveLine(0, fact.side, words.gettext("starts (%(dice)s)", dice=dice))
        case fx.DiceShown():
            return MoveLine(fact.turn, fact.side, str(fact.dice), dice=_laid(fact))
        case fx.PaperDiceShown():
            on_paper = words.gettext("%(dice)s (on paper)", dice=fact.dice)
            paper = words.gettext("on paper")
            return MoveLine(fact.turn, fact.side, on_paper, dice=_laid(fact), without_dice=paper)
        case fx.TurnTakenBack():
            again = words.gettext("played again by the director's order")
            return MoveLine(fact.turn, fact.side, again, without_dice=again)
        case fx.RollTakenBack():
            return MoveLine(fact.turn, fact.side, words.gettext("dice corrected"))
        case fx.CheckersPutRight():
            put_right = words.gettext("position corrected by the director's order")
            return MoveLine(0, fact.side, put_right)
        case fx.CubeActed():
            return _cube_line(fact, words)
        case fx.ResignationShown():
            return MoveLine(0, fact.side, _resignation_words(fact, game, words))
        case fx.EndShown():
            return MoveLine(0, fact.side, _end_words(fact, game, words))
        case fx.OpenGameFinished():
            return _result_line(fact.result, game, words)


def _laid(fact: fx.DiceShown | fx.PaperDiceShown) -> Roll:
    """Return the dice as they are shown: the larger first, in an opening throw White's first."""
    return fact.dice if fact.opening else fact.dice.larger_first


def _cube_line(fact: fx.CubeActed, words: Words) -> MoveLine:
    match fact.step:
        case fx.CubeStep.OFFERED:
            doubles = words.gettext("doubles to %(cube)s", cube=fact.cube)
            return MoveLine(0, fact.side, doubles)
        case fx.CubeStep.TAKEN:
            return MoveLine(0, fact.side.opponent, words.gettext("takes"))
        case fx.CubeStep.PASSED:
            return MoveLine(0, fact.side.opponent, words.gettext("passes"))


def watchers_words(answered: fx.WatchersAnswered, words: Words) -> str:
    """Return the text of watchers' answers to a double: how many would take and pass."""
    return words.gettext(
        "crowd: %(takes)s take, %(passes)s pass",
        takes=answered.takes,
        passes=answered.passes,
    )


def _resignation_words(fact: fx.ResignationShown, game: Game, words: Words) -> str:
    if fact.ending is None:
        return words.gettext("resignation refused")
    if fact.step is fx.ResignationStep.OFFERED:
        return offer_words(fact.ending, game.name, words)
    return resigned_words(fact.ending, game.name, words)


def _end_words(fact: fx.EndShown, game: Game, words: Words) -> str:
    if fact.ending is None:
        return words.gettext("the opponent denies that the game is over")
    ending = ending_words(fact.ending, game.name, words)
    return words.gettext("claims that the game is over: %(ending)s", ending=ending)


def _result_line(result: RoomResult, game: Game, words: Words) -> MoveLine:
    if result.loser is None:
        return MoveLine(0, Side.WHITE, words.gettext("score set by the director"))
    winner = result.loser.opponent
    text = win_words(result.ending, game.name, words)
    if any(result.tally):
        holes = dict(zip(Side, result.tally, strict=True))
        text = f"{text}, {holes[winner]}:{holes[result.loser]}"
    return MoveLine(0, winner, text)
