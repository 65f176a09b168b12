"""Single-elimination knockouts: draws, brackets, lucky losers, winners (rulings 17 and 21)."""
