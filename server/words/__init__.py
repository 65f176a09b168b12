"""The product's languages, and its texts in each of them."""
