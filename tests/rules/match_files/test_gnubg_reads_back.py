"""What is written, read by Debian's gnubg: the same games, points, plays and identifiers.

It accepts illegal plays silently, so what it exports is verified and compared in turn.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from random import Random

import pytest

from rules.dice import Roll
from rules.match_files.ids import TableState, match_id, position_id, xgid
from rules.match_files.mat_reader import decoded, read_mat
from rules.match_files.mat_writer import write_mat
from rules.match_files.record import Findings, MatchRecord
from rules.match_files.replay import replay
from rules.match_files.sgf import write_sgf
from rules.match_play.state import MatchScore
from rules.position import Position, Side
from tests.support.backgammon_positions import wandering
from tests.support.gnubg_program import run_gnubg
from tests.support.match_files import actions_of, findings, sheet
from tests.support.needs import GNUBG, transcribed_matches
from tests.support.random_matches import random_matches

pytestmark = GNUBG.required


def _found(path: Path) -> Findings:
    return replay(read_mat(decoded(path.read_bytes())))


def _through_gnubg(
    records: Sequence[MatchRecord], form: str, folder: Path
) -> Iterator[tuple[MatchRecord, Findings]]:
    """With each its file of that form, read by gnubg and exported again, read by us."""
    read, commands = "import mat" if form == "mat" else "load match", []
    for number, record in enumerate(records):
        text = write_mat(record) if form == "mat" else write_sgf(record)
        (folder / f"{number}.{form}").write_text(text, encoding="utf-8")
        commands += [
            f'{read} "{folder}/{number}.{form}"',
            f'export match snowietxt "{folder}/{number}.txt"',
        ]
    run_gnubg(commands, folder)
    for number, record in enumerate(records):
        yield record, _found(folder / f"{number}.txt")


@pytest.mark.parametrize("form", ["mat", "sgf"])
def test_gnubg_reads_real_matches_back_with_the_same_games_points_and_plays(
    form: str, tmp_path: Path
) -> None:
    records = [_found(path).record for path in sorted(transcribed_matches().iterdir())]
    for record, theirs in _through_gnubg(records, form, tmp_path):
        assert actions_of(theirs.record) == actions_of(record)
        assert [(game.winner, game.points, game.score) for game in theirs.record.games] == [
            (game.winner, game.points, game.score) for game in record.games
        ]


@pytest.mark.parametrize("form", ["mat", "sgf"])
def test_a_condoned_illegal_play_survives_gnubg(form: str, tmp_path: Path) -> None:
    ours = findings(
        sheet(
            "1) 31: 8/5 6/5                  42: 8/4 6/4",
            "2) 52: 13/7 24/23               31: 24/23 6/3",
            "3) 65: 24/13                    Doubles => 2",
            "4)  Drops                       Wins 1 point",
        )
    )
    assert [entry.line for entry in ours.illegal] == [6]
    ((_, theirs),) = _through_gnubg([ours.record], form, tmp_path)
    assert actions_of(theirs.record) == actions_of(ours.record)
    assert theirs.score == ours.score


@pytest.mark.parametrize("form", ["mat", "sgf"])
@pytest.mark.parametrize("cube", ["0", "1", "-2"])
def test_gnubg_starts_a_game_where_its_record_does(form: str, cube: str, tmp_path: Path) -> None:
    """It saves what it read: the set-up of its file is the one of ours."""
    start = f" Ann : 0   Bob : 0\n; Set Pos=-bA---E-C---dEa--c-e----A-/{cube}"
    record = findings(sheet("1) 31: 8/5 6/5           65: 24/18 18/13", header=start)).record
    expected = {line.strip(";") for line in write_sgf(record).splitlines()[1:4]}
    read = "import mat" if form == "mat" else "load match"
    text = write_mat(record) if form == "mat" else write_sgf(record)
    (tmp_path / f"ours.{form}").write_text(text, encoding="utf-8")
    run_gnubg([f'{read} "{tmp_path}/ours.{form}"', f'save match "{tmp_path}/theirs.sgf"'], tmp_path)
    theirs = (tmp_path / "theirs.sgf").read_text("utf-8").splitlines()[1:4]
    assert {line.strip(";").removeprefix("PL[W]") for line in theirs} == expected


def _moments(number: int) -> list[TableState]:
    rng = Random(11)
    positions = (
        position for position, side in wandering(Random(12)) if side is Side.RED
    )  # gnubg asks before it seats the upper player
    return [_moment(rng, position) for position in islice(positions, number)]


def _moment(rng: Random, position: Position) -> TableState:
    length = rng.choice([1, 3, 5, 7, 11, 25, 64])
    white, red = rng.randrange(length), rng.randrange(length)
    one_away = length > 1 and (white == length - 1) != (red == length - 1)
    crawford = one_away and rng.random() < 0.5
    cube = 0 if crawford or length == 1 else rng.randrange(5)
    return TableState(
        position,
        Side.RED,
        MatchScore(length, white, red, crawford=crawford),
        cube=1 << cube,
        owner=rng.choice(list(Side)) if cube else None,
        roll=rng.choice([None, Roll(rng.randint(1, 6), rng.randint(1, 6))]),
    )


@pytest.mark.parametrize("number", [250, pytest.param(2_500, marks=pytest.mark.long)])
def test_identifiers_agree_with_gnubgs_at_moments_of_all_kinds(number: int, tmp_path: Path) -> None:
    moments = _moments(number)
    commands = ["set player 0 human", "set player 1 human"]
    for moment in moments:
        commands += [f"set xgid {xgid(moment)}", "show jacoby"]
    shown = re.split(r".*Jacoby.*\n", run_gnubg(commands, tmp_path))[:-1]
    theirs = [
        (re.findall(r"Position ID: (\S+)", text)[-1], re.findall(r"Match ID   : (\S+)", text)[-1])
        for text in shown
    ]
    assert theirs == [
        (position_id(moment.position, moment.to_act), match_id(moment)) for moment in moments
    ]


@pytest.mark.parametrize("number", [25, pytest.param(100, marks=pytest.mark.long)])
def test_gnubg_reads_matches_by_chance_with_the_same_games_points_and_plays(
    number: int, tmp_path: Path
) -> None:
    """Names are ours alone: it reads the score line's short ones."""
    records = list(islice(random_matches(Random(33), for_gnubg=True), number))
    for record, theirs in _through_gnubg(records, "mat", tmp_path):
        assert actions_of(theirs.record) == actions_of(record)
        assert [(game.winner, game.points) for game in theirs.record.games] == [
            (game.winner, game.points) for game in record.games
        ]
