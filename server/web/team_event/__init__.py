"""The stages of a team event: their orders, and the director's and public pages."""
