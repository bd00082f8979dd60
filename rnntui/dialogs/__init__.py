"""Screens that lie over the app for a moment: help, a list to choose from, a number to type."""

from .ask import AskNumber
from .demos import DemoList
from .help import HelpScreen
from .subscribers import SubscriberList

__all__ = ["AskNumber", "DemoList", "HelpScreen", "SubscriberList"]
