"""Attacks on a server: one function for each row of the table."""
