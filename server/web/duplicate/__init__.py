"""The page that explains duplicate."""
