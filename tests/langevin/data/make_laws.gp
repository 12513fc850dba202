\\ gp -q make_laws.gp > laws_pari.csv
\\ Laws of cyclic SGLD after a step, at large n: affine maps composed by repeated squaring at 200 digits. Shares no formula with
\\ the closed form under test. Columns: n,c,x_h,alpha,beta,step,r,mean,variance (r = 0: the database without odd sample).
default(realprecision, 200);
\\ a map is [scale, shift, noise]; mul(second, first)
mul(g, f) = [g[1]*f[1], g[1]*f[2]+g[2], g[1]^2*f[3]+g[3]];
power(f, k) = {my(r = [1, 0, 0]); while(k > 0, if(k % 2, r = mul(f, r)); f = mul(f, f); k = k \ 2); r};
step(n, alpha, beta, eta, x, y) = [1-eta/2*(alpha+n*beta*x^2), eta/2*n*beta*x*y, eta];
law(n, c, xh, alpha, beta, t, r) = {
  my(eta = 2/(alpha+n*xh^2*beta)^2, ord, odd, ep, part, e = t \ n, s = t % n, m);
  ord = step(n, alpha, beta, eta, xh, c*xh); odd = step(n, alpha, beta, eta, xh/2, c*xh/2);
  if(r == 0, m = power(ord, t),
    ep = mul(power(ord, n-r), mul(odd, power(ord, r-1)));
    part = if(s < r, power(ord, s), mul(power(ord, s-r), mul(odd, power(ord, r-1))));
    m = mul(part, power(ep, e)));
  [m[2], m[1]^2/alpha + m[3]]};
digits60(x) = strjoin(strsplit(strprintf("%.60g", x), " "));
out(n, c, xh, alpha, beta, t, r) = {
  my(l = law(n, c*1., xh*1., alpha*1., beta*1., t, r));
  printf("%s,%s,%s,%s,%s,%s,%s,%s,%s\n", n, c, xh, alpha, beta, t, r, digits60(l[1]), digits60(l[2]))};
{
print("# n,c,x_h,alpha,beta,step,r,mean,variance");
n = 1149019;
foreach([1, n-1, n, 5*n+17, 28*n, 28*n+n\2, 60*n], t, foreach([0, 1, n\2, n], r, out(n, 1165165, 9/5, 1/10, 1, t, r)));
n = 10^12; foreach([n, 30*n+123456789, 55*n], t, foreach([0, 1, 123456789, 123456790, n], r, out(n, 3*10^12, 7/4, 1/100, 1, t, r)));
n = 10^15; foreach([3*n, 60*n+1], t, foreach([0, 1, 2, n], r, out(n, 10^16, 2, 1/1000, 4/5, t, r)));
}
quit
