"""How long standings take, and the page that shows them."""
