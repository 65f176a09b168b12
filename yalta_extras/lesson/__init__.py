"""Grand Trictrac against the simulated player, as a dialogue of lines, to learn to mark it.

Pure: a `Lesson` and a line give a `Reply`, the next lesson and the lines to print. Dice and the
opponent's slips follow from the lesson's seed, so equal lines give an equal game. Start with
`dialogue.begin`, continue with `dialogue.answer` until `Lesson.is_over`; `dialogue.prompt` is the
question to ask in between, `dialogue.farewell` the reply when no more lines come.

Sources: rulings 24 to 26 and docs/trictrac.md, as rules.games.trictrac has them; school mode is
ruling 26.
"""
