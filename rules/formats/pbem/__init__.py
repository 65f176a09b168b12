"""A knockout by messages, its games played elsewhere turn by turn (PBeM; rulings 21 to 23)."""
