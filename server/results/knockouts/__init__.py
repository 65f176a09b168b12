"""Knockouts of single players: how their matches stand, brackets as pages and forms have them."""
