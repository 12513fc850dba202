#!/usr/bin/env python3
"""Writes an audit file of N rows in the mixture of a sample: every sample row, with its numbers moved a little, in turn.

    make_audit_file.py N [SAMPLE.csv] > numbers.csv

Orders that are integers stay integers (those are what accountants ask for); everything is drawn from a fixed seed.
"""
import csv
import json
import random
import sys


def moved(random_, x):
    return float(f"{x * random_.uniform(0.9, 1.1):.4g}")


def main():
    count = int(sys.argv[1])
    sample = sys.argv[2] if len(sys.argv) > 2 else "examples/audit-sample.csv"
    with open(sample, newline="") as file:
        rows = list(csv.DictReader(file))
    random_ = random.Random(1)
    out = csv.DictWriter(sys.stdout, rows[0].keys(), lineterminator="\n")
    out.writeheader()
    for i in range(count):
        row = dict(rows[i % len(rows)])
        parameters = json.loads(row["parameters"])
        if "p_truth" not in parameters and "noise" not in parameters:
            for key in parameters:
                if key in ("sigma", "eps", "epsilon", "b"):
                    parameters[key] = moved(random_, parameters[key])
                elif key == "q" and parameters[key] < 0.9:
                    parameters[key] = moved(random_, parameters[key])
        else:
            key = "p_truth" if "p_truth" in parameters else "noise"
            parameters[key] = min(1.0, max(0.0, parameters[key] * random_.uniform(0.999, 1)))
        row["parameters"] = json.dumps(parameters)
        out.writerow(row)


main()
