"""The rules of Grand Trictrac (rulings 24 to 26).

Sources: Trictrac (Grand Trictrac) at Backgammon Galore, which prevails where it is explicit;
otherwise Malfilâtre, Laws of Trictrac (2013), cited by article. Questions that these texts leave
open are decided in docs/trictrac.md.

A program plays a game with the functions of rules.games.trictrac.table. `set_table(first)` returns
the table; `first` is the side that threw the higher die. The opening throw is not played: the first
roll is a new one. Every later action is a function that returns the next table, so the table can be
computed again from the stored actions:

- `throw(table, roll)`: the dice. Store the roll. `table.marks` are the points of the throw.
- `choose(table, choice)`: needed if `phase` is CHOOSE. Store the side and its choice. After GO all
  checkers are back on their talons, and the same side throws again as its next turn.
- `play(table, play)`: store the play, even an empty one if nothing can be played: the opponent's
  points are marked by this action. If the last checker is borne off, both sides' checkers go back
  to their talons.
- `claim`, `judge` and `contest`: only in school mode. Store the side and the number.

`table.phase` is the next action, `table.awaited` the side that makes it, and `table.winner` is set
when the game is over. `table.marks` are what the throw is worth, figure by figure, and
`table.markings` are the points that were then added to a side's score. Both follow from the
actions; store them beside the roll as well if a record must stay readable after these rules are
corrected. For pegs and tokens, `Score.of(side)` has the trous, the points and the token's triangle.
`Score.tokens(side)` is 2 for a side whose points began after the opponent's and can still make a
trou bredouille.
"""
