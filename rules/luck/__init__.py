"""Luck of the dice in a game, judged by an evaluation of positions.

A roll's luck is the value after its best play less the mean of that over all rolls, for the side
that threw. Source: GNU Backgammon manual, "Analysing the luck"; here the value is in the unit of
the score as well (ours): points' luck taken from IMP would leave half of it.
"""
