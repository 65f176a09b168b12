"""`yalta print` and where it has its forms from."""
