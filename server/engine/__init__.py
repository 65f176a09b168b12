"""GNU Backgammon as a supervised process, for adjudications (ruling 19, ADR 47)."""
