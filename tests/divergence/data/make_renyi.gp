\\ Reference values of Renyi divergences between Dirichlet laws, by PARI/GP's lngamma and psi at 300 digits, checked against 450 digits.
\\ Writes rows  order,alpha;alpha;...,beta;beta;...,value  with 60 digits.  Run: gp -q make_renyi.gp > renyi_pari.csv
C(a) = sum(k = 1, #a, lngamma(a[k])) - lngamma(vecsum(a));
D(l, p, q) = if(l == 1, C(q) - C(p) - sum(k = 1, #p, (psi(p[k]) - psi(vecsum(p))) * (q[k] - p[k])), (C(l*p + (1 - l)*q) - l*C(p))/(l - 1) + C(q));
text(v) = { my(s = Str(v[1])); for(k = 2, #v, s = Str(s, ";", v[k])); s };
value(l, p, q) = { my(x, y); default(realprecision, 300); x = D(l, 1.*p, 1.*q); default(realprecision, 450); y = D(l, 1.*p, 1.*q);
  if(abs(x/y - 1) > 1e-70, error("precision")); default(realprecision, 60); y };
row(l, p, q) = if(vecmin(l*p + (1 - l)*q) > 0, print(l, ",", text(p), ",", text(q), ",", strjoin(strsplit(strprintf("%.60e", real(value(l, p, q))), " "))));
setrand(1);
any(lo, hi) = { my(e = lo + random(10^6)/10^6*(hi - lo), s = 10^floor(e)); bestappr(10.^e/s, 1000)*s };
orders = [1/2, 1, 1000001/1000000, 999999/1000000, 1/1000, 3/2, 2, 7/3, 20, 1000];
{ for(i = 1, #orders, for(j = 1, 12,
    my(d = if(j % 3, 2, 2 + random(4)), p = vector(d, k, any(-6, 12)), q = p, r = any(-6, 0));
    if(j <= 6, q[1] += r; p[2] += r, j <= 9, q = vector(d, k, any(-6, 12)), q = p*any(-1, 1); q[1] += r);
    row(orders[i], p, q))) };
row(2, [6, 18], [7, 17]); row(3/2, [2, 1], [1, 2]); row(1, [1, 2, 3], [2, 1, 3]);
quit
