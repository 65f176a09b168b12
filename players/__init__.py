"""Computer players, which choose plays and turn the cube: at random, by rough rules, or by nets."""
