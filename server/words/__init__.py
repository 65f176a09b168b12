"""The languages of the pages, and all texts in each of them."""
