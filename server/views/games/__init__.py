"""Games that a reader of public pages steps through, one play after another."""
