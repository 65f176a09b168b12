"""Knockouts: their orders from the API and from forms, and their pages."""
