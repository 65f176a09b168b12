"""PBeM knockouts: games are played by e-mail on another server, turn by turn (rulings 21 to 23)."""
