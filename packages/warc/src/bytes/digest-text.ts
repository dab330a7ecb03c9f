// Parses and formats digests in WARC headers: a label such as `sha1:`, then base32, hex or base64.

export type LabelledDigest = { algorithm: string; bytes: Uint8Array };

/** Digest size in bytes by algorithm, named as in Node. */
const SIZES: Readonly<Record<string, number>> = {
  md5: 16,
  sha1: 20,
  sha224: 28,
  sha256: 32,
  sha384: 48,
  sha512: 64,
};

const SHA1_LABEL = Buffer.from('sha1:', 'latin1');
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/**
 * Parses `label:value`. The label may be in any case, with or without a dash. The length of the value determines its
 * encoding: base32, hex, base64 or base64url. Returns undefined for an unsupported algorithm or encoding.
 */
export function parseDigest(text: string): LabelledDigest | undefined {
  const colon = text.indexOf(':');
  if (colon < 1 || text.length > 300) return undefined;
  const label = text.slice(0, colon);
  const algorithm = label === 'sha1' ? label : label.trim().toLowerCase().replace('-', '');
  const size = SIZES[algorithm];
  if (size === undefined) return undefined;
  const bytes = decodeValue(text.slice(colon + 1).trim(), size);
  return bytes === undefined ? undefined : { algorithm, bytes };
}

/**
 * Parses the most common format, `sha1:` and 32 base32 characters, into `bytes`. Returns false for every other format.
 */
export function parseSha1Base32(text: Uint8Array, start: number, end: number, bytes: Uint8Array): boolean {
  if (end - start !== 37) return false;
  for (let at = 0; at < SHA1_LABEL.length; at++) if (text[start + at] !== SHA1_LABEL[at]) return false;
  let held = 0;
  let bits = 0;
  let to = 0;
  for (let at = start + 5; at < end; at++) {
    const digit = base32Digit(text[at]!);
    if (digit < 0) return false;
    held = ((held << 5) | digit) & 0xfff;
    bits += 5;
    if (bits < 8) continue;
    bits -= 8;
    bytes[to++] = held >> bits;
  }
  return true;
}

/** Formats bytes as base32 (RFC 4648) without padding, as in the `sha1:` digests of WARC and CDX files. */
export function encodeBase32(bytes: Uint8Array): string {
  let text = '';
  let bits = 0;
  let held = 0;
  for (const byte of bytes) {
    held = ((held << 8) | byte) & 0xfff;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      text += BASE32[(held >> bits) & 31];
    }
  }
  return bits > 0 ? text + BASE32[(held << (5 - bits)) & 31] : text;
}

function decodeValue(value: string, size: number): Uint8Array | undefined {
  const length = unpaddedLength(value);
  if (length === Math.ceil((size * 8) / 5)) return fromBase32(value, length, size);
  if (length === size * 2) return /^[0-9a-fA-F]+$/.test(value) ? hexBytes(value) : undefined;
  if (length !== Math.ceil((size * 4) / 3)) return undefined;
  const bytes = Buffer.from(value.slice(0, length), 'base64url');
  return bytes.length === size && /^[0-9a-zA-Z+/_-]+=*$/.test(value) ? new Uint8Array(bytes) : undefined;
}

function hexBytes(value: string): Uint8Array {
  return new Uint8Array(Buffer.from(value, 'hex'));
}

function unpaddedLength(value: string): number {
  let length = value.length;
  while (length > 0 && value.charCodeAt(length - 1) === 61) length--;
  return length;
}

function fromBase32(value: string, length: number, size: number): Uint8Array | undefined {
  const bytes = new Uint8Array(size);
  let bits = 0;
  let held = 0;
  let at = 0;
  for (let index = 0; index < length; index++) {
    const digit = base32Digit(value.charCodeAt(index));
    if (digit < 0) return undefined;
    held = ((held << 5) | digit) & 0xfff;
    bits += 5;
    if (bits < 8) continue;
    bits -= 8;
    bytes[at++] = held >> bits;
  }
  return bytes;
}

function base32Digit(code: number): number {
  if (code >= 65 && code <= 90) return code - 65;
  if (code >= 97 && code <= 122) return code - 97;
  return code >= 50 && code <= 55 ? code - 24 : -1;
}
