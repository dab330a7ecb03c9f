// Encodes and decodes the AU key, the part of an AUID after its first `&`: `key~value` pairs joined by `&` and sorted
// by key, both sides form-encoded as in LOCKSS. AU keys are compared byte for byte, so the encoding is canonical.

/** Sorts pairs by the unencoded key in UTF-16 order. Returns an empty string if there are no pairs. */
export function encodeAuKey(definitional: Readonly<Record<string, string>>): string {
  return Object.keys(definitional)
    .sort()
    .map((key) => `${encode(key)}~${encode(definitional[key]!)}`)
    .join('&');
}

/**
 * Returns the pairs of an AU key. Returns undefined if the key does not match `key~value(&key~value)*`, is badly
 * encoded or has a duplicate key. Pairs may be in any order, and any characters may be encoded. To check whether a key
 * is canonical, encode the result again. Values may be empty; an empty AU key has no pairs.
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

// Characters that encodeURIComponent leaves but AUIDs encode. An unpaired surrogate has no UTF-8 encoding and becomes
// `?`, as in Java.
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
