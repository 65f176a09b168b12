"""Forms of tables with drawn positions behind them, each with what was decided there."""

from dataclasses import dataclass

from protocol_forms.table_form import TablesForm
from rules.dice import Cube, Roll
from rules.position import Position, Side


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawnPosition:
    """A position of backgammon, with whose turn it was and the dice, None before a throw.

    `heading` says where it was, `facts` are labels with values that stand beside it. `link` is the
    address of its page, printed as a QR code; empty where none is known.
    """

    heading: str
    facts: tuple[tuple[str, str], ...]
    position: Position
    cube: Cube
    on_turn: Side
    dice: Roll | None = None
    link: str = ""


@dataclass(frozen=True, slots=True)
class PositionsForm(TablesForm):
    """A form of tables; `positions` stand behind the tables under a heading of their own."""

    positions_heading: str = ""
    positions: tuple[DrawnPosition, ...] = ()
