// Digests and dates in WARC headers. A digest is a label such as `sha1:`, then base32, hex or base64. Dates are read in
// many formats, but written only as WARC/1.1 dates, and converted to and from milliseconds.

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
    const digit = parseBase32Digit(text[at]!);
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
  const length = computeUnpaddedLength(value);
  if (length === Math.ceil((size * 8) / 5)) return decodeBase32(value, length, size);
  if (length === size * 2) return /^[0-9a-fA-F]+$/.test(value) ? decodeHex(value) : undefined;
  if (length !== Math.ceil((size * 4) / 3)) return undefined;
  const bytes = Buffer.from(value.slice(0, length), 'base64url');
  return bytes.length === size && /^[0-9a-zA-Z+/_-]+=*$/.test(value) ? new Uint8Array(bytes) : undefined;
}

function decodeHex(value: string): Uint8Array {
  return new Uint8Array(Buffer.from(value, 'hex'));
}

function computeUnpaddedLength(value: string): number {
  let length = value.length;
  while (length > 0 && value.charCodeAt(length - 1) === 61) length--;
  return length;
}

function decodeBase32(value: string, length: number, size: number): Uint8Array | undefined {
  const bytes = new Uint8Array(size);
  let bits = 0;
  let held = 0;
  let at = 0;
  for (let index = 0; index < length; index++) {
    const digit = parseBase32Digit(value.charCodeAt(index));
    if (digit < 0) return undefined;
    held = ((held << 5) | digit) & 0xfff;
    bits += 5;
    if (bits < 8) continue;
    bits -= 8;
    bytes[at++] = held >> bits;
  }
  return bytes;
}

function parseBase32Digit(code: number): number {
  if (code >= 65 && code <= 90) return code - 65;
  if (code >= 97 && code <= 122) return code - 97;
  return code >= 50 && code <= 55 ? code - 24 : -1;
}

const HALF_DAY_MS = 12 * 3_600_000;
const DAYS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/**
 * Parses bytes[start, end) to Unix time in milliseconds. Accepts `2024-02-03T04:05:06Z` with a fraction of any length,
 * or with an offset instead of `Z`. Also accepts dates truncated after year, month, day or minute (WARC/1.1), and 12 or
 * 14 digits (`20240203040506`), as in some CDX files. Returns undefined for any other text.
 */
export function parseWarcDate(bytes: Uint8Array, start: number, end: number): number | undefined {
  return parseDate(bytes, start, end, 23);
}

/**
 * Like `parseWarcDate`, but also accepts `24:00:00`, midnight at the end of the day, which older versions of ISO 8601
 * allow but WARC/1.1 does not.
 */
export function parseLenientDate(bytes: Uint8Array, start: number, end: number): number | undefined {
  return parseDate(bytes, start, end, 24);
}

function parseDate(bytes: Uint8Array, start: number, end: number, lastHour: 23 | 24): number | undefined {
  if (end - start === 20 && bytes[end - 1] === 90) {
    const ms = parseUsualDate(bytes, start);
    if (ms !== undefined) return ms;
  }
  const isCompact = (end - start === 14 || end - start === 12) && parseDigits(bytes, start + 4, 2) >= 0;
  if (isCompact) return parseCompactDate(bytes, start, end);
  const year = parseDigits(bytes, start, 4);
  const parts = [year, 1, 1, 0, 0, 0];
  let at = start + 4;
  for (let part = 1; part < 6 && at < end; part++) {
    const separator = SEPARATORS[part]!;
    if (bytes[at] !== separator && !(part === 3 && (bytes[at] === 32 || bytes[at] === 116))) break;
    parts[part] = parseDigits(bytes, at + 1, 2);
    at += 3;
  }
  let fractionMs = 0;
  if (bytes[at] === 46 && at < end) {
    let scale = 100;
    for (at++; at < end && bytes[at]! >= 48 && bytes[at]! <= 57; at++) {
      fractionMs += (bytes[at]! - 48) * scale;
      scale /= 10;
    }
  }
  if (at > end) return undefined;
  const ms = toMs(parts, Math.floor(fractionMs), lastHour);
  const zoneMs = parseZone(bytes, at, end);
  return ms === undefined || zoneMs === undefined ? undefined : ms - zoneMs;
}

