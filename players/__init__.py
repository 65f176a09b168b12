"""Players who choose plays and turn the cube by themselves: from chance to GNU Backgammon."""
