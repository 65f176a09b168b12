"""Knockouts by messages: messages over the API, the organiser's page and orders."""
