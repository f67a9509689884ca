"""The table of applications: what is tried, and how each is used."""

from . import gtk3

APPLICATIONS = [*gtk3.APPLICATIONS]
