"""The link: numbers, acknowledgement, retransmission and resumption over any transport."""
