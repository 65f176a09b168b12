"""The hall's pages for operators, and the websockets that keep open pages up to date."""
