"""The public's pages of tournaments: how each goes on, its teams and people, what was played."""
