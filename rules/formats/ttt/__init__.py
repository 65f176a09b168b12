"""TTT, the Tric Trac Tourney: everybody meets everybody once in cubeless one-point games.

Source: "What is a TTT?" (The Backgammon Live in London Prize TTTs, playBunny; original format by
MikeMadMonk) and rulings 18 to 20. Yalta hosts no turn-based play: games are played at boards or
elsewhere, and matches have the id given where they are played.
"""
