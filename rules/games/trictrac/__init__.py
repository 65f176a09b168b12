"""Grand Trictrac as pure rules (rulings 24 to 26).

Sources: Trictrac (Grand Trictrac) at Backgammon Galore, which wins where it is explicit; where
it is silent, Malfilâtre, Laws of Trictrac (2013), by article. What the texts leave open is decided
in docs/trictrac.md.

How a state machine drives a game. `table.set_table(first)` gives the table, `first` being the side
that threw the higher die; that opening throw is not played, the first roll is a new one. Then every
action is a function from table to table, and the fold over the stored actions is the live state:

- `turn.throw(table, roll)`: the dice. Store the roll. `table.marks` says what it is worth.
- `turn.choose(table, Choice)`: asked when `phase` is CHOOSE. Store who chose what. After GO the
  same side throws again, which is its next turn: all checkers are back on their talons.
- `turn.play(table, play)`: store the play, empty when nothing can be played. Never skip it: the
  opponent's points are marked by it. A last checker off sets both sides' checkers back as well.
- School mode only: `school.claim`, `school.judge`, `school.contest`. Store the side and the number.

Ask `table.phase` and `table.awaited` what comes next and from whom, `table.winner` whether the game
is over. Marks and markings follow from the actions; store them beside the roll as well where a
record must stay readable after these rules have been mended. Pegs and tokens: `Score.of(side)`
gives trous, points and the token's triangle, `Score.tokens(side)` whether it is bredouille.
"""
