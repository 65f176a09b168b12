"""The story of a game, which a reader steps through, with the watchers' answers to its doubles.

All of it is made from public items only, so that it reveals nothing that is under embargo.
Watchers' answers to a double appear with the answer of the open room's player; the closed room's
answers appear when the game is over in both rooms (ruling 12). A step keeps its name for good:
`m14` is the fourteenth line of the open room, `c9` the ninth line of the closed room. A step has a
name with "c" where only the closed room has a line.

Also here: the rail, the list of turns beside the board on a game's page. It has a row for each step
of a game, with the step's dice and plays. While a game is played, a row also says that the closed
room has the dice, or that it has played. Under lockstep this reveals nothing, because dice become
public when the closed room gets them, and plays when it has played (ruling 12). The rail of a game
being played never says if or how the closed room's plays differ from the open room's. Once the game
is over in both rooms, both rooms' plays are shown, and the rail splits after the first roll that
the rooms played differently.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from typing import NamedTuple

from rules.dice import Roll
from rules.games.game import Game
from rules.games.known_games import GAMES
from rules.position import Side
from rules.room import Room, RoomResult
from server.live import facts as fx
from server.live.public_table import PublicGame, PublicTable, first_difference, table_after
from server.live.snapshot import PublicPhase, PublicSnapshot
from server.views.match.public import MarkLine, MoveLine, move_lines
from server.views.tables.words import side_names
from server.words.translation import Words


@dataclass(frozen=True, slots=True)
class ComparedDouble:
    """A double that `side` offered in the open room, with all answers to it.

    `cube` is the value that was offered. `takes` and `passes` are the numbers of watchers who would
    take or pass. `open` is the open room's answer in words, and `taken` is True if it was a take.
    `closed` says what the closed room did in the same turn; it is empty until the closed room is
    public. `parted` is True if the rooms had played differently before, so that the closed room had
    another position. `newest` is True if nothing but the end of the game is public after the
    answer.
    """

    side: Side
    cube: int
    takes: int
    passes: int
    open: str
    taken: bool
    closed: str = ""
    parted: bool = False
    newest: bool = False

    @property
    def watchers(self) -> int:
        """The number of watchers who answered; it is at least one."""
        return self.takes + self.passes


def compared_doubles(public: PublicGame, words: Words) -> list[ComparedDouble]:
    """Return a game's doubles that watchers and the player have answered, the oldest first."""
    parting, played = first_difference(public), public.open
    compared = list[ComparedDouble]()
    for double in _doubles(played):
        if double.watchers is None or double.answer is None:
            continue
        compared.append(
            ComparedDouble(
                side=double.offer.side,
                cube=double.offer.cube,
                takes=double.watchers.takes,
                passes=double.watchers.passes,
                open=_answer_words(double, words),
                taken=double.answer is fx.CubeStep.TAKEN,
                closed=_closed_words(public, double.offer, words),
                parted=parting is not None and parting in _turns_thrown(played[: double.place]),
                newest=all(isinstance(fact, _ENDING) for fact in played[double.place :]),
            )
        )
    return compared


_ENDING = fx.CubeActed | fx.WatchersAnswered | fx.OpenGameFinished


@dataclass(frozen=True, slots=True)
class _Double:
    """A double; `place` is the index of its fact among the facts of its room."""

    offer: fx.CubeActed
    place: int
    watchers: fx.WatchersAnswered | None = None
    answer: fx.CubeStep | None = None


def _doubles(facts: Sequence[fx.TableFact]) -> list[_Double]:
    """Return the doubles among a room's facts that still count.

    When a turn or a roll is taken back, the doubles that were offered since the last dice before it
    no longer count.
    """
    doubles, standing = list[_Double](), 0
    for place, fact in enumerate(facts):
        match fact:
            case fx.CubeActed(step=fx.CubeStep.OFFERED):
                doubles.append(_Double(fact, place))
            case fx.CubeActed() if doubles:
                doubles[-1] = replace(doubles[-1], answer=fact.step)
            case fx.WatchersAnswered() if doubles:
                doubles[-1] = replace(doubles[-1], watchers=fact)
            case fx.DiceShown() | fx.PaperDiceShown():
                standing = len(doubles)
            case fx.TurnTakenBack() | fx.RollTakenBack():
                del doubles[standing:]
            case _:
                pass
    return doubles


