"""A lesson in marking Grand Trictrac: a game against the simulated player, as a dialogue of lines.

The package has no side effects: from a `Lesson` and a line that the learner has typed it makes a
`Reply` with the lesson's next state and the lines to print. Dice and the opponent's mistakes follow
from the lesson's seed, so the same seed and lines give the same game. Start with `dialogue.begin`,
and call `dialogue.answer` until `Lesson.is_over`. `dialogue.prompt` is the question to ask before
each line, `dialogue.farewell` the reply when no more lines come.

Sources: rulings 24 to 26 and docs/trictrac.md, whose rules are in rules.games.trictrac; school mode
is ruling 26.
"""
