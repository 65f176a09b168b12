"""The texts, values and printed forms of matches, tournaments, people and boards, by subject.

Pages, the API, paper and the command line all show these.
"""
