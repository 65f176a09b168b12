"""TTT, the Tric Trac Tourney: everybody meets everybody once in cubeless one-point games.

Source: "What is a TTT?" (The Backgammon Live in London Prize TTTs, playBunny; original format by
MikeMadMonk) and rulings 18 to 20. Yalta does not host play turn by turn: the games are played at
boards or on other servers. The id of a match is its number on the server where it is played.
"""
