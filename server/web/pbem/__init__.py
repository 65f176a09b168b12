"""Knockouts that are played by messages: the API for messages, and the organiser's page and
orders."""
