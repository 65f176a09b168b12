"""Matches that people played and transcribed, said again to the table act by act (ruling 17)."""

from rules.dice import Roll
from rules.games.backgammon import BACKGAMMON
from rules.match_files.mat_reader import decoded, read_mat
from rules.match_files.record import Double, Drop, GameRecord, MatchRecord, Take, Throw
from rules.match_files.replay import replay
from rules.match_play.state import results
from rules.position import Side
from rules.room import Ending, Room
from rules.tables import readings as rd
from tests.support.needs import transcribed_matches
from tests.support.one_table import OneTable

_RESIGNED = {Ending.RESIGNED, Ending.RESIGNED_GAMMON, Ending.RESIGNED_BACKGAMMON}


def test_transcribed_matches_have_their_files_scores_and_crawford_games_at_the_table() -> None:
    crawford_games = 0
    for path in sorted(each for each in transcribed_matches().iterdir() if each.is_file()):
        findings = replay(read_mat(decoded(path.read_bytes())))
        table = played_again(findings.record)
        scored = results(table.state)
        assert [(line.before.white, line.before.red, line.before.crawford) for line in scored] == [
            (game.score.white, game.score.red, game.score.crawford)
            for game in findings.record.games
        ], path.name
        assert (table.state.score.white, table.state.score.red) == findings.score, path.name
        assert table.state.over is (max(findings.score) >= findings.record.length)
        crawford_games += sum(line.before.crawford for line in scored)
    assert crawford_games >= 2


def played_again(match: MatchRecord) -> OneTable:
    table = OneTable.seated(BACKGAMMON, match.length)
    for game in match.games:
        play(table, game)
        assert table.state.result is not None
        for side in Side:
            table.say(rd.ResultAgreed(**table.at, room=Room.OPEN, side=side))
    return table


def play(table: OneTable, game: GameRecord) -> None:
    """The game's actions as they were written down; what is left to a resignation is resigned."""
    for action in game.actions:
        current = table.state.open.current
        at = {**table.at, "room": Room.OPEN, "side": action.side}
        turn = current.turn if current else 1
        match action:
            case Throw():
                side = action.side if current else None
                dice = action.roll if current else opening(action)
                table.say(table.throw(side, turn, dice))
                if action.play is not None:
                    lying = BACKGAMMON.apply(table.state.open.position, action.side, action.play)
                    table.say(rd.PlayFinished(**at, turn=turn, position=lying))
            case Double():
                table.say(rd.Doubled(**at, turn=turn))
            case Take() | Drop():
                taken = isinstance(action, Take)
                table.say(rd.DoubleAnswered(**at, turn=turn, taken=taken))
    if game.ending in _RESIGNED and game.winner is not None:
        assert table.state.open.current is not None
        at = {**table.at, "room": Room.OPEN, "turn": table.state.open.current.turn}
        table.say(rd.ResignationMade(**at, side=game.winner.opponent, ending=game.ending))
        table.say(rd.ResignationAnswered(**at, side=game.winner, accepted=True))


def opening(throw: Throw) -> Roll:
    """White's die first: whoever began threw the higher one (ruling 6)."""
    low, high = sorted((throw.roll.first, throw.roll.second))
    return Roll(high, low) if throw.side is Side.WHITE else Roll(low, high)
