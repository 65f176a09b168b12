"""How much a page weighs and how soon a spectator sees what is stored."""
