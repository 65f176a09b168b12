"""`yalta print` and the sources of its forms."""
