"""Games that were continued on paper."""
