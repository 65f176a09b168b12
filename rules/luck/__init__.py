"""Luck of the dice in a game of backgammon, judged by an evaluation of positions.

The luck of a roll, for the side that threw, is the value of its best play less the mean value of
the best plays of all rolls. Source: GNU Backgammon manual, "Analysing the luck". Here the value is
also computed in the unit of the score (our choice), because luck in points would remove only half
of the luck in IMP.
"""
