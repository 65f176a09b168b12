"""Position sheets and roll slips on paper."""
