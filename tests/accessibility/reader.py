"""Reads a window as a screen reader does, through AT-SPI; for the system's Python, which has gi.

Arguments: a file for the answer, the names of dialogs separated by commas, and the command that
shows the window. The answer is JSON: the tree of the window and of each dialog, what had the focus
after keys, and what was announced.
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
from pathlib import Path

import gi

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi, GLib  # noqa: E402 (after its version is required)

SETTLED_SECONDS = 0.04
LONGEST_LIST = 25
"""Children of one list that are read: the rest of a thousand rows is like these."""
PATIENCE_SECONDS = 60.0
KEYS = ("Right", "Right", "Shift+Right", "1", "F6", "Down", "Esc", "Return")
STATES = ("focusable", "focused", "showing", "enabled", "editable", "checkable", "checked")


class Program:
    """The program that is read: it gets command lines and answers each."""

    def __init__(self, command):
        pipe = subprocess.PIPE
        self._process = subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True)
        self._process.stdout.readline()

    def send(self, line):
        self._process.stdin.write(f"{line}\n")
        self._process.stdin.flush()
        answer = self._process.stdout.readline()
        if not answer:
            sys.exit(f"The program ended at {line!r}.")
        settle()
        return json.loads(answer)

    def node(self):
        """Return the program's own node, once it is there."""
        end = time.monotonic() + PATIENCE_SECONDS
        while time.monotonic() < end:
            desktop = Atspi.get_desktop(0)
            for number in range(desktop.get_child_count()):
                node = desktop.get_child_at_index(number)
                if node is not None and node.get_process_id() == self._process.pid:
                    return node
            settle()
            time.sleep(0.05)
        sys.exit("The program does not appear on the bus of accessibility.")

    def end(self):
        self._process.stdin.close()
        self._process.wait(60)


def settle():
    """Let events arrive that are on the bus."""
    end = time.monotonic() + SETTLED_SECONDS
    while time.monotonic() < end:
        while GLib.MainContext.default().iteration(False):
            pass
        time.sleep(0.005)


def tree(node):
    """Return what can be read of a node and of all that is shown beneath it."""
    states = node.get_state_set()
    found = {
        "role": node.get_role_name(),
        "name": node.get_name() or "",
        "description": node.get_description() or "",
        "states": [s for s in STATES if states.contains(getattr(Atspi.StateType, s.upper()))],
    }
    relations = {relation.get_relation_type() for relation in node.get_relation_set()}
    found["labelled_by"] = Atspi.RelationType.LABELLED_BY in relations
    interfaces = node.get_interfaces()
    if "Component" in interfaces:
        box = node.get_extents(Atspi.CoordType.SCREEN)
        found["extents"] = [box.x, box.y, box.width, box.height]
    if "Value" in interfaces:
        found["value"] = [
            node.get_minimum_value(),
            node.get_current_value(),
            node.get_maximum_value(),
        ]
    if "Action" in interfaces:
        actions = node.get_action_iface()
        found["actions"] = [actions.get_action_name(n) for n in range(actions.get_n_actions())]
    children = [node.get_child_at_index(n) for n in range(min(shown_count(node), LONGEST_LIST))]
    found["children"] = [
        tree(child) for child in children if child is not None and is_showing(child)
    ]
    return found


def shown_count(node):
    # The layers of a menu bar are there while they are closed, too.
    return 0 if node.get_role_name() == "menu item" else node.get_child_count()


def is_showing(node):
    return node.get_state_set().contains(Atspi.StateType.SHOWING)


def windows(program):
    """Return the nodes of all windows of the program."""
    found = [program.get_child_at_index(n) for n in range(program.get_child_count())]
    return [node for node in found if node is not None and is_showing(node)]


def windows_left(program):
    """Return the nodes of the windows once there is only one, or when patience ends."""
    end = time.monotonic() + PATIENCE_SECONDS
    while len(left := windows(program)) > 1 and time.monotonic() < end:
        settle()
    return left


def find(node, role, name):
    """Return the first node of a role and name."""
    if node.get_role_name() == role and node.get_name() == name:
        return node
    for number in range(min(node.get_child_count(), LONGEST_LIST)):
        child = node.get_child_at_index(number)
        found = find(child, role, name) if child is not None else None
        if found is not None:
            return found
    return None


class EventLog:
    """A log of what was announced, and of what got the focus."""

    def __init__(self):
        self._events = []
        self._listener = Atspi.EventListener.new(self._record)
        for kind in (
            "object:announcement",
            "object:state-changed:focused",
            "object:selection-changed",
        ):
            self._listener.register(kind)

    def _record(self, event):
        if event.type.startswith("object:announcement"):
            self._events.append(["announcement", str(event.any_data)])
        elif event.type.startswith("object:selection-changed"):
            self._events.append(["selection", event.source.get_role_name()])
        elif event.detail1:
            self._events.append([event.source.get_role_name(), event.source.get_name()])

    def take(self):
        settle()
        taken, self._events = self._events, []
        return taken


def main(out, names, *command):
    Atspi.init()
    events = EventLog()
    program = Program(command)
    root = program.node()
    root.set_cache_mask(Atspi.Cache.NONE)
    (window,) = windows(root)
    answer = {"window": tree(window), "keys": [], "dialogs": {}}
    for key in KEYS:
        events.take()
        program.send(f"key {key}")
        answer["keys"].append([key, events.take()])
    program.send("say Something was done.")
    answer["said"] = events.take()
    for name in names.split(","):
        program.send(f"open {name}")
        there = [node for node in windows(root) if node.get_name() != window.get_name()]
        answer["dialogs"][name] = tree(there[0]) if there else None
        program.send("close")
    program.send("open about")
    (dialog,) = [node for node in windows(root) if node.get_role_name() == "dialog"]
    find(dialog, "push button", "Close").get_action_iface().do_action(0)
    answer["left"] = [node.get_role_name() for node in windows_left(root)]
    program.end()
    Path(out).write_text(json.dumps(answer), encoding="utf-8")


main(*sys.argv[1:])
