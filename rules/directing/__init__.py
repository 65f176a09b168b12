"""Work of the director: announcements, calls, cases, queries, and when results are final."""
