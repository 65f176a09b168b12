"""Players who sit at simulated boards: from chance to GNU Backgammon."""
