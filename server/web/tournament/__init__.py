"""A tournament's pages: the director's, by which it is run, and the public's."""
