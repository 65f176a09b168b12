"""Writers of forms, a module for each kind of file; the same form gives the same bytes."""
