"""The product's words: its languages, and what each text is called in them."""
