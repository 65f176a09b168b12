"""Players that choose plays and turn the cube without a person: from random to GNU Backgammon."""
