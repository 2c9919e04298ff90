"""A bot for `casual:!python3 engine.py`: YBP, version 1, in Python. It picks the legal answer that the seed names."""

import json
import sys

for line in sys.stdin:
    said = json.loads(line)
    answer = {"id": said.get("id")}
    if said["do"] == "hello":
        answer |= {"name": "engine-py", "version": "1", "wants": ["legal"]}
    elif said["do"] == "ask":
        answer["pick"] = said["seed"] % len(said["legal"])
    elif said["do"] == "bye":
        break
    elif said["do"] != "new":
        continue  # "see", and whatever a later version may say, wants no answer
    print(json.dumps(answer), flush=True)
