"""Whether phones reach this server: a page that tests it, and says what may keep them out."""
