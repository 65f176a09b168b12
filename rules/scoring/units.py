"""The three units of a match score; never mixed, so each is a type of its own.

Fair Backgammon Duplicated Team Tournament (Garal, 2008), scoring steps 2, 3 and 5.
"""

from typing import NewType

Smp = NewType("Smp", int)
"""Small match points of one result, counted for its winner: always a multiple of ten."""

Imp = NewType("Imp", int)
"""International match points: of one result for its winner, or a sum or a difference of them."""

Vp = NewType("Vp", int)
"""Victory points of one team for a whole match, 0 to 30."""
