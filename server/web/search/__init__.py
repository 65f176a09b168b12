"""The search page, and the pages that tell at which table somebody plays."""
