"""What a file prints as a game's result, held against what its play makes of it (ruling 27).

Some sites print no more points than the match needed, some the match's length; a match given up
is worth what its winner lacked. Such a *capped* result is noted, not an error.
"""

from dataclasses import dataclass

from rules.match_files.cube_replay import player
from rules.match_files.findings import Note, ResultError
from rules.match_files.game_replay import GameReplay
from rules.match_files.mat_text import GameText, Wins
from rules.match_play.score import MatchScore
from rules.side import Side


@dataclass(frozen=True, slots=True)
class PrintedResult:
    """The winner and his points as printed, where they are; what the play says else."""

    winner: Side | None
    points: int
    errors: tuple[ResultError, ...] = ()
    notes: tuple[Note, ...] = ()


def printed_result(text: GameText, game: GameReplay, score: MatchScore) -> PrintedResult:
    """The result of a game replayed to its end, `score` being the one before it."""
    made, wins = game.result(), text.wins
    if wins is None:
        winner, points = made or (None, 0)
        return PrintedResult(winner, points)
    winner = _winner(game, wins)
    errors = [ResultError(text.number, line, why) for line, why in _others(text, wins)]
    notes = []
    if winner is not wins.side and not wins.loose:
        notes.append("the result stands in the other player's column")
    if text.told is not None:
        notes.append(f"the result is {text.told.value}; the play need not make it")
    elif not game.lost_track:
        why, note = _judged(game, winner, wins.points, score)
        errors += [ResultError(text.number, wins.line, why)] * bool(why)
        notes += [note] * bool(note)
    noted = tuple(Note(text.number, wins.line, note) for note in notes)
    return PrintedResult(winner, wins.points, tuple(errors), noted)


def _winner(game: GameReplay, wins: Wins) -> Side:
    """Behind the last play a result stands in whichever cell is free: then the play says who."""
    made = game.result()
    behind_the_play = wins.line == game.last_line and made is not None and made[1] == wins.points
    if made is not None and (wins.loose or behind_the_play):
        return made[0]
    if wins.loose and game.gave_up is not None:
        return game.gave_up.opponent
    return wins.side


def _others(text: GameText, wins: Wins) -> list[tuple[int, str]]:
    """Lines whose result contradicts the one that counts."""
    found = []
    for other in text.results[1:]:
        if other.points != wins.points:
            why = f"{other.points} is printed here and {wins.points} in line {wins.line}"
            found.append((other.line, why))
        elif other.by_winner and other.side is not wins.side and not (other.loose or wins.loose):
            found.append((other.line, "both players are printed as the winner"))
    return found


def _judged(game: GameReplay, winner: Side, won: int, score: MatchScore) -> tuple[str, str]:
    """Why a printed result cannot be, and what there is to note of one that can."""
    made = game.result()
    if made is not None:
        if (winner, won) == made:
            return "", ""
        capped = _capped(winner, won, score) if winner is made[0] and won < made[1] else ""
        if capped:
            return "", f"{player(winner)} wins {made[1]}; {won} is printed, {capped}"
        single = winner is made[0] and won == game.worth_given_up(winner.opponent)[0]
        jacoby = ", as under the Jacoby rule" * (single and won < made[1] and not game.cube_turned)
        return f"{player(made[0])} wins {made[1]}; {player(winner)} {won} is printed{jacoby}", ""
    worth = game.worth_given_up(winner.opponent)
    if won in worth:
        return "", ""
    if capped := _capped(winner, won, score):
        return "", f"{player(winner.opponent)} gave up; {won} is printed, {capped}"
    allowed = " or ".join(str(value) for value in worth)
    return f"a game given up at cube {worth[0]} is worth {allowed}; {won} is printed", ""


def _capped(winner: Side, won: int, score: MatchScore) -> str:
    """Which figure of the match stands for the game's, empty for neither."""
    needed = score.needs(winner)
    if needed and won == needed:
        return "the points the match still needed"
    return "the length of the match" if needed and won == score.length else ""
