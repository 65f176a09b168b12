"""Position sheets and roll slips, by which a match is continued on paper."""
