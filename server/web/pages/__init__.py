"""What all pages share: frame, navigation, forms' errors, lists in parts, words of a table."""
