"""python3 read.py FILE...: every vector as id, quantity, and the bits of its binary64 ends. Tested."""
import json
import struct
import sys


def bits(text):
    return struct.pack(">d", float(text)).hex()


for path in sys.argv[1:]:
    with open(path, encoding="utf-8") as file:
        suite = json.load(file)
    if suite["schema"] != "hallmark-vectors-v1":
        sys.exit(f"{path}: unknown schema")
    for group in suite["testGroups"]:
        for test in group["tests"]:
            out = test["out"]  # lo64 <= true value <= hi64; lo and hi are the same ends with more digits
            print(test["id"], group["quantity"], bits(out["lo64"]), bits(out["hi64"]))
