"""What can be typed, the legal plays, and hints that do not give the figures away."""

from rules.games.trictrac.movement import plays_by_position
from rules.games.trictrac.table import Phase
from rules.position import Play, write_play
from simulator.trictrac_lesson.lesson import Lesson
from simulator.trictrac_lesson.wording import WIDTH, counted, name, wrapped

_ANSWERS = {
    Phase.CLAIM: "a number, the points you mark of this throw: 0, 2, 4 and so on",
    Phase.JUDGE: "Enter to agree; or the number it should have been, which takes an école",
    Phase.CONTEST: "accept (a), or contest (c): then the tariff decides, and a right école counts"
    " twice",
    Phase.CHOOSE: "hold, or go: all points vanish, checkers are set anew and you throw again",
    Phase.PLAY: "a play such as 24/18 24/20 or 24/14, by your own points; or its number in the"
    " list (l)",
}
_ALWAYS = (
    "At any question:",
    "  h  a hint",
    "  l  the legal plays of this throw",
    "  b  the position at the throw, and the score",
    "  t  the tariff",
    "  q  leave",
    "  ?  this help",
)


def answers(lesson: Lesson) -> tuple[str, ...]:
    """What can be typed now."""
    return (*wrapped(f"Type {_ANSWERS[lesson.table.phase]}."), *_ALWAYS)


def legal(lesson: Lesson) -> tuple[Play, ...]:
    """The legal plays of the throw in the order of the list, the farthest checkers first."""
    table = lesson.table
    if table.roll is None:
        return ()
    plays = plays_by_position(lesson.at_throw, table.thrower, table.roll).values()
    return tuple(sorted(plays, reverse=True))


def listed(lesson: Lesson) -> tuple[str, ...]:
    """The legal plays with their numbers, in columns where they fit."""
    plays = legal(lesson)
    if plays == ((),):
        return (f"Nothing of {lesson.table.roll} can be played.",)
    head = f"Legal plays of {lesson.table.roll}, by {name(lesson.table.thrower)}'s points:"
    cells = [f"{number:>3}  {write_play(play)}" for number, play in enumerate(plays, start=1)]
    if lesson.plain:
        return (head, *cells)
    wide = max(map(len, cells)) + 2
    rows = -(-len(cells) // (WIDTH // wide))
    return (
        head,
        *("".join(f"{c:<{wide}}" for c in cells[row::rows]).rstrip() for row in range(rows)),
    )


def hint(lesson: Lesson) -> tuple[str, ...]:
    """A legal play, what the simulated player would choose, or how many figures, not which."""
    table, player = lesson.table, lesson.player()
    if table.phase is Phase.CHOOSE:
        return (f"The simulated player would {player.chooses(table).value}.",)
    if table.phase is Phase.PLAY:
        assert table.roll is not None
        chosen = player.choose_play(table.position, table.thrower, table.roll, lesson.throws)
        return (f"{write_play(chosen)} is a legal play.",)
    assert table.reckoning is not None
    side = table.reckoning.claimant
    figures = sum(mark.side is side for mark in table.marks)
    return (f"{table.roll} makes {counted(figures, 'figure')} for {name(side)}.",)
