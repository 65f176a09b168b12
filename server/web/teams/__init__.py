"""Teams: entering and changing them, by hand or from entry lists."""
