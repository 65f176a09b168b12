"""Games that a reader steps through, one play after another."""
