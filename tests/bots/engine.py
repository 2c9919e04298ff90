"""A bot in another process, for the tests; its argument says in which way it fails."""

import json
import sys
import time

way = sys.argv[1] if len(sys.argv) > 1 else ""
for line in sys.stdin:
    said = json.loads(line)
    answer = {"id": said.get("id")}
    match said["do"]:
        case "hello":
            answer |= {"name": "engine", "version": "7", "wants": ["legal"]}
            print(end="\ufeff" if way == "marked" else "")
        case "ask":
            match way:
                case "deaf":
                    time.sleep(60)
                case "floods":
                    while True:
                        print('{"id": -1}', flush=True)
                case "grumbles":
                    sys.stderr.write("x" * 3_000_000)
                case "dies":
                    sys.exit("no more")
                case "garbage":
                    print("{", flush=True)
                    continue
                case "silent":
                    continue
                case "other":
                    print('{"answer": 1}', flush=True)
                    continue
                case "long":
                    print(" " * (1 << 21), flush=True)
                    continue
            answer["pick"] = -1 if way == "pick" else said["seed"] % len(said["legal"])
        case "see":
            for _ in range(10 if way == "hoards" else 0):
                print(" " * 1_000_000, flush=True)
            continue
        case "bye":
            break
    print(json.dumps(answer), flush=True)
