"""A server's end that tests, point by point, if a board follows the wire's protocol."""
