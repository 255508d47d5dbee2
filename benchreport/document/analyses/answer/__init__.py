"""Analyses of page one: leads in words, the answer on several datasets and on one, what to read with care."""
