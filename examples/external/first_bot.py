#!/usr/bin/env python3
"""A complete agent that needs nothing but Python: plays the first legal action, by its words, in any game.

The protocol is that of docs/external-agents.md: one JSON object a line.
"""

import json
import sys


def main() -> None:
    """Answer until the game is over."""
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "hello":
            reply = {"type": "ready", "name": "first bot in Python", "version": "1"}
        elif message["type"] == "question":
            reply = {"type": "answer", "number": message["number"], "action": message["words"][0]}
        else:
            break
        print(json.dumps(reply), flush=True)


if __name__ == "__main__":
    main()
