"""Single elimination of players: draws, brackets, lucky losers, who goes on (rulings 17 and 21)."""
