"""Slips on which rolls are carried from the open room to the closed one when boards fail.

A slip a turn, numbered beforehand, so that a roll keeps its side and its turn (ruling 6). A runner
shows it in the closed room only once its player has said READY (ruling 7).
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass

from protocol_forms.form_texts import N_, Say, in_english
from protocol_forms.writers.sheet import Sheet
from rules.dice import Roll
from rules.position import Side

_SIDES = {Side.WHITE: N_("White"), Side.RED: N_("Red")}
_TITLE = N_("Roll slips")
_TO_CARRY = N_("Rolls to carry")
_OPENING = N_("Opening throw")
_TURN = N_("%(side)s, turn %(turn)s")
_OPENING_DICE = N_("White : Red")
_SIGNED = N_("Signed")
_SHOWN = N_("Shown after READY")
_HOW = N_(
    "In the open room the player who throws writes both dice, the opponent signs. The "
    "runner shows a slip in the closed room only when that side has said READY for that "
    "turn. The opening throw is the first turn of the side with the higher die."
)


@dataclass(frozen=True, slots=True)
class RollSlip:
    """A slip: `side` None is the opening throw, White's die first; `dice` None is to be written."""

    side: Side | None
    turn: int
    dice: Roll | None = None


def blank_slips(first: dict[Side, int], last: int, *, opening: bool) -> tuple[RollSlip, ...]:
    """A slip for each turn of a game from these on to the last, the opening throw's before them."""
    turns = range(min(first.values()), last + 1)
    slips = [RollSlip(side, turn) for turn in turns for side in Side if turn >= first[side]]
    return (RollSlip(None, 1), *slips) if opening else tuple(slips)


def roll_slips(
    match: str,
    event: str,
    slips: Sequence[RollSlip],
    say: Say = in_english,
    language: str = "en",
) -> Sheet:
    """Pages of slips to cut; `match` says which match and game they are of, in that language."""
    carried = any(slip.dice is not None for slip in slips)
    title = say(_TO_CARRY if carried else _TITLE)
    values = {
        "match": match,
        "slips": [_shown(slip, say) for slip in slips],
        "how": say(_HOW),
        "signed": say(_SHOWN if carried else _SIGNED),
    }
    foot = tuple(filter(None, (event, match)))
    return Sheet("roll_slips", title, language, json.dumps(values, ensure_ascii=False), foot)


def _shown(slip: RollSlip, say: Say) -> dict[str, object]:
    if slip.side is None:
        what, between = say(_OPENING), say(_OPENING_DICE)
    else:
        what, between = say(_TURN, side=say(_SIDES[slip.side]), turn=slip.turn), ""
    dice = ["", ""] if slip.dice is None else [str(slip.dice.first), str(slip.dice.second)]
    return {"what": what, "between": between, "dice": dice, "side": slip.side and slip.side.value}