/** Formats a time as `2024-02-03T04:05:06Z`. Adds milliseconds unless they are zero. */
export function formatWarcDate(dateMs: number): string {
  return new Date(dateMs).toISOString().replace('.000Z', 'Z');
}

const SEPARATORS = [0, 45, 45, 84, 58, 58];

/**
 * Fast path for `2024-02-03T04:05:06Z`, the format of nearly all dates. Allocates no memory. Returns undefined for
 * other formats.
 */
function parseUsualDate(bytes: Uint8Array, start: number): number | undefined {
  if (bytes[start + 4] !== 45 || bytes[start + 7] !== 45 || bytes[start + 10] !== 84) return undefined;
  if (bytes[start + 13] !== 58 || bytes[start + 16] !== 58) return undefined;
  const day = parseDigits(bytes, start + 8, 2);
  const month = parseDigits(bytes, start + 5, 2);
  const hour = parseDigits(bytes, start + 11, 2);
  const minute = parseDigits(bytes, start + 14, 2);
  const second = parseDigits(bytes, start + 17, 2);
  return toUtcMs(parseDigits(bytes, start, 4), month, day, hour, minute, second);
}

function parseCompactDate(bytes: Uint8Array, start: number, end: number): number | undefined {
  const parts = [parseDigits(bytes, start, 4)];
  for (let at = start + 4; at < end; at += 2) parts.push(parseDigits(bytes, at, 2));
  if (end - start === 12) parts.push(0);
  return toMs(parts, 0);
}

/** Parses `count` decimal digits. Returns -1 if there is any other character. */
function parseDigits(bytes: Uint8Array, start: number, count: number): number {
  let value = 0;
  for (let at = start; at < start + count; at++) {
    const digit = (bytes[at] ?? 0) - 48;
    if (digit < 0 || digit > 9) return -1;
    value = value * 10 + digit;
  }
  return value;
}

function toMs(parts: readonly number[], fractionMs: number, lastHour: 23 | 24 = 23): number | undefined {
  const [year = -1, month = 0, day = 0, hour = -1, minute = -1, second = -1] = parts;
  if (hour === 24 && lastHour === 24 && minute === 0 && second === 0 && fractionMs === 0) {
    const noonMs = toUtcMs(year, month, day, 12, 0, 0);
    return noonMs === undefined ? undefined : noonMs + HALF_DAY_MS;
  }
  const ms = toUtcMs(year, month, day, hour, minute, second);
  return ms === undefined ? undefined : ms + fractionMs;
}

/**
 * Converts a UTC date to Unix time in milliseconds. Returns undefined for dates that do not exist, such as 30 February,
 * and for years below 100.
 */
function toUtcMs(
  year: number,
  month: number,
  day: number,
  hour: number,
  minute: number,
  second: number,
): number | undefined {
  // Date.UTC would interpret years below 100 as years of the 20th century.
  if (year < 100 || month < 1 || month > 12 || day < 1 || day > DAYS[month - 1]!) return undefined;
  if (hour < 0 || hour > 23 || minute < 0 || minute > 59 || second < 0 || second > 60) return undefined;
  if (month === 2 && day === 29 && (year % 4 !== 0 || (year % 100 === 0 && year % 400 !== 0)))
    return undefined;
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

function parseZone(bytes: Uint8Array, at: number, end: number): number | undefined {
  if (at === end || (at + 1 === end && (bytes[at] === 90 || bytes[at] === 122))) return 0;
  const sign = bytes[at] === 43 ? 1 : bytes[at] === 45 ? -1 : 0;
  const length = end - at;
  if (sign === 0 || (length !== 6 && length !== 5)) return undefined;
  const hours = parseDigits(bytes, at + 1, 2);
  const minutes = parseDigits(bytes, end - 2, 2);
  if (hours < 0 || hours > 14 || minutes < 0 || minutes > 59) return undefined;
  return sign * (hours * 60 + minutes) * 60_000;
}
