"""How a play is written: "24/18 13/11*", "bar/20", "8/4*(2)", "24/18*/13", "5/off".

Points are the mover's own, 25 or "bar" the bar, 0 or "off" borne off; a star follows the point
where a checker was hit. Read are all spellings transcribed matches use; written is the longest
usual form: moves of one checker joined, equal ones counted.
"""

import re
from functools import lru_cache
from itertools import pairwise

from rules.errors import RulesError
from rules.play import Move, Play
from rules.position import BAR, OFF

_NAMES = {"bar": BAR, "off": OFF}
_TOKEN = re.compile(
    r"(?P<points>(?:bar|\d{1,2})(?:\*?/(?:off|\d{1,2}))+)(?P<hit>\*?)(?:\((?P<times>[2-4])\))?(?P<late>\*?)",
    re.IGNORECASE,
)


class InvalidNotation(RulesError):
    """A written move nobody can read (player: write it again)."""

    def __init__(self, token: str) -> None:
        super().__init__(f"{token!r} is no move; expected such as 13/8, bar/20*, 6/off or 8/4(2)")
        self.token = token


@lru_cache(maxsize=8192)
def legs(token: str) -> tuple[Move, ...]:
    """The stretches one written token names, each perhaps of several dice; "8/4(2)" gives two.

    Raises InvalidNotation.
    """
    match = _TOKEN.fullmatch(token)
    if match is None:
        raise InvalidNotation(token)
    points = (match["points"] + match["hit"] + match["late"]).lower().split("/")
    try:
        chain = tuple(
            Move(_place(origin), _place(target), target.endswith("*"))
            for origin, target in pairwise(points)
        )
    except ValueError:
        raise InvalidNotation(token) from None
    return chain * int(match["times"] or 1)


def read_play(text: str) -> tuple[Move, ...]:
    """The stretches a whole written play names, in order; nothing for an empty text.

    Raises InvalidNotation.
    """
    return tuple(leg for token in text.split() for leg in legs(token))


def write_play(play: Play) -> str:
    """A play as people write it, such as "24/18*/13 8/4(2)"; empty for a dance."""
    chains: list[list[Move]] = []
    for move in play:
        for chain in chains:
            if chain[-1].target == move.origin:
                chain.append(move)
                break
        else:
            chains.append([move])
    written = [_chain_text(chain) for chain in chains]
    return " ".join(_counted(text, written.count(text)) for text in dict.fromkeys(written))


def write_steps(play: Play) -> str:
    """A play one checker and one die at a time, in figures only: "24/18* 18/13 5/0"."""
    return " ".join(f"{move.origin}/{move.target}{'*' * move.hit}" for move in play)


def _place(text: str) -> int:
    point = text.rstrip("*")
    return _NAMES[point] if point in _NAMES else int(point)


def _chain_text(chain: list[Move]) -> str:
    stops = [move for move in chain[:-1] if move.hit] + [chain[-1]]
    origin = "bar" if chain[0].origin == BAR else str(chain[0].origin)
    return "/".join([origin, *(_stop(move) for move in stops)])


def _stop(move: Move) -> str:
    return ("off" if move.target == OFF else str(move.target)) + "*" * move.hit


def _counted(text: str, times: int) -> str:
    return text if times == 1 else f"{text}({times})"
