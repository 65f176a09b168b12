"""Writers of forms, with a module for each kind of file; equal forms give equal bytes."""
