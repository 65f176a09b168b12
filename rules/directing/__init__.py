"""What the director answers, rules and takes back beside the stages; when results are final."""
