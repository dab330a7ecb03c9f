// Origins, `http(s)://host:port`: which an operator's own settings name. What lies inside the network is asked only there.

export type Origins = ReadonlySet<string>;

/**
 * The origins of URLs; files have none. Whoever names a host by http names it by https too, where redirects may lead.
 */
export function originsOf(urls: Iterable<string>): Origins {
  const named = [...urls].map((url) => new URL(url)).filter(({ protocol }) => /^https?:$/.test(protocol));
  return new Set(
    named.flatMap(({ origin, protocol, hostname }) =>
      protocol === 'http:' ? [origin, `https://${hostname}`] : [origin],
    ),
  );
}

/** The value of a setting: origins, one a line or with `;` between them. Throws an Error in plain words. */
export function parseOrigins(text: string): readonly string[] {
  const items = text.split(/[;\n]/).map((item) => item.trim());
  return items.filter((item) => item !== '').map(parseOrigin);
}

function parseOrigin(item: string, index: number): string {
  const url = URL.parse(item);
  const isHttp = url !== null && (url.protocol === 'http:' || url.protocol === 'https:');
  // The text is not shown: it may hold a password.
  if (!isHttp || url.href !== `${url.origin}/`)
    throw new Error(
      `holds something, number ${index + 1}, that is no origin such as https://host or http://host:port`,
    );
  return url.origin;
}
