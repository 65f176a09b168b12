"""Replays a match file by the rules of backgammon and of match play (ruling 17).

An illegal play is told once and then applied as written if the checkers allow, because the game
at the table went on from there; otherwise the rest of that game is not checked.
"""

from dataclasses import replace

from rules.match_files.findings import Findings, IllegalEntry, ResultError
from rules.match_files.game_replay import GameReplay
from rules.match_files.mat_text import GameText, MatchText
from rules.match_files.record import GameRecord, MatchRecord, SetUp
from rules.match_play.score import MatchScore
from rules.side import Side


def replay(match: MatchText) -> Findings:
    """Check every game of a match as read; nothing is raised, everything wrong is listed."""
    return _MatchReplay(match).findings()


class _MatchReplay:
    """Goes through the games with the score the rules make of them."""

    def __init__(self, match: MatchText) -> None:
        self._match = match
        self._crawford = match.headers.get("Crawford", "On").strip().lower() != "off"
        self._illegal: list[IllegalEntry] = []
        self._errors: list[ResultError] = []
        self._records: list[GameRecord] = []
        self._plays = 0

    def findings(self) -> Findings:
        first = self._match.games[0].score
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
        )

    def _game(self, text: GameText, score: MatchScore) -> MatchScore:
        score = self._as_printed(text, score)
        games = [_entered(text, score, set_up) for set_up in text.set_ups or (None,)]
        game = min(games, key=lambda each: len(each.illegal))
        winner, points = self._result(text, game, score)
        self._plays += game.plays
        self._illegal += game.illegal
        ending = game.ending(points) if winner is not None else None
        record = GameRecord(text.number, score, game.actions(), winner, points, ending, game.set_up)
        self._records.append(record)
        return score if winner is None else score.after(winner, points)

    def _as_printed(self, text: GameText, score: MatchScore) -> MatchScore:
        if not self._crawford:
            score = replace(score, crawford=False)
        if text.score == (score.white, score.red):
            return score
        printed, made = f"{text.score[0]}-{text.score[1]}", f"{score.white}-{score.red}"
        if self._records and self._records[-1].winner is not None:
            why = f"score {printed} is printed; the games before make {made}"
            self._errors.append(ResultError(text.number, text.line, why))
        return replace(score, white=text.score[0], red=text.score[1])

    def _result(
        self, text: GameText, game: GameReplay, score: MatchScore
    ) -> tuple[Side | None, int]:
        """The winner and his points as printed, where they are; what the rules say else."""
        wins = text.wins
        if wins is None:
            made = game.result()
            return made if made is not None else (None, 0)
        problem = game.problem_with(wins.side, wins.points, score.needs(wins.side))
        if problem:
            self._errors.append(ResultError(text.number, wins.line, problem))
        return wins.side, wins.points


def _entered(text: GameText, score: MatchScore, set_up: SetUp | None) -> GameReplay:
    game = GameReplay(text, score, set_up)
    for entry in text.entries:
        game.enter(entry)
    return game