def _turns_thrown(facts: Sequence[fx.TableFact]) -> Iterator[tuple[Side, int]]:
    """Yield the turns whose dice are among these facts."""
    for fact in facts:
        if isinstance(fact, fx.DiceShown | fx.PaperDiceShown):
            yield fact.side, fact.turn


def _closed_words(public: PublicGame, offer: fx.CubeActed, words: Words) -> str:
    """Return what the closed room did in the turn in which the open room's double was offered.

    Return an empty text until the game is over in both rooms.
    """
    if public.closed is None:
        return ""
    turn = offer.side, offer.turn
    for double in _doubles(public.closed):
        if (double.offer.side, double.offer.turn) == turn:
            return _answer_words(double, words)
    if turn in _turns_thrown(public.closed):
        return words.gettext("no double at this turn")
    return words.gettext("the game was over by then")


def _answer_words(double: _Double, words: Words) -> str:
    """Return the answer to a double with the side that gave it; without an answer, the offer."""
    names = side_names(words)
    match double.answer:
        case fx.CubeStep.TAKEN:
            return f"{names[double.offer.side.opponent]} {words.gettext('takes')}"
        case fx.CubeStep.PASSED:
            return f"{names[double.offer.side.opponent]} {words.gettext('passes')}"
        case _:
            doubles = words.gettext("doubles to %(cube)s", cube=double.offer.cube)
            return f"{names[double.offer.side]} {doubles}"


Lines = Sequence[MoveLine]


@dataclass(frozen=True, slots=True)
class StoryStep:
    """A step of a game's story: it adds one line to the list of moves of one room, or of both.

    `link` is the step's name in links. `open` and `closed` are the numbers of lines that the open
    and the closed room's lists have after this step.
    """

    link: str
    open: int
    closed: int


@dataclass(frozen=True, slots=True)
class RoomStory:
    """One room's game: its list of moves, and the room's table after each line of it.

    `tables[k]` is the table after the first k lines, so `tables[0]` is the table at the start.
    """

    lines: tuple[MoveLine, ...]
    tables: tuple[PublicTable, ...]


@dataclass(frozen=True, slots=True)
class GameStory:
    """A game step by step, in its latest attempt, as far as it is public.

    `closed` is None until the game is over in both rooms. `differs` is the index of the first step
    that the rooms played differently, or in which only one of them decided anything; it is None if
    there is none. `doubles` are the doubles that watchers answered.
    """

    game: int
    attempt: int
    open: RoomStory
    closed: RoomStory | None
    steps: tuple[StoryStep, ...]
    differs: int | None
    doubles: tuple[ComparedDouble, ...] = ()


def game_story(
    public: PublicGame,
    result: RoomResult | None,
    starts: tuple[PublicTable, PublicTable],
    game: Game,
    words: Words,
) -> GameStory:
    """Return the story of a game from its public facts.

    `result` is the closed room's result, None until it is public and for a cancelled game. `starts`
    are the open and the closed room's table before the opening throw. `game` is the kind of game
    that is played.
    """
    start, closed_start = starts
    opened = _room(public, public.facts(Room.OPEN), start, game, words)
    closed = None
    if public.closed is not None:
        facts = public.facts(Room.CLOSED)
        if result is not None and (result.loser is not None or result.adjusted):
            facts = (*facts, fx.OpenGameFinished(game=public.game, result=result))
        closed = _room(public, facts, closed_start, game, words)
    steps = tuple(_steps(opened.lines, closed.lines if closed else ()))
    differs = None if closed is None else _first_parting(opened, closed, steps, public)
    doubles = tuple(compared_doubles(public, words))
    return GameStory(public.game, public.attempt, opened, closed, steps, differs, doubles)


def _room(
    public: PublicGame,
    facts: Sequence[fx.TableFact],
    start: PublicTable,
    game: Game,
    words: Words,
) -> RoomStory:
    lines = tuple(_marked(line, public, words) for line in move_lines(facts, game, words))
    tables = [start]
    for fact in facts:
        tables.append(table_after(tables[-1], fact))
    return RoomStory(lines, (tables[0], *(tables[line.until] for line in lines)))


