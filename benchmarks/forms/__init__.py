"""How long forms take, and what printing costs those who play."""
