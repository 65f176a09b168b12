"""Grand Trictrac as pure rules (rulings 24 to 26).

Sources: Trictrac (Grand Trictrac) at Backgammon Galore, which prevails where it is explicit; where
it is silent, Malfilâtre, Laws of Trictrac (2013), by article. What the texts leave open is decided
in docs/trictrac.md.

How a state machine plays a game, with the functions of rules.games.trictrac.table:
`set_table(first)` returns the table, `first` being the side that threw the higher die; that opening
throw is not played, the first roll is a new one. Then every action is a function from table to
table, and the fold over the stored actions is the live state:

- `throw(table, roll)`: the dice. Store the roll. `table.marks` are its points.
- `choose(table, choice)`: asked when `phase` is CHOOSE. Store the side and its choice. After GO the
  same side throws again, which is its next turn: all checkers are back on their talons.
- `play(table, play)`: store the play, empty when nothing can be played. Never skip it: the
  opponent's points are marked by it. A last checker off sets both sides' checkers back as well.
- School mode only: `claim`, `judge`, `contest`. Store the side and the number.

`table.phase` and `table.awaited` are the next action and its side, `table.winner` is set when the
game is over. Marks and markings follow from the actions; store them beside the roll as well where a
record must stay readable after these rules have been corrected. Pegs and tokens: `Score.of(side)`
has trous, points and the token's triangle, `Score.tokens(side)` is 2 for bredouille in second.
"""
