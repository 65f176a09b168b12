"""Knockouts: their orders by API and forms, the director's page."""
