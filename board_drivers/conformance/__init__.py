"""Whether a board keeps to the wire: a server's end that tries it, point by point."""