def _marked(line: MoveLine, public: PublicGame, words: Words) -> MoveLine:
    """Return the line with a note if the rooms had different dice in this turn (ruling 9)."""
    if not line.turn or not public.differs(line.side, line.turn):
        return line
    text = words.gettext("%(told)s (the other room had other dice)", told=line.text)
    without_dice = words.gettext(
        "%(told)s (the other room had other dice)", told=line.without_dice or line.text
    )
    return replace(line, text=text, without_dice=without_dice)


def _steps(opened: Lines, closed: Lines) -> Iterator[StoryStep]:
    """Yield the steps of both rooms' lists of moves side by side.

    A turn that both rooms had is one step. A line that is no turn, such as a double, is a step
    before the next turn.
    """
    open_count = closed_count = 0
    for in_open, in_closed in _rows(opened, closed):
        open_count += in_open
        closed_count += in_closed
        link = f"m{open_count}" if in_open else f"c{closed_count}"
        yield StoryStep(link, open_count, closed_count)


def _rows(opened: Lines, closed: Lines) -> Iterator[tuple[bool, bool]]:
    """Yield for each step whether the open room and whether the closed room has a line in it."""
    for of_open, of_closed in _met(list(_turns(opened)), list(_turns(closed))):
        for order in range(max(of_open.others, of_closed.others)):
            yield order < of_open.others, order < of_closed.others
        if of_open.key or of_closed.key:
            yield of_open.key is not None, of_closed.key is not None


class _Turn(NamedTuple):
    """A turn in a room's list of moves, or the end of the list.

    `key` is the side and number of the turn, None at the end of the list. `others` is the number of
    lines that are no turn, such as doubles, between the turn before and this turn or end.
    """

    others: int
    key: tuple[Side, int] | None


_NOTHING = _Turn(0, None)


def _turns(lines: Lines) -> Iterator[_Turn]:
    known: set[tuple[Side, int]] = set()
    others = 0
    for line in lines:
        key = (line.side, line.turn)
        if line.turn and key not in known:
            known.add(key)
            yield _Turn(others, key)
            others = 0
        else:
            others += 1
    yield _Turn(others, None)


def _met(opened: Sequence[_Turn], closed: Sequence[_Turn]) -> list[tuple[_Turn, _Turn]]:
    """Return the turns of both rooms in pairs, in the order of play.

    A pair has the open room's turn and the same turn of the closed room. A turn that only one room
    has, as happens if a side can throw twice in a row, is paired with _NOTHING.
    """
    met: list[tuple[_Turn, _Turn]] = []
    played, answered = opened[:-1], closed[:-1]
    keys = [turn.key for turn in played], [turn.key for turn in answered]
    for tag, first, end, other, other_end in SequenceMatcher(None, *keys, False).get_opcodes():
        if tag == "equal":
            met += zip(played[first:end], answered[other:other_end], strict=True)
        else:
            met += [(turn, _NOTHING) for turn in played[first:end]]
            met += [(_NOTHING, turn) for turn in answered[other:other_end]]
    return _ended(met, opened[-1], closed[-1])


def _ended(
    met: list[tuple[_Turn, _Turn]], opened: _Turn, closed: _Turn
) -> list[tuple[_Turn, _Turn]]:
    """Return the pairs of turns, with the lines left over in a room added after its last turn.

    `opened` and `closed` are the lines left over in each room: those after its last turn, such as a
    resignation. If one room has more turns than the other, the lines left over in the room with
    fewer turns come before the turns that only the other room has.
    """
    met = [*met, (_NOTHING, _NOTHING)]
    after = [
        1 + max((place for place, turns in enumerate(met) if turns[room].key), default=-1)
        for room in (0, 1)
    ]
    met[after[0]] = (opened, met[after[0]][1])
    met[after[1]] = (met[after[1]][0], closed)
    return met


_NO_DECISION = fx.OpeningShown | fx.TurnTakenBack | fx.RollTakenBack | fx.CheckersPutRight


