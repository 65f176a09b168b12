"""The rules of play and scoring as pure functions of values: no clock, no chance, no I/O."""
