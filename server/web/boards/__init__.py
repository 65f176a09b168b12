"""The websockets of boards, and the page of boards with their keys."""
