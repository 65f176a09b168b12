"""Games written in the loosest spellings the dialects allow: never a false alarm, never a crash."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.dice import Roll
from rules.games.backgammon import BACKGAMMON
from rules.match_files.mat_reader import read_mat
from rules.match_files.mat_text import MatchUnreadable
from rules.match_files.replay import replay
from rules.position import Play, Side, write_play
from tests.support.examples import examples
from tests.support.match_files import findings


def _cell(roll: Roll, play: Play, rng: Random, stars: bool) -> str:
    """The play with its moves shuffled, chains joined, and what chains hit on their way unsaid."""
    tokens = []
    for token in write_play(play).split():
        points = token.split("/")
        hidden = "/".join((points[0], points[-1])) if "(" not in token else token
        tokens.append(hidden if stars else hidden.replace("*", ""))
    rng.shuffle(tokens)
    return f"{roll.first}{roll.second}: {' '.join(tokens) or 'Cannot Move'}"


def _game(rng: Random, stars: bool) -> str:
    position, side, cells = BACKGAMMON.start(), Side.WHITE, list[str]()
    roll = Roll(3, 1)
    while True:
        play = rng.choice(sorted(BACKGAMMON.legal_plays(position, side, roll)))
        cells.append(_cell(roll, play, rng, stars))
        position = BACKGAMMON.apply(position, side, play)
        if BACKGAMMON.outcome(position) is not None:
            break
        side, roll = side.opponent, Roll(rng.randint(1, 6), rng.randint(1, 6))
    rows = [cells[at : at + 2] for at in range(0, len(cells), 2)]
    lines = [f" {n:2}) " + "   ".join(row) for n, row in enumerate(rows, start=1)]
    return "\n".join([" 0 point match", " Game 1", " Ann : 0  Bob : 0", *lines])


@pytest.mark.parametrize("stars", [True, False])
@examples(80)
@given(seed=st.integers(0, 2**32))
def test_games_of_chance_in_the_loosest_spelling_raise_no_false_alarm(
    stars: bool, seed: int
) -> None:
    found = findings(_game(Random(seed), stars))
    assert found.illegal == ()
    assert max(found.score) >= 1


@pytest.mark.parametrize("games", [20, pytest.param(120, marks=pytest.mark.long)])
def test_damaged_text_is_read_or_refused_and_nothing_else(games: int) -> None:
    rng, refused = Random(22), list[tuple[int, int]]()
    for _ in range(games):
        text = list(_game(rng, stars=True))
        for _ in range(rng.randint(1, 6)):
            text[rng.randrange(len(text))] = rng.choice("0159:/*()\n ?;x\t")
        try:
            match = read_mat("".join(text))
        except MatchUnreadable as error:
            refused.append((error.line, error.column))
        else:
            replay(match)
    assert 0 < len(refused) < games
    assert min(min(place) for place in refused) >= 1
