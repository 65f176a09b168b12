"""The link: numbering, acknowledgement, retransmission and resumption over any transport."""
