"""PBeM knockouts: the API for messages, and the organiser's page and orders."""
