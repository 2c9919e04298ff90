"""A bot that speaks the protocol itself, wrongly in the way that its argument names; else it answers with pick 0."""

import json
import os
import sys
import time

WAY, *MORE = sys.argv[1:]
HELLO = {"name": "first", "version": "0", "wants": ["legal"]}
HELLOS = {
    "name_of_commas": {"name": "a,b"},
    "name_of_escapes": {"name": "\x1b[2J"},
    "name_of_lines": {"name": "a\nb"},
    "name_of_surrogates": {"name": "a\ud800"},
    "name_of_bidi": {"name": "\u202eabc"},
    "name_of_10000": {"name": "x" * 10_000},
    "name_empty": {"name": ""},
    "name_a_number": {"name": 7},
    "name_none": {"name": None},
    "version_a_list": {"version": [1]},
    "version_of_colons": {"version": "1:2@3"},
    "wants_a_number": {"wants": 1},
    "wants_text": {"wants": "legal"},
    "hello_of_errors": {"error": "\x1b[2J\ud800" + "x" * 100_000},
    "hello_of_an_array": {"error": [["x"]]},
}
"""The name and version that are given in answer to hello."""
RAW = {
    "hello_deep": "[" * 100_000,
    "hello_garbage": "{",
    "hello_array": "[]",
    "hello_text": '"first"',
    "hello_long": " " * (2 << 20),
    "hello_nothing": "{}",
}
"""Lines in place of the hello."""
HARMLESS_WANTS = {
    "wants_of_wrong_types": [1, None, {}, [], "legal"],
    "wants_unknown": ["legal", "seed", "bag", "racks"],
    "wants_thrice": ["legal", "legal", "legal"],
}
ANSWERS = {
    "deep": "[" * 100_000 + "]" * 100_000,
    "deep_open": '{"a":' * 100_000,
    "deep_in_answer": '{"id":%d,"answer":' + "[" * 100_000 + "]" * 100_000 + "}",
    "deep_31": '{"id":%d,"answer":' + "[" * 31 + "]" * 31 + "}",
    "digits_4000": '{"id":%d,"answer":' + "9" * 4000 + "}",
    "digits_100000": '{"id":%d,"answer":' + "9" * 100_000 + "}",
    "pick_of_digits": '{"id":%d,"pick":' + "9" * 4000 + "}",
    "exponent": '{"id":%d,"answer":1e999999}',
    "nan": '{"id":%d,"answer":NaN}',
    "infinity": '{"id":%d,"answer":-Infinity}',
    "float_id": '{"id":%d.0,"pick":0}',
    "huge_id": '{"id":1000000000000000000000000%d,"pick":0}',
    "text_id": '{"id":"%d","pick":0}',
    "wrong_id": '{"id":-%d,"pick":0}',
    "true_id": '{"id":true,"pick":0}',
    "null_id": '{"id":null,"pick":0}',
    "no_id": '{"pick":0}',
    "pick_true": '{"id":%d,"pick":true}',
    "pick_negative": '{"id":%d,"pick":-1}',
    "pick_a_list": '{"id":%d,"pick":[0]}',
    "error": '{"id":%d,"error":"\\u001b[2J\\ud800 %s {0}"}',
    "error_of_a_megabyte": '{"id":%d,"error":"' + "x" * 1_000_000 + '"}',
    "error_false": '{"id":%d,"error":false}',
    "text_of_a_megabyte": '{"id":%d,"answer":"' + "x" * 1_000_000 + '"}',
    "many_values": '{"id":%d,"answer":[' + "0," * 400_000 + "0]}",
    "long": '{"id":%d,"answer":"' + "x" * (2 << 20) + '"}',
    "surrogates": '{"id":%d,"answer":{"\\ud800":"\\udfff"}}',
    "controls": '{"id":%d,"answer":"\\u0000\\u001b\\u202e\\u2028"}',
    "raw_controls": '{"id":%d,"answer":"\x00\x1b[2J"}',
    "keys_twice": '{"id":%d,"pick":5,"answer":1,"pick":0,"id":%d}',
    "need_garbage": '{"id":%d,"need":"seed"}',
    "need_a_list": '{"id":%d,"need":["legal"]}',
    "empty": "",
}
"""Lines in place of the answer; %d is the number of the question."""
NEEDS = {
    "need_mask_garbage": {"need": "mask", "begun": {"a": 1}},
    "need_mask_of_digits": {"need": "mask", "begun": [int("9" * 4000)]},
    "need_mask_negative": {"need": "mask", "begun": [-1, -1]},
    "need_mask_text": {"need": "mask", "begun": "x"},
    "need_mask_number": {"need": "mask", "begun": 5},
    "need_thought_unknown": {"need": "thought", "strategy": "nowhere", "seed": 1},
    "need_thought_of_nothing": {"need": "thought"},
    "need_thought_of_a_list": {"need": "thought", "strategy": ["simple"], "seed": []},
    "need_thought_seed": {"need": "thought", "strategy": "random", "seed": -1},
    "need_thought_seed_of_digits": {"need": "thought", "strategy": "random", "seed": int("9" * 4000)},
    "need_thought_of_options": {"need": "thought", "strategy": "lookahead?tries=1e300&candidates=nan", "seed": 1},
    "need_thought_costly": {"need": "thought", "strategy": "lookahead?tries=200&candidates=40", "seed": 1},
}
"""What is asked once at each question, before a right answer."""


