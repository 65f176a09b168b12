"""How far a room's result may be relied on: who entered it, who has confirmed it.

Source: ruling 15. A result that was played out needs the confirmation of both players. One that an
account entered, corrected, adjusted or cancelled counts at once but is unconfirmed until both
players, both captains, or an account other than the one that entered it have confirmed it.
"""

from dataclasses import dataclass, replace

from rules.events import Confirmer
from rules.side import Side

_BOTH = frozenset(Side)


@dataclass(frozen=True, slots=True)
class Standing:
    """The standing of one result of a game in one room.

    `number` counts the results this attempt at the game has had there, from 1, so that a
    confirmation names the one it means. `entered_by` is the account that entered, corrected,
    adjusted or cancelled it, empty where it was played out. `by_hand`: the first of them was kept
    by hand. `players` and `captains` are the sides for which each has confirmed, `account` the one
    that confirmed an entered result.
    """

    number: int
    entered_by: str = ""
    by_hand: bool = False
    players: frozenset[Side] = frozenset()
    captains: frozenset[Side] = frozenset()
    account: str = ""

    @property
    def confirmed(self) -> bool:
        """Nobody has to confirm it any more."""
        captains = bool(self.entered_by) and self.captains == _BOTH
        return self.players == _BOTH or captains or bool(self.account)

    @property
    def unconfirmed(self) -> bool:
        """It was entered and still needs its confirmation; no captain can sign before."""
        return bool(self.entered_by) and not self.confirmed

    @property
    def settled(self) -> bool:
        """The next game may begin: an entered result is not waited for (ruling 15)."""
        return bool(self.entered_by) or self.confirmed

    def confirmed_by(self, confirmer: Confirmer, side: Side | None, name: str) -> "Standing":
        """The standing once that confirmation is known."""
        match confirmer:
            case Confirmer.CAPTAIN if side is not None:
                return replace(self, captains=self.captains | {side})
            case Confirmer.ACCOUNT if self.entered_by:
                return replace(self, account=name)
            case _ if side is not None:
                return replace(self, players=self.players | {side})
            case _:
                return self


def entered_after(last: Standing | None, by: str, *, by_hand: bool = False) -> Standing:
    """The standing of a result that `by` enters in place of the last one, if there was one."""
    number, kept = (last.number, last.by_hand) if last else (0, False)
    return Standing(number=number + 1, entered_by=by, by_hand=kept or by_hand)


def played_after(last: Standing | None) -> Standing:
    """The standing of a result that was played out."""
    return Standing(number=last.number + 1 if last else 1)
