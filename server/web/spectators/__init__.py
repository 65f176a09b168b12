"""The public's pages and feed."""
