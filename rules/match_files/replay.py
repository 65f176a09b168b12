"""Replay of a match file by the rules of backgammon and of match play (ruling 17).

An illegal play is reported once and then applied as written if the checkers allow it, because the
game at the table went on from there. If the checkers do not allow it, the rest of the game is not
checked. `game_replay.printed_result` judges the results that a file prints.
"""

from dataclasses import replace

from rules.match_files.game_replay import GameReplay, printed_result
from rules.match_files.mat_text import GameText, MatchText
from rules.match_files.record import (
    Findings,
    GameRecord,
    IllegalEntry,
    MatchRecord,
    Note,
    ResultError,
    SetUp,
)
from rules.match_play.state import MONEY, MatchScore


def replay(match: MatchText) -> Findings:
    """Check every game of a match and return all findings.

    Errors in the match are findings; no error is raised for them.
    """
    return _MatchReplay(match).findings()


class _MatchReplay:
    """The replay of the games of a match; it has the score by the rules after each game."""

    def __init__(self, match: MatchText) -> None:
        self._match = match
        self._crawford = _header(match, "crawford") != "off"
        self._jacoby = match.length == MONEY and _header(match, "jacoby") == "on"
        self._illegal: list[IllegalEntry] = []
        self._errors: list[ResultError] = []
        self._notes: list[Note] = list(match.notes)
        self._records: list[GameRecord] = []
        self._plays = 0

    def findings(self) -> Findings:
        first = self._match.games[0].score or (0, 0)
        score = MatchScore(self._match.length, *first)
        for text in self._match.games:
            score = self._game(text, score)
        white, red = self._match.players
        record = MatchRecord(
            self._match.length,
            white,
            red,
            tuple(self._records),
            dict(self._match.headers),
            self._crawford,
        )
        return Findings(
            len(self._match.games),
            self._plays,
            tuple(self._illegal),
            tuple(self._errors),
            (score.white, score.red),
            record,
            tuple(sorted(self._notes, key=lambda note: note.line)),
        )

    def _game(self, text: GameText, score: MatchScore) -> MatchScore:
        score = self._as_printed(text, score)
        games = [self._entered(text, score, set_up) for set_up in text.set_ups or (None,)]
        game = min(games, key=lambda each: len(each.illegal))
        result = printed_result(text, game, score)
        winner, points = result.winner, result.points
        self._plays += game.plays
        self._illegal += game.illegal
        self._errors += result.errors
        self._notes += [*game.notes, *result.notes]
        ending = game.ending(points) if winner is not None else None
        record = GameRecord(
            text.number, score, game.actions(), winner, points, ending, game.set_up, text.told
        )
        self._records.append(record)
        return score if winner is None else score.after(winner, points)

    def _entered(self, text: GameText, score: MatchScore, set_up: SetUp | None) -> GameReplay:
        game = GameReplay(text, score, set_up, jacoby=self._jacoby)
        for entry in text.entries:
            game.enter(entry)
        game.end()
        return game

    def _as_printed(self, text: GameText, score: MatchScore) -> MatchScore:
        if not self._crawford:
            score = replace(score, crawford=False)
        if text.score in (None, (score.white, score.red)):
            return score
        if self._match.length == MONEY and text.score == (0, 0):
            why = "the session's score is not carried on"
            self._notes.append(Note(text.number, text.line, why))
            return score
        printed, made = f"{text.score[0]}-{text.score[1]}", f"{score.white}-{score.red}"
        if self._records and self._records[-1].winner is not None:
            why = f"score {printed} is printed; the games before make {made}"
            self._errors.append(ResultError(text.number, text.line, why))
        return replace(score, white=text.score[0], red=text.score[1])


def _header(match: MatchText, key: str) -> str:
    values = {name.lower(): value for name, value in match.headers.items()}
    return values.get(key, "").strip().lower()
