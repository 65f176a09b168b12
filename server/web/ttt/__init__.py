"""TTTs: their orders from the API and from forms, the director's pages, and a player's own page."""
