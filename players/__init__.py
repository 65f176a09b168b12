"""Computer players, which choose plays and turn the cube: from random ones to GNU Backgammon."""
