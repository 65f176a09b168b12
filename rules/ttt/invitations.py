"""Who invites whom: everybody half of his opponents, one more or less where they are odd.

Source: ruling 18. The draw's order is a circle; everybody invites the next half of it. Where the
circle is even, those straight across from each other are the earlier one's to invite (ours).
"""

from collections.abc import Sequence
from typing import TypeVar

Player = TypeVar("Player")


def invites(order: Sequence[Player], inviter: Player) -> tuple[Player, ...]:
    """Whom somebody invites, in the order of the draw after him."""
    count, at = len(order), order.index(inviter)
    half = (count - 1) // 2
    if count % 2 == 0 and at < count // 2:
        half += 1
    return tuple(order[(at + ahead) % count] for ahead in range(1, half + 1))


def invited_by(order: Sequence[Player], invited: Player) -> tuple[Player, ...]:
    """Whose invitations somebody waits for, in the order of the draw."""
    return tuple(each for each in order if each != invited and invited in invites(order, each))


def pairs(order: Sequence[Player]) -> tuple[tuple[Player, Player], ...]:
    """Everybody with everybody once, who invites first."""
    return tuple((each, other) for each in order for other in invites(order, each))
