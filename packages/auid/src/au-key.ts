// Encodes and decodes AU keys. An AU key is the part of an AUID after its first `&`: `key~value` pairs, joined by `&`
// and sorted by key. Keys and values are form-encoded as in LOCKSS. The encoding is canonical, because AU keys are
// compared byte for byte.

/** Encodes the pairs, sorted by their unencoded keys in UTF-16 order. Returns an empty string for no pairs. */
export function encodeAuKey(definitional: Readonly<Record<string, string>>): string {
  return Object.keys(definitional)
    .sort()
    .map((key) => `${encode(key)}~${encode(definitional[key]!)}`)
    .join('&');
}

/**
 * Decodes an AU key into its pairs. Returns undefined if the key does not match `key~value(&key~value)*`, is badly
 * encoded, or has a duplicate key. Accepts pairs in any order, unnecessary encoding and empty values. To check that a
 * key is canonical, encode the result again. An empty AU key has no pairs.
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

// Characters that AUIDs encode differently from encodeURIComponent. A lone surrogate, which has no UTF-8 encoding,
// becomes `?` as in Java.
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
