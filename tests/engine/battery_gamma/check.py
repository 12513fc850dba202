#!/usr/bin/env python3
"""Checks the expected verdicts of .claim files against mpmath point values at 80 digits.

For `# expect proved`: no violation at any of the sampled points. For `# expect refuted`: a violation at one of them.
A check of the expectations, not a proof. Usage: check.py FOLDER [POINTS]
"""
import itertools, pathlib, random, re, sys
import mpmath as mp

mp.mp.dps = 80
FUN = dict(exp=mp.exp, log=mp.log, log1p=mp.log1p, expm1=mp.expm1, sqrt=mp.sqrt, abs=abs, min=min, max=max, cosh=mp.cosh,
           sinh=mp.sinh, tanh=mp.tanh, lgamma=mp.loggamma, digamma=mp.digamma, trigamma=lambda x: mp.psi(1, x),
           polygamma=lambda k, x: mp.psi(int(k), x), erf=mp.erf, erfc=mp.erfc,
           normal_cdf=lambda x: mp.erfc(-x / mp.sqrt(2)) / 2, pi=mp.pi, mpf=mp.mpf)


def code(e):
    e = re.sub(r'(?<![\w.])(\d+\.?\d*(?:[eE][+-]?\d+)?)', r"mpf('\1')", e)
    return compile(e.replace('^', '**').strip(), '<claim>', 'eval')


def value(e):
    return eval(code(e), dict(FUN))


def spread(lo, hi, integer, n, rng):
    """Ends, simple values, and log-uniform distances from both ends."""
    out = set()
    for k in range(n):
        d = mp.mpf(10)**rng.uniform(-10, 10)
        a = [lo + d if lo != -mp.inf else None, hi - d if hi != mp.inf else None, d, -d]
        out.update(x for x in a if x is not None)
    # Beyond these, erfc and exp need more digits than are kept.
    out.update(mp.mpf(q) for q in ('0', '1', '2', '3', '0.5', '0.25', '10', '100', '1e6', '1e9', '1e12', '-1'))
    out = {mp.floor(x) if integer else x for x in out}
    return [x for x in out if lo <= x <= hi]


def main():
    n = int(sys.argv[2]) if len(sys.argv) > 2 else 60
    bad = 0
    for path in sorted(pathlib.Path(sys.argv[1]).glob('*.claim')):
        rng = random.Random(path.name)
        lines = path.read_text().splitlines()
        expect = lines[0].split()[-1]
        names, values, relations, assume = [], [], [], []
        far = 70 if re.search('erf|normal_cdf|exp|cosh', path.read_text()) else mp.inf
        for line in lines:
            m = re.match(r'(var|int)\s+(\w+)\s+in\s+([\[(])(.*),(.*)([\])])', line)
            if m:
                ends = [mp.inf if t.strip() == 'inf' else -mp.inf if t.strip() == '-inf' else value(t)
                        for t in (m[4], m[5])]
                pts = spread(*ends, m[1] == 'int', n, rng)
                if expect == 'proved': pts = [p for p in pts if abs(p) <= far]
                pts = [p for p in pts if not (p == ends[0] and m[3] == '(') and not (p == ends[1] and m[6] == ')')]
                if ends[0] != -mp.inf and m[3] == '[': pts.append(ends[0])
                if ends[1] != mp.inf and m[6] == ']': pts.append(ends[1])
                names.append(m[2]), values.append(sorted(set(pts)))
            elif line.startswith(('prove', 'assume')):
                parts = re.split(r'(<=|>=|<|>|=)', line.split(None, 1)[1])
                for i in range(0, len(parts) - 2, 2):
                    (relations if line.startswith('prove') else assume).append(
                        (code(parts[i]), parts[i + 1], code(parts[i + 2])))
        points = list(itertools.product(*values))
        if len(points) > 4000: points = [points[0], points[-1]] + rng.sample(points, 4000)
        def test(a, op, b, env):
            r = compare(a, op, b, env)
            if r is False and expect == 'proved':  # digits may have been lost
                with mp.workdps(3000):
                    return compare(a, op, b, env)
            return r
        def compare(a, op, b, env):
            x, y = eval(a, dict(FUN), env), eval(b, dict(FUN), env)
            d = mp.re(x - y)
            if op == '=': return abs(d) <= mp.mpf(10)**-40 * (1 + abs(x))
            d = -d if op in ('<', '<=') else d
            tiny = abs(d) <= mp.mpf(10)**(20 - mp.mp.dps) * (abs(x) + abs(y))
            return None if tiny and op in ('<', '>') and expect == 'proved' else (tiny and op in ('<=', '>=')) or d > 0
        violated = None
        for p in points:
            env = dict(zip(names, p))
            try:
                if all(test(*r, env) for r in assume) and any(test(*r, env) is False for r in relations):
                    violated = env
                    break
            except (ZeroDivisionError, ValueError, OverflowError):
                pass
        if (violated is not None) != (expect == 'refuted'):
            bad += 1
            print(path.name, expect, 'but', {k: mp.nstr(v, 8) for k, v in (violated or {}).items()} or 'no violation')
    print(bad, 'suspicious')
    return bad > 0


sys.exit(main())
