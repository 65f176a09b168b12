from random import Random

from players.player import Player, RandomPlayer
from players.trictrac_player import TrictracPlayer
from rules.games.game import HoleChoice
from rules.games.trictrac.as_game import TRICTRAC
from rules.games.trictrac.figures import Figure
from rules.games.trictrac.table import (
    Phase,
    TrictracTable,
    choose,
    claim,
    contest,
    judge,
    legal_plays,
    play,
    set_table,
    throw,
)
from rules.position import Side
from tests.support.trictrac_positions import facing, roll, thrown

WHITE, RED = Side.WHITE, Side.RED


def acted(table: TrictracTable, players: dict[Side, TrictracPlayer], rng: Random) -> TrictracTable:
    assert table.awaited is not None
    player = players[table.awaited]
    match table.phase:
        case Phase.THROW:
            return throw(table, thrown(rng))
        case Phase.CLAIM:
            return claim(table, player.claims(table))
        case Phase.JUDGE:
            return judge(table, player.claims(table))
        case Phase.CONTEST:
            return contest(table, contested=False)
        case Phase.CHOOSE:
            return choose(table, player.chooses(table))
        case _:
            assert table.roll is not None
            chosen = player.choose_play(table.position, table.thrower, table.roll, 1)
            return play(table, chosen)


def game(seed: int, *, school: bool = False) -> list[TrictracTable]:
    rng = Random(seed)
    players = {side: TrictracPlayer(rng, attention=0.6) for side in Side}
    tables = [set_table(WHITE, school=school)]
    while tables[-1].phase is not Phase.OVER:
        tables.append(acted(tables[-1], players, rng))
    return tables


def test_games_of_two_players_end_and_fill_jans() -> None:
    player: Player = TrictracPlayer(Random(1))
    assert not player.resigns(facing("24:15"), WHITE, cube=None)  # type: ignore[arg-type]
    figures = {mark.figure for table in game(0) for mark in table.marks}
    assert figures >= {Figure.GRAND_JAN_FILLED, Figure.GRAND_JAN_CONSERVED, Figure.COIN_BEATEN}


def test_a_game_in_school_mode_ends_and_sees_ecoles() -> None:
    tables = game(3, school=True)
    assert tables[-1].winner is not None
    assert any(table.late for table in tables)


def test_equal_seeds_play_equal_games() -> None:
    assert game(4)[-1] == game(4)[-1]


def test_a_player_beats_chance() -> None:
    won = []
    for seed in range(2):
        rng = Random(seed)
        player, chance = TrictracPlayer(rng), RandomPlayer(TRICTRAC, rng)
        table = set_table(RED)
        while table.phase is not Phase.OVER:
            if table.phase is Phase.PLAY:
                assert table.roll is not None
                who = player if table.thrower is WHITE else chance
                table = play(table, who.choose_play(table.position, table.thrower, table.roll, 1))
            else:
                table = acted(table, dict.fromkeys(Side, player), rng)
        won.append(table.winner)
    assert won == [WHITE] * 2


def test_a_player_keeps_a_good_position_and_leaves_a_bad_one() -> None:
    player = TrictracPlayer(Random(1), noise=0)
    full = "20:3 18:2 17:2 16:2 15:2 14:2 13:2"
    for own, other, choice in [(full, "24:15", HoleChoice.HOLD), ("24:14 14", full, HoleChoice.GO)]:
        position = facing(own, other)
        table = TrictracTable(position, WHITE, phase=Phase.CHOOSE)
        assert player.chooses(table) is choice


def test_a_player_chooses_a_legal_play() -> None:
    table = throw(set_table(RED), roll("6-5"))
    assert table.roll is not None
    assert TrictracPlayer(Random(2)).choose_play(table.position, RED, table.roll, 1) in legal_plays(
        table
    )
