"""The luck of each roll of transcribed matches, as Yalta and as Debian's gnubg judge it.

gnubg's is the property LU of the SGF it saves after `analyse match`, in points at cube 1. The games
are given to it as games for money, since it counts a match's in chances of winning the match.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from rules.dice import Roll
from rules.luck.chances import Judge, Throw, luck_of, throws_of
from rules.match_files.mat_reader import decoded, read_mat
from rules.match_files.record import GameRecord, MatchRecord
from rules.match_files.replay import replay
from rules.match_files.sgf import write_sgf
from rules.match_play.state import MONEY, MatchScore
from rules.position import Side
from tests.support.gnubg_program import run_gnubg

_ZERO_PLY = (
    "set jacoby off",
    "set analysis luckanalysis plies 0",
    "set analysis chequerplay evaluation plies 0",
    "set analysis cubedecision evaluation plies 0",
)
_SIDES = {"W": Side.WHITE, "B": Side.RED}
_PLAYED = re.compile(r"([WB])\[([1-6])([1-6])[a-z]*\]")
_LUCK = re.compile(r"LU\[([^\]]+)\]")


@dataclass(frozen=True, slots=True)
class TwiceJudged:
    """A throw of a file's game, and its luck in points at cube 1 by both."""

    file: str
    game: int
    throw: Throw
    ours: float
    gnubg: float

    @property
    def apart(self) -> float:
        """How much they differ."""
        return abs(self.ours - self.gnubg)

    def __str__(self) -> str:
        throw = self.throw
        return (
            f"{self.file} game {self.game}, {throw.side.value}'s turn {throw.turn}, {throw.roll}"
            f" at cube {throw.cube}: {self.ours:+.3f}, gnubg {self.gnubg:+.3f}"
        )


def twice_judged(
    matches: Path, judge: Judge, folder: Path, *, cubeful: bool
) -> Iterator[TwiceJudged]:
    """Every throw of the files in `matches` that gnubg judged; `cubeful` is its judgement.

    Raises ValueError where gnubg has other throws than the file.
    """
    for path in sorted(each for each in matches.iterdir() if each.is_file()):
        record = _for_money(replay(read_mat(decoded(path.read_bytes()))).record)
        games = _gnubg_lucks(record, folder, cubeful=cubeful)
        for game, lucks in zip(record.games, games, strict=True):
            for throw, luck in zip(_played(game), lucks, strict=True):
                side, roll, points = luck
                if side is not throw.side or not roll.same_dice(throw.roll):
                    raise ValueError(f"{path.name}, game {game.number}: {luck} for {throw}")
                if points is not None:
                    ours = luck_of(replace(throw, after=None), judge).luck.points / throw.cube
                    yield TwiceJudged(path.name, game.number, throw, ours, points)


def _for_money(record: MatchRecord) -> MatchRecord:
    games = tuple(replace(game, score=MatchScore(MONEY)) for game in record.games)
    return replace(record, length=MONEY, games=games)


def _played(game: GameRecord) -> list[Throw]:
    return [throw for throw in throws_of(game) if throw.after is not None]


def _gnubg_lucks(
    record: MatchRecord, folder: Path, *, cubeful: bool
) -> list[list[tuple[Side, Roll, float | None]]]:
    """For each game each play with its roll's luck, None where gnubg gives none."""
    ours, theirs = folder / "ours.sgf", folder / "theirs.sgf"
    ours.write_text(write_sgf(record), encoding="utf-8")
    theirs.unlink(missing_ok=True)
    commands = [*_ZERO_PLY, f"set analysis luckanalysis cubeful {'on' if cubeful else 'off'}"]
    commands += [f'load match "{ours}"', "analyse match", f'save match "{theirs}"']
    run_gnubg(commands, folder)
    trees = re.split(r"^\(;", theirs.read_text("utf-8"), flags=re.MULTILINE)[1:]
    return [[*_lucks(tree)] for tree in trees]


def _lucks(tree: str) -> Iterator[tuple[Side, Roll, float | None]]:
    for node in re.split(r"^;", tree, flags=re.MULTILINE)[1:]:
        played = _PLAYED.match(node)
        if played is not None:
            side, high, low = played.groups()
            luck = _LUCK.search(node)
            yield _SIDES[side], Roll(int(high), int(low)), float(luck[1]) if luck else None
