"""The hall's pages, those of each match for who serves it, and their live parts."""
