"""Luck of the dice in a game, judged by an evaluation of positions.

The luck of a roll is the value of its best play less the mean value of the best plays of all rolls,
for the side that threw. Source: GNU Backgammon manual, "Analysing the luck". Here the value is also
computed in the unit of the score (our choice), because luck in points would remove only half of the
luck in IMP.
"""
