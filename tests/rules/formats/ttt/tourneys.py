"""Short ways to play a TTT by its rules alone."""

from collections.abc import Iterable
from decimal import Decimal

from rules import commands as cmd
from rules.events import TttEnding, TttForfeit
from rules.formats.ttt.deciding import decide
from rules.formats.ttt.state import TttState
from rules.identities import PersonId

SEED, BY = bytes(range(16)), "olena"


def people(count: int) -> tuple[PersonId, ...]:
    """So many players: p01, p02 …"""
    return tuple(PersonId(f"p{number:02}") for number in range(1, count + 1))


def after(state: TttState, *commands: cmd.TttCommand) -> TttState:
    """The state once these commands were carried out."""
    for command in commands:
        state = state.after(decide(state, command, SEED, BY))
    return state


def drawn_ttt(count: int, groups: int = 1, removal_at: int = 12, cap: int = 27) -> TttState:
    """A TTT of so many players that is drawn."""
    rules = cmd.SetTttRules(cap=cap, removal_at=removal_at, move_hours=12)
    entered = cmd.EnterTttPlayers(players=people(count))
    return after(TttState(), rules, entered, cmd.DrawTtt(groups=groups, seen=count))


def won(
    state: TttState,
    number: int,
    winner: PersonId,
    loser: PersonId,
    ending: TttEnding = TttEnding.SINGLE,
    mini: int = 0,
) -> TttState:
    """The state once a match of that id was started and decided."""
    started = cmd.StartTttMatch(match=number, inviter=winner, invited=loser, mini=mini)
    result = cmd.EnterTttResult(match=number, winner=winner, ending=ending)
    return after(state, started, result)


def forfeited(
    state: TttState, number: int, loser: PersonId, winner: PersonId, figures: Iterable[str] = ()
) -> TttState:
    """The state once somebody timed out in a new match; adjudicated where there are figures."""
    started = cmd.StartTttMatch(match=number, inviter=loser, invited=winner)
    lost = cmd.ForfeitTttGame(match=number, loser=loser, how=TttForfeit.TIME_OUT)
    state = after(state, started, lost)
    three = [Decimal(each) for each in figures]
    if not three:
        return state
    wins, gammons, backgammons = three
    figured = cmd.AdjudicateTttGame(
        match=number, wins=wins, gammons=gammons, backgammons=backgammons
    )
    return after(state, figured)
