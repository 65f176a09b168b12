"""A lesson in marking Grand Trictrac: a game against the simulated player, as a dialogue of lines.

The package has no side effects: a `Lesson` and a typed line give a `Reply` with the next lesson and
the lines to print. Dice and the opponent's mistakes follow from the lesson's seed, so equal lines
give an equal game. Start with `dialogue.begin`, and call `dialogue.answer` until `Lesson.is_over`.
`dialogue.prompt` is the question to ask before each line, `dialogue.farewell` the reply when no
more lines come.

Sources: rulings 24 to 26 and docs/trictrac.md, whose rules are in rules.games.trictrac; school mode
is ruling 26.
"""
