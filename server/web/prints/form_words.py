"""What the forms say that stands in the rules: marked here for the catalogues.

The rules know no languages; a test holds this list to them.
"""

from server.words.translation import N_

FORM_WORDS = (
    N_("provisional, unsigned"),
    N_("final by lapse of time"),
    N_("signed"),
    N_("O"),
    N_("C"),
    N_("tables: Garal, backgammon, 2005–2009"),
    N_("house table (tables: Garal, backgammon, 2005–2009)"),
    N_("Long gammon, house table: oin scores the checkers left, mars row 15; no cube."),
    N_("† Mars."),
    N_("Trous compared: house rule"),
    N_("† Resigned: the other side has its twelve trous."),
)
"""States of a record, letters of the rooms, what the scoring terms of each game say."""