def _first_parting(
    opened: RoomStory, closed: RoomStory, steps: Sequence[StoryStep], public: PublicGame
) -> int | None:
    """Return the index of the first step with another position, or decided in one room only."""
    turn, before = first_difference(public), StoryStep("", 0, 0)
    for place, step in enumerate(steps):
        in_open = opened.lines[step.open - 1] if step.open > before.open else None
        in_closed = closed.lines[step.closed - 1] if step.closed > before.closed else None
        before = step
        if in_open is not None and in_closed is not None:
            if (in_open.side, in_open.turn) == turn:
                return place
            continue
        room, line = (Room.OPEN, in_open) if in_open else (Room.CLOSED, in_closed)
        facts = public.facts(room)
        assert line is not None
        if line.until > len(facts) or not isinstance(facts[line.until - 1], _NO_DECISION):
            return place
    return None


@dataclass(frozen=True, slots=True)
class RailCell:
    """One room's part of a row of the rail, the list of turns beside the board.

    `text` is the play, or another text if the play is not shown. `marks` are the points marked in
    the turn, in Trictrac. `waits` is True if the closed room is playing this roll now. `quiet` is
    True if the text does not tell the play and is shown less prominently. If this row has the
    answer to a double, `watchers` says how watchers answered the double; otherwise it is empty.
    `played` is True if the text only says that the play is finished.
    """

    text: str
    marks: tuple[MarkLine, ...] = ()
    waits: bool = False
    quiet: bool = False
    watchers: str = ""
    played: bool = False


@dataclass(frozen=True, slots=True)
class RailRow:
    """A row of the rail, the list of a game's turns: what each room did in one turn.

    `step` is the turn's name in links; `side`, `turn` and `dice` are the player's side, the turn's
    number and the roll. `open` is None if the open room did nothing in that turn. `closed` is None
    if the closed room did nothing, or if what it did is not public yet. `parts` is True for the
    first row in which the rooms played differently, `parted` for all rows after that row.
    `accepted` is True if all that the row has are claims that were accepted: it is shown only while
    it is looked at, because the rows after it tell the same.
    """

    step: str
    side: Side
    turn: int
    dice: Roll | None
    open: RailCell | None
    closed: RailCell | None
    parts: bool = False
    parted: bool = False
    accepted: bool = False

    @property
    def both(self) -> bool:
        """True if both rooms have played the roll, and that is all that is shown of it."""
        cells = self.open, self.closed
        return all(each is not None and each.played and not each.marks for each in cells)


_CLOSED_ROOM_PLAYS = (PublicPhase.PLAYING, PublicPhase.OPEN_GAME_OVER)


def live_rail(
    now: PublicSnapshot, game: int, lines: Sequence[MoveLine], words: Words
) -> list[RailRow]:
    """Return the rail (list of turns) of a game whose closed room is not shown, oldest row first.

    `lines` are the lines of the open room's list of moves in the game number `game`. If the game is
    being played, the row of its latest roll says that the play is still to be made, as long as the
    play is not public. If the game is over in both rooms, the rows say which of the rolls the
    closed room played, too.
    """
    is_on = game == now.game and now.phase is PublicPhase.PLAYING and now.table.result is None
    newest = max((place for place, line in enumerate(lines, 1) if line.dice), default=0)
    follows = now.paced and game == now.game and now.phase in _CLOSED_ROOM_PLAYS
    next_door = _played_next_door(now, game, words)
    return [
        RailRow(
            step=f"m{order}",
            side=line.side,
            turn=line.turn,
            dice=line.dice,
            open=_open_cell(line, words, waits=is_on and order == newest),
            closed=_closed_cell(line, words, played=line.played)
            if follows
            else _closed_cell(line, words, played=True)
            if (line.side, line.turn) in next_door
            else None,
            accepted=line.accepted,
        )
        for order, line in enumerate(lines, start=1)
    ]


def _played_next_door(now: PublicSnapshot, game: int, words: Words) -> set[tuple[Side, int]]:
    """Return the turns that the closed room played, none until the game is over in both rooms."""
    public = now.public_game(game)
    if public is None or public.closed is None:
        return set()
    lines = move_lines(public.closed, GAMES[now.scheduled.game_name], words)
    return {(line.side, line.turn) for line in lines if line.played}


