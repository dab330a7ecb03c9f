// The AU key, the part of an AUID behind its first `&`: `key~value` pairs joined by `&`, sorted by key, both sides in
// the form encoding of the field's AUIDs. It is compared byte for byte, so there is one way only to write it.

/** The pairs sorted by key in UTF-16 order of the key as it is, not as it is written. Nothing gives ``. */
export function encodeAuKey(definitional: Readonly<Record<string, string>>): string {
  return Object.keys(definitional)
    .sort()
    .map((key) => `${encode(key)}~${encode(definitional[key]!)}`)
    .join('&');
}

/**
 * The pairs of an AU key; undefined when it is not `key~value(&key~value)*`, is badly encoded or holds a key twice.
 * Order and other ways of writing a character are not held against it: to know whether a key is canonical, encode
 * what comes out. An empty value is a value; an empty AU key holds no pairs.
 */
export function decodeAuKey(auKey: string): Record<string, string> | undefined {
  if (auKey === '') return {};
  const pairs = new Map<string, string>();
  for (const pair of auKey.split('&')) {
    const [key, value, more] = pair.split('~', 3).map(decode);
    if (!key || value === undefined || more !== undefined || pairs.has(key)) return undefined;
    pairs.set(key, value);
  }
  return Object.fromEntries(pairs);
}

// What encodeURIComponent leaves alone and an AUID does not; half a surrogate pair has no UTF-8 and becomes `?`, as
// the Java programs that read these AUIDs write it.
const alsoEncoded: Readonly<Record<string, string>> = {
  '%20': '+',
  '.': '%2E',
  '!': '%21',
  '~': '%7E',
  "'": '%27',
  '(': '%28',
  ')': '%29',
};

function encode(text: string): string {
  const whole = text.isWellFormed() ? text : text.replace(/\p{Surrogate}/gu, '?');
  return encodeURIComponent(whole).replace(/%20|[.!~'()]/g, (found) => alsoEncoded[found]!);
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return undefined;
  }
}
