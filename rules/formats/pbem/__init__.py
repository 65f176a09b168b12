"""Knockouts by messages: the games are played elsewhere, turn by turn (PBeM; rulings 21 to 23)."""
