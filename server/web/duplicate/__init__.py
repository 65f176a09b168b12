"""What duplicate is."""
