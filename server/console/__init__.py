"""What people who run the hall are shown: pure views of matches, made for one visitor each."""
