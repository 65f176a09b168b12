"""Luck by other judges: `python -m benchmarks.luck_by_judges FOLDER --games 1000 --deep 100`.

Games are played between players who mostly do not play like the judge of luck. Each judge finds the
luck in every game, and the results are shown as they are and with this luck subtracted. There are
three judges: 0-ply, which Yalta uses; the small net by which GNU Backgammon prunes; and 1-ply,
which judges only as many games as `--deep` says. All judges judge the same games. Their figures are
stored in FOLDER, so that the same command continues after an interruption.
"""

import csv
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from random import Random
from statistics import correlation
from typing import Annotated, Final

import typer

from benchmarks.luck_by_judges.judges import JUDGES
from players.gnubg_nets import nets_version
from players.gnubg_player import GnubgPlayer
from players.player import Player
from players.sensible_player import SensiblePlayer
from rules.luck.chances import Judge, luck_of_game
from rules.position import Side
from rules.scoring.scales import imp, row_of, smp
from simulator.dice_supply import SeededDice
from yalta_extras.study.board import PlayedGame, play_game
from yalta_extras.study.measures import Estimate, Row, Statistic, estimate

_OURS: Final = "0-ply"
_NETS: Final = JUDGES[_OURS]
COMPANIES: Final[Mapping[str, tuple[Callable[[Random], Player], Callable[[Random], Player]]]] = {
    "net against plain player": (lambda rng: GnubgPlayer(_NETS, rng), SensiblePlayer),
    "weak net against plain player": (lambda rng: GnubgPlayer(_NETS, rng, 0.15), SensiblePlayer),
}
"""Pairs of players, White's and Red's, by name; each is made from a source of chance.

White of the first pair plays as the 0-ply judge would; no other player does.
"""
_COLUMNS: Final = ("company", "game", "judge", "imp", "luck")
_DEEP: Final = "1-ply"
_FEWEST: Final = 20
"""Smallest number of games for which a judge's figures are printed.

With fewer games the printed confidence intervals would be wrong.
"""
Key = tuple[str, int, str]
"""The name of the pair of players, the number of the game, the name of the judge."""
Kept = dict[Key, tuple[float, float]]
"""The IMP that White won in each judged game, and White's luck in IMP."""


def main(
    folder: Annotated[Path, typer.Argument(help="Where judged games are kept.")],
    games: Annotated[int, typer.Option(min=40, help="Of each company.")] = 1000,
    deep: Annotated[int, typer.Option(min=0, help="Of these, judged by 1-ply as well.")] = 100,
    seed: Annotated[int, typer.Option(help="Repeats every dice and every play.")] = 18,
) -> None:
    """Judge the games that are missing, and print what every judge makes of them."""
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / f"judged-{seed}.csv"
    kept = _kept(file)
    with file.open("a", encoding="utf-8", newline="") as open_file:
        lines = csv.writer(open_file, lineterminator="\n")
        for key, (won, luck) in _judged([*_missing(kept, games, deep)], seed):
            kept[key] = won, luck
            lines.writerow([*key, won, luck])
            open_file.flush()
    print(f"gnubg-nn {nets_version()}, seed {seed}; White's IMP a game, 95 % intervals")
    for company in COMPANIES:
        _tell(company, {key: found for key, found in kept.items() if key[1] <= games})


def _kept(file: Path) -> Kept:
    if not file.exists():
        file.write_text(",".join(_COLUMNS) + "\n", encoding="utf-8")
    lines = file.read_text(encoding="utf-8").splitlines(keepends=True)
    whole = [line for line in lines if line.endswith("\n")]
    if whole != lines:
        file.write_text("".join(whole), encoding="utf-8")
    return {
        (company, int(game), judge): (float(won), float(luck))
        for company, game, judge, won, luck in csv.reader(whole[1:])
    }


def _missing(kept: Kept, games: int, deep: int) -> Iterator[tuple[str, int, list[str]]]:
    """Yield each game that lacks a judge: its pair of players, its number, and the missing judges.

    `kept` has the judged games; `deep` is the number of games that the slow judge judges, too.
    These games come last.
    """
    quick = [name for name in JUDGES if name != _DEEP]
    for judges, many in ((quick, games), ([_DEEP], min(deep, games))):
        for game in range(1, many + 1):
            for company in COMPANIES:
                lacking = [name for name in judges if (company, game, name) not in kept]
                if lacking:
                    yield company, game, lacking


def _judged(
    missing: Iterable[tuple[str, int, list[str]]], seed: int
) -> Iterator[tuple[Key, tuple[float, float]]]:
    dice = SeededDice(f"{seed}/judges")
    for company, number, judges in missing:
        players = {
            side: make(Random(f"{seed}/{company}/{number}/{side.value}"))
            for side, make in zip(Side, COMPANIES[company], strict=True)
        }
        game = play_game(players, dice, number)
        won = float(imp(smp(row_of(game.ending, game.left), game.cube)))
        for name in judges:
            of_white = -won if game.loser is Side.WHITE else won
            yield (company, number, name), (of_white, _luck(game, JUDGES[name]))


def _luck(game: PlayedGame, judge: Judge) -> float:
    throws = (replace(throw, after=None) for throw in game.throws)
    rolls = luck_of_game(throws, judge)
    return sum(roll.luck.imp if roll.side is Side.WHITE else -roll.luck.imp for roll in rolls)


def _tell(company: str, kept: Kept) -> None:
    print(f"\n{company}")
    by_judge = {
        judge: {key[1]: each for key, each in kept.items() if key == (company, key[1], judge)}
        for judge in JUDGES
    }
    for judge, found in by_judge.items():
        if len(found) < _FEWEST:
            continue
        games = found.values()
        left = _text(_estimate([_squares(*each) for each in games], _left), 100, 1)
        print(f"  {judge}, {len(games)} games:")
        print(f"    as played {_mean(won for won, _ in games)}")
        print(f"    less luck {_mean(won - luck for won, luck in games)}")
        print(f"    luck      {_mean(luck for _, luck in games)}")
        print(f"    variance left {left} %")
        if judge != _OURS:
            pairs = [(luck, by_judge[_OURS][game][1]) for game, (_, luck) in found.items()]
            apart = _mean(other - ours for other, ours in pairs)
            alike = correlation([other for other, _ in pairs], [ours for _, ours in pairs])
            print(f"    luck less that of {_OURS} {apart}, r {alike:.3f}")


def _mean(values: Iterable[float]) -> str:
    return _text(_estimate([(1.0, value) for value in values], lambda sums: sums[1] / sums[0]))


def _squares(won: float, luck: float) -> Row:
    return 1.0, won, won**2, won - luck, (won - luck) ** 2


def _left(sums: Row) -> float:
    """Return the fraction of the results' variance that is left after luck is subtracted.

    `sums` are the sums of `_squares` over the games.
    """
    count, won, won_squares, less, less_squares = sums
    return (less_squares / count - (less / count) ** 2) / (won_squares / count - (won / count) ** 2)


def _estimate(rows: list[Row], statistic: Statistic) -> Estimate:
    return estimate(rows, statistic, Random(1))


def _text(found: Estimate, times: float = 1, digits: int = 2) -> str:
    value, low, high = (times * each for each in (found.value, found.low, found.high))
    return f"{value:.{digits}f} ({low:.{digits}f} to {high:.{digits}f})"


if __name__ == "__main__":
    typer.run(main)
