#!/usr/bin/env python3
"""Values for tests/cli/figures_renyi_test.cpp: enumeration of all neighbours, bisection, closed forms, in mpmath."""
from mpmath import loggamma, mp, mpf, nstr, psi

mp.dps = 30
def D(l,a1,b1,a2,b2):
    C=lambda a,b: loggamma(a)+loggamma(b)-loggamma(a+b)
    al,bl=l*a1+(1-l)*a2,l*b1+(1-l)*b2
    return (C(al,bl)-l*C(a1,b1))/(l-1)+C(a2,b2)
def sup(l,a,b,w,n):
    best=0
    for s in range(n+1):
        for t in (s-1,s+1):
            if 0<=t<=n: best=max(best,D(l,a+w*s,b+w*(n-s),a+w*t,b+w*(n-t)))
    return best
print(nstr(sup(2,mpf(6),mpf(12),mpf(1),100),15), nstr(sup(2,mpf(6),mpf(12),mpf('0.3'),100),15), nstr(sup(2,6/mpf('0.3'),12/mpf('0.3'),mpf(1),100),15))
# utility: order 15, eps=1 informed, rho=1/2 diffused: r by bisection
def r_of(l,a,b,n,eps):
    lo,hi=mpf(0),min(mpf(1),min(a,b)/(l-1))
    for _ in range(90):
        m=(lo+hi)/2
        if sup_fast(l,a,b,m,n)<=eps: lo=m
        else: hi=m
    return lo
def sup_fast(l,a,b,w,n):
    return max(D(l,a,b+w*n,a+w,b+w*(n-1)),D(l,a+w*n,b,a+w*(n-1),b+w))
def kl(a1,b1,a2,b2):
    C=lambda a,b: loggamma(a)+loggamma(b)-loggamma(a+b)
    return C(a2,b2)-C(a1,b1)+(a1-a2)*psi(0,a1)+(b1-b2)*psi(0,b1)+(a2-a1+b2-b1)*psi(0,a1+b1)
r=r_of(15,mpf(6),mpf(12),100,mpf(1))
# Both directions, so that the name of the one that is drawn cannot stand at the other.
print('r',nstr(r,14),'KL(posterior || released)',nstr(kl(mpf(56),mpf(62),6+r*50,12+r*50),12),
      'KL(released || posterior)',nstr(kl(6+r*50,12+r*50,mpf(56),mpf(62)),12))
a,b=6+r*50,12+r*50
print('loss',nstr(psi(0,a+b)-(psi(0,a)+psi(0,b))/2,12))
# concentrated: the prior over m, the same rho
m_lo,m_hi=mpf(0),mpf(6)/14
for _ in range(90):
    m=(m_lo+m_hi)/2
    if sup_fast(15,6/m,12/m,mpf(1),100)<=1: m_lo=m
    else: m_hi=m
a,b=6/m_lo+50,12/m_lo+50
print('m',nstr(m_lo,14),'KL(posterior || released)',nstr(kl(mpf(56),mpf(62),a,b),12),
      'KL(released || posterior)',nstr(kl(a,b,mpf(56),mpf(62)),12))
