"""Games that went on on paper."""
