"""Screens that lie over the app for a moment: help, a list to choose from, a number to type."""

from .opening import open_dialog

__all__ = ["open_dialog"]
