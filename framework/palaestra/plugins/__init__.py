"""Installed plugins: finding them, loading them one by one, and what they may register."""

from palaestra.plugins.manager import Plugins, PluginStatus, installed_plugins, load_plugins

__all__ = ["PluginStatus", "Plugins", "installed_plugins", "load_plugins"]
