"""A TTT as the API tells it (rulings 18 to 20)."""

from pydantic import BaseModel


class TttRulesOut(BaseModel):
    """A version of the rules; `cap` in points."""

    version: int
    cap: str
    removal_at: int
    move_hours: int
    text: str


class TttRowOut(BaseModel):
    """A line of a table; `place` is 0 for who was removed, points are texts such as "11.5"."""

    place: int
    player: str
    name: str
    points: str
    played: int
    single: int
    gammon: int
    backgammon: int
    forfeit_wins: int
    losses: int
    forfeits: int
    provisional: bool


class TttGroupOut(BaseModel):
    """A group, or a mini-TTT where `mini` is not 0, best first; `winner` empty while undecided."""

    group: int
    mini: int
    finished: bool
    winner: str
    tie: str
    rows: list[TttRowOut]


class TttMatchOut(BaseModel):
    """A match; `standing` says whether it counts, `points` are the inviter's and the other's.

    `ending` is empty while it is not decided. `figures` are wins, gammons and backgammons of an
    adjudication, parts of 1, with who gave them.
    """

    match: int
    mini: int
    inviter: str
    invited: str
    standing: str
    ending: str
    winner: str
    points: tuple[str, str] | None
    settled: bool
    in_doubt: bool
    version: int
    position: str
    figures: tuple[str, str, str] | None
    engine: str


class TttOut(BaseModel):
    """A TTT as everybody may know it."""

    rules: list[TttRulesOut]
    seed: str
    groups: list[TttGroupOut]
    matches: list[TttMatchOut]
