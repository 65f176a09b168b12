"""A TTT: its orders by API and forms, its director's pages, its players' own."""
