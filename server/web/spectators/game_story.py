"""A game to step through: in the open room, and beside it the closed room when both have ended it.

It is made from public items alone, so it tells nothing that is still under embargo (ruling 12). A
step keeps its link for good: `m14` is the fourteenth line of the open room, `c9` the ninth of the
closed room where only that room has one.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from typing import NamedTuple

from rules.games.game import Game
from rules.position import Side
from rules.room import Room, RoomResult
from server.live import facts as fx
from server.live.public_table import PublicGame, PublicTable, first_difference, table_after
from server.web.spectators.board_words import MoveLine, move_lines
from server.web.spectators.compared_doubles import ComparedDouble, compared_doubles
from server.words.translation import Words

Lines = Sequence[MoveLine]


@dataclass(frozen=True, slots=True)
class Step:
    """How many lines of either room are told once this step is, and its name in links."""

    link: str
    open: int
    closed: int


@dataclass(frozen=True, slots=True)
class RoomStory:
    """One room's game: `tables[k]` is what lay there after line k, `tables[0]` its start."""

    lines: tuple[MoveLine, ...]
    tables: tuple[PublicTable, ...]


@dataclass(frozen=True, slots=True)
class GameStory:
    """A game's latest attempt; `closed` is None until the game is over in both rooms.

    `differs` is the place of the step with the first play the rooms made differently, if there is.
    `doubles` are those that watchers answered.
    """

    game: int
    attempt: int
    open: RoomStory
    closed: RoomStory | None
    steps: tuple[Step, ...]
    differs: int | None
    doubles: tuple[ComparedDouble, ...] = ()


def game_story(
    public: PublicGame,
    result: RoomResult | None,
    starts: tuple[PublicTable, PublicTable],
    game: Game,
    words: Words,
) -> GameStory:
    """The story of a game from its tables before the opening throw, open and closed, to its end.

    `result` is the closed room's once it is public; a cancelled game has none to tell.
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
    differs = _step_of_turn(opened.lines, steps, first_difference(public))
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
    """A turn of which the rooms had other dice says so (ruling 9)."""
    if not line.turn or not public.differs(line.side, line.turn):
        return line
    text = words.gettext("%(told)s (the other room had other dice)", told=line.text)
    without_dice = words.gettext(
        "%(told)s (the other room had other dice)", told=line.without_dice or line.text
    )
    return replace(line, text=text, without_dice=without_dice)


def _steps(opened: Lines, closed: Lines) -> Iterator[Step]:
    """Both rooms' lines side by side: turns with the same dice meet, the rest goes before them."""
    open_count = closed_count = 0
    for in_open, in_closed in _rows(opened, closed):
        open_count += in_open
        closed_count += in_closed
        link = f"m{open_count}" if in_open else f"c{closed_count}"
        yield Step(link, open_count, closed_count)


def _rows(opened: Lines, closed: Lines) -> Iterator[tuple[bool, bool]]:
    """Which room has a line at each step."""
    for of_open, of_closed in _met(list(_turns(opened)), list(_turns(closed))):
        for order in range(max(of_open.others, of_closed.others)):
            yield order < of_open.others, order < of_closed.others
        if of_open.key or of_closed.key:
            yield of_open.key is not None, of_closed.key is not None


class _Turn(NamedTuple):
    """A turn and how many lines that are no turn of their own go before it; none after the last."""

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
    """Turns of both rooms that meet; where sides can throw twice in a row some stand alone."""
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
    """What follows a room's last turn goes before what the other room still played."""
    met = [*met, (_NOTHING, _NOTHING)]
    after = [
        1 + max((place for place, turns in enumerate(met) if turns[room].key), default=-1)
        for room in (0, 1)
    ]
    met[after[0]] = (opened, met[after[0]][1])
    met[after[1]] = (met[after[1]][0], closed)
    return met


def _step_of_turn(
    opened: Lines, steps: Sequence[Step], turn: tuple[Side, int] | None
) -> int | None:
    for place, step in enumerate(steps):
        line = opened[step.open - 1] if step.link.startswith("m") else None
        if line is not None and (line.side, line.turn) == turn:
            return place
    return None
