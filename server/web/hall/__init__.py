"""The hall's pages for its operators, and the frames that open pages are sent."""
