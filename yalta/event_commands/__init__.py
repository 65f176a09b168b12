"""`yalta event …`: what is done to tournaments by commands, a module a subject."""
