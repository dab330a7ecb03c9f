// Random URLs, composed of parts that have caused problems. They contain no lone surrogates, which cannot be passed to
// Python.

const id = '0123456789abcdefghijklmnopqrstuv';
const sessions = [
  `(${id.slice(0, 24)})`,
  `(S(${id.slice(0, 24)}))`,
  `(a(${id.slice(0, 24)})b(${id.slice(0, 24)}))`,
];

const schemes =
  'http:// http:// http:// http:// https:// https:// HTTP:// ftp:// dns: dns:// mailto: urn: warcinfo: foo:';
const oddSchemes =
  'foo:// foo:/// http: http:/ http:/// http://http:// https://http:// whois:// file:/// // x.y+z-1:';
const users = ['', '', '', '', '', '', 'u@', 'u:p@', '@', 'u%40v@', ':@'];
const hosts =
  'example.com www.example.com WWW2.Example.COM a a.b.c 1.2.3.4 127.1 017.1 0.1.2 1.08 3232235777 256.1.1.1 0x7f.1 ' +
  '[::1] [2001:DB8::1] bücher.de é faß.de ΣΣς.gr 日本。jp a..b .a. www. www ex_ample.com a%41b a%2eb %77ww.a.com a,b (a) ' +
  '%ff a%e9 a%2fb a]b [a www.1.2.3.4 http filedesc.com xn--bcher-kva.de a\u00adb ｅｘ.com בא.il';
const ports = ['', '', '', '', '', ':80', ':443', ':8080', ':', ':0', ':00443', ':65535'];
const segments =
  'a B .. . a.b ..a a%2fb %2e%2e %20 é %C3%89 %E9 % %25 %2541 %zz a;b a+b ~ x.aspx X.ASPX c.aspxd .aspx a:b a@b a%3fb ' +
  '%23 "<> \\ |^` ... %0a %00 http: (a) &= \u0001 \u007f';
const parameters =
  `a A b=1 B=2 b b= =b = a=b=c a=%26 a%3d x=%C3%89 x=é x=%E9 + %20 % %25 a-b a! ?? / .. // ; %23 ' ~ %7e cfid=1 cftoken=2 ` +
  `CFID=x CFTOKEN=y cfid= cftoken= xcfid=1 sid=${id} SID=${id} xsid=${id} jsessionid=${id} phpsessid=${id} sid=${id}1 ` +
  `jsessionid=${id.slice(1)} aspsessionidabcdefgh=${'q'.repeat(24)} ASPSESSIONIDABCDEFG1=${'q'.repeat(24)} z;sid=${id}`;
const intruders = [...'\t\n \v\r\0é%/.@:#?[]&=', '😀', '\u3000'];

/** Returns one random URL. `below(n)` returns a random integer from 0 to n-1. */
export function makeOddUrl(below: (bound: number) => number): string {
  const pick = <T>(items: readonly T[]) => items[below(items.length)]!;
  const many = (most: number, items: readonly string[], joint: string) =>
    Array.from({ length: below(most + 1) }, () => pick(items)).join(joint);
  const scheme = pick(below(4) === 0 ? oddSchemes.split(' ') : schemes.split(' '));
  const path = below(5) === 0 ? '' : `/${many(6, [...segments.split(' '), '', ...sessions], '/')}`;
  const query = below(2) === 0 ? '' : `?${many(5, [...parameters.split(' '), ''], '&')}`;
  const fragment = below(8) === 0 ? pick(['#', '#a', '#a?b', '##']) : '';
  const url = scheme + pick(users) + pick(hosts.split(' ')) + pick(ports) + path + query + fragment;
  if (below(15) > 0) return url;
  // Inserts a special character at a random position. The position is never between the halves of a surrogate pair.
  const position = below(url.length + 1);
  return `${url.slice(0, position)}${pick(intruders)}${url.slice(position)}`;
}