def say(text: str) -> None:
    """Write a line."""
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def flood(text: bytes) -> None:
    """Write it for ever."""
    while True:
        os.write(1, text)


def greet(number: int) -> None:
    """Say hello."""
    if WAY == "hello_never":
        time.sleep(1000.0)
    if WAY == "hello_exits":
        sys.exit(0)
    if WAY == "hello_closes":
        os.close(1)
        time.sleep(1000.0)
    if WAY == "hello_floods":
        flood(b"{}\n" * 1000)
    if WAY == "hello_of_another":
        say(json.dumps({"id": number + 1, **HELLO}))
        time.sleep(1000.0)
    if WAY in RAW:
        say(RAW[WAY])
        time.sleep(1000.0)
    wants = {"wants": HARMLESS_WANTS[WAY]} if WAY in HARMLESS_WANTS else {}
    say(json.dumps({"id": number, **HELLO, **wants, **HELLOS.get(WAY, {})}))


def answer(number: int, nth: int) -> None:
    """Answer a question."""
    right = json.dumps({"id": number, "pick": 0})
    if WAY in ANSWERS:
        say(ANSWERS[WAY].replace("%d", str(number)))
        return
    if WAY in NEEDS:
        say(json.dumps({"id": number, **NEEDS[WAY]}))
        sys.stdin.readline()
    elif WAY == "needs_for_ever":
        while True:
            say(json.dumps({"id": number, "need": "legal"}))
    elif WAY == "half_a_line":
        sys.stdout.write(right[:5])
        sys.stdout.flush()
        time.sleep(1000.0)
    elif WAY == "drips":
        for sign in right * 100:
            sys.stdout.write(sign)
            sys.stdout.flush()
            time.sleep(0.05)
    elif WAY == "floods":
        flood(b"x" * 4096)
    elif WAY == "floods_lines":
        flood(b'{"id":-1}\n' * 400)
    elif WAY == "closes_stdout":
        os.close(1)
        time.sleep(1000.0)
    elif WAY == "closes_stdin":
        os.close(0)
        say(right)
        time.sleep(1000.0)
    elif WAY == "invalid_bytes":
        os.write(1, b"\xff\xfe\x80\n")
        return
    elif WAY == "twice":
        say(right)
    elif WAY == "ahead":
        # The next question has this number.
        say(right)
        say(json.dumps({"id": number + 1, "pick": 0}))
        return
    elif WAY == "late_once" and nth == 1:
        time.sleep(1.5)
    elif WAY == "next_s_garbage":
        say(json.dumps({"id": number, "pick": 0, "next_s": ["soon", {}]}))
        return
    elif WAY == "kills_group":
        os.killpg(0, 9)
    say(right)


asked = 0
for line in sys.stdin:
    said = json.loads(line)
    if WAY == "notes":
        with open(MORE[0], "a") as file:  # noqa: PTH123 - quick to start
            file.write(line)
    if said["do"] == "hello":
        greet(said["id"])
    elif said["do"] == "new":
        say(json.dumps({"id": said["id"]}))
    elif said["do"] == "ask":
        asked += 1
        answer(said["id"], asked)
    elif said["do"] == "bye":
        if WAY == "never_leaves":
            time.sleep(1000.0)
        break
