// Origins (`http(s)://host:port`) in the operator's settings. Addresses inside the operator's network are requested
// only if they belong to one of these origins.

export type OriginSet = ReadonlySet<string>;

/**
 * Returns the origins of http(s) URLs; ignores file URLs. An http URL also permits https on the same host, because http
 * URLs often redirect to https.
 */
export function collectOrigins(urls: Iterable<string>): OriginSet {
  const named = [...urls].map((url) => new URL(url)).filter(({ protocol }) => /^https?:$/.test(protocol));
  return new Set(
    named.flatMap(({ origin, protocol, hostname }) =>
      protocol === 'http:' ? [origin, `https://${hostname}`] : [origin],
    ),
  );
}

/** Parses a setting with origins, separated by line breaks or `;`. Throws an Error with a message for the user. */
export function parseOrigins(text: string): readonly string[] {
  const items = text.split(/[;\n]/).map((item) => item.trim());
  return items.filter((item) => item !== '').map(parseOrigin);
}

function parseOrigin(item: string, index: number): string {
  const url = URL.parse(item);
  const isHttp = url !== null && (url.protocol === 'http:' || url.protocol === 'https:');
  // The message must not quote the setting, which may contain a password.
  if (!isHttp || url.href !== `${url.origin}/`)
    throw new Error(
      `has an entry, number ${index + 1}, that is not an origin such as https://host or http://host:port`,
    );
  return url.origin;
}
