"""Would you take? A game's doubles that watchers answered, beside what the players did.

Made of public items alone: watchers' answers are there with the open room's, and the closed room's
once the game is over in both rooms (ruling 12).
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from rules.position import Side
from server.live import facts as fx
from server.live.public_table import PublicGame, first_difference
from server.web.pages.board_terms import side_names
from server.words.translation import Words


@dataclass(frozen=True, slots=True)
class ComparedDouble:
    """A double of the open room: `side` offers it at `cube`, and what everybody answered.

    `takes` and `passes` count watchers. `open` and `closed` are in words; `closed`, of the same
    turn in the closed room, is empty until it is public. `parted`: the rooms had parted by then, so
    that the closed room had another position. `newest`: nothing but the end of the game is public
    behind its answer.
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
        """How many have answered, one at least."""
        return self.takes + self.passes


def compared_doubles(public: PublicGame, words: Words) -> list[ComparedDouble]:
    """The doubles of a game that watchers answered and whose answer is public, oldest first."""
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
                parted=parting is not None and parting in _turns(played[: double.place]),
                newest=all(isinstance(fact, _ENDING) for fact in played[double.place :]),
            )
        )
    return compared


_ENDING = fx.CubeActed | fx.WatchersAnswered | fx.OpenGameFinished


@dataclass(frozen=True, slots=True)
class _Double:
    """A double, and the `place` of its fact among those of its room."""

    offer: fx.CubeActed
    place: int
    watchers: fx.WatchersAnswered | None = None
    answer: fx.CubeStep | None = None


def _doubles(facts: Sequence[fx.TableFact]) -> list[_Double]:
    """Those that stand: what is taken back takes the doubles behind the latest dice with it."""
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


def _turns(facts: Sequence[fx.TableFact]) -> Iterator[tuple[Side, int]]:
    """The turns whose dice are among these facts."""
    for fact in facts:
        if isinstance(fact, fx.DiceShown | fx.PaperDiceShown):
            yield fact.side, fact.turn


def _closed_words(public: PublicGame, offer: fx.CubeActed, words: Words) -> str:
    """What the closed room did at that turn; empty until the game is over in both rooms."""
    if public.closed is None:
        return ""
    turn = offer.side, offer.turn
    for double in _doubles(public.closed):
        if (double.offer.side, double.offer.turn) == turn:
            return _answer_words(double, words)
    if turn in _turns(public.closed):
        return words.gettext("no double at this turn")
    return words.gettext("the game was over by then")


def _answer_words(double: _Double, words: Words) -> str:
    """Who answered what; of a double without an answer who offered it."""
    names = side_names(words)
    match double.answer:
        case fx.CubeStep.TAKEN:
            return f"{names[double.offer.side.opponent]} {words.gettext('takes')}"
        case fx.CubeStep.PASSED:
            return f"{names[double.offer.side.opponent]} {words.gettext('passes')}"
        case _:
            doubles = words.gettext("doubles to %(cube)s", cube=double.offer.cube)
            return f"{names[double.offer.side]} {doubles}"