def story_rail(story: GameStory, words: Words) -> list[RailRow]:
    """Return the rail of a game from its story; the rail shows the rooms that the story has."""
    before, rows = StoryStep("", 0, 0), list[RailRow]()
    for order, step in enumerate(story.steps):
        opened = story.open.lines[step.open - 1] if step.open > before.open else None
        closed = None
        if story.closed is not None and step.closed > before.closed:
            closed = story.closed.lines[step.closed - 1]
        line = opened or closed
        assert line is not None
        others = closed is not None and closed.dice not in (None, line.dice)
        if closed is not None and closed.side is not line.side:
            closed = _with_side(closed, words)
        rows.append(
            RailRow(
                step=step.link,
                side=line.side,
                turn=line.turn,
                dice=line.dice,
                open=_story_cell(opened, words),
                closed=_story_cell(closed, words, with_dice=others),
                parts=order == story.differs,
                parted=story.differs is not None and order > story.differs,
                accepted=all(each.accepted for each in (opened, closed) if each is not None),
            )
        )
        before = step
    return rows


def _with_side(line: MoveLine, words: Words) -> MoveLine:
    """Return the line with the name of its side in front.

    This is needed for a line of the closed room in a row that is marked with the other side,
    because the open room's line in the row is the other side's.
    """
    return replace(line, text=f"{side_names(words)[line.side]} {line.text}")


def pace_words(now: PublicSnapshot, words: Words) -> str:
    """Return a sentence that names the turn that the closed room had reached, or an empty text.

    This is the turn that the closed room was at when the newest public fact became public, whatever
    the closed room has done since then. So the sentence never tells how far the rooms are apart
    (ruling 12). The text is empty if facts do not become public at the closed room's pace, as under
    an embargo other than lockstep.
    """
    table = now.table
    if not now.paced or now.phase.value != "playing" or now.held or table.thrown is None:
        return ""
    side, turn = _turn_behind(table)
    if side is None:
        return ""
    return words.gettext(
        "Closed room: %(side)s, turn %(turn)s.", side=side_names(words)[side], turn=turn
    )


def age_terms(words: Words) -> dict[str, str]:
    """Return the texts by which pages say how old the newest public fact is, keyed by unit."""
    return {
        "seconds": words.gettext("Last news: %(count)s s ago.", count="{count}"),
        "minutes": words.gettext("Last news: %(count)s min ago.", count="{count}"),
        "hours": words.gettext("Last news: %(count)s h ago.", count="{count}"),
    }


def _turn_behind(table: PublicTable) -> tuple[Side | None, int]:
    """Return the side and number of the turn that the closed room is known to be at.

    This is the turn of the newest public dice or, if the play of these dice is public, the next
    turn.
    """
    assert table.thrown is not None
    played = table.on_turn is not table.thrown.side or table.last_play is not None
    if not played:
        return table.thrown.side, table.thrown.turn
    turns = [_turn_of(fact, table.on_turn) for fact in table.facts]
    return table.on_turn, max(turns, default=0) + 1


def _turn_of(fact: object, side: Side | None) -> int:
    turn = getattr(fact, "turn", 0)
    return turn if getattr(fact, "side", None) is side and hasattr(fact, "dice") else 0


def _open_cell(line: MoveLine, words: Words, *, waits: bool) -> RailCell:
    if line.dice is None or line.without_dice:
        return RailCell(line.without_dice or line.text, line.marks, watchers=line.watchers)
    if line.played or not waits:
        text, played = _played_words(line, words), line.played
        return RailCell(text, line.marks, quiet=not played, played=played)
    return RailCell(words.gettext("still to play"), line.marks, quiet=True)


def _closed_cell(line: MoveLine, words: Words, *, played: bool) -> RailCell | None:
    if line.dice is None or not line.turn:
        return None
    if played:
        return RailCell(words.gettext("played"), quiet=True, played=True)
    return RailCell(words.gettext("playing this roll now"), waits=True)


def _story_cell(line: MoveLine | None, words: Words, *, with_dice: bool = False) -> RailCell | None:
    if line is None:
        return None
    if line.dice is None or with_dice:
        return RailCell(line.text, line.marks, watchers=line.watchers)
    told = line.without_dice
    text, played = told or _played_words(line, words), line.played and not told
    return RailCell(text, line.marks, quiet=not told, played=played)


def _played_words(line: MoveLine, words: Words) -> str:
    return words.gettext("played") if line.played else words.gettext("not played")
