// Parses digests as users copy them: from CDX files, WARC headers, manifests, or the output of sha256sum.

export interface SearchedDigest {
  readonly algorithm: 'sha1' | 'sha256';
  readonly bytes: Buffer;
}

const ALGORITHMS = [
  { algorithm: 'sha1', pattern: /^(?:sha-?1:)?([0-9a-f]{40}|[a-z2-7]{32})$/i, sizeBytes: 20 },
  {
    algorithm: 'sha256',
    pattern: /^(?:sha-?256:)?(?:([0-9a-f]{64}|[a-z2-7]{52})(?:====)?)$/i,
    sizeBytes: 32,
  },
] as const;

/**
 * Parses a SHA-1 or SHA-256 digest in hexadecimal or base32, with or without the algorithm's name. Returns undefined if
 * the text is not a digest.
 */
export function parseDigest(text: string): SearchedDigest | undefined {
  for (const { algorithm, pattern, sizeBytes } of ALGORITHMS) {
    const [, digits] = pattern.exec(text) ?? [];
    if (digits === undefined) continue;
    const isHex = digits.length === 2 * sizeBytes;
    return { algorithm, bytes: isHex ? Buffer.from(digits, 'hex') : decodeBase32(digits, sizeBytes) };
  }
  return undefined;
}

const BASE32_DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

function decodeBase32(digits: string, sizeBytes: number): Buffer {
  const bytes = Buffer.alloc(sizeBytes);
  let [bits, bitCount, size] = [0, 0, 0];
  for (const digit of digits.toUpperCase()) {
    bits = ((bits << 5) | BASE32_DIGITS.indexOf(digit)) & 0xfff;
    bitCount += 5;
    if (bitCount < 8 || size === sizeBytes) continue;
    bitCount -= 8;
    bytes[size++] = (bits >> bitCount) & 0xff;
  }
  return bytes;
}
