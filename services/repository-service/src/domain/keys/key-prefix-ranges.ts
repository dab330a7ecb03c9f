// Orders keys of any length by means of index entries of limited length. A key is split into a prefix of
// KEY_PREFIX_CHARACTERS and parts of PART_BYTES. A span (`KeyPrefixRange`) contains the keys that start with the same
// bytes and whose next part is in a range. Any key range is a sequence of spans, at most two for each part of its
// bounds.

/** Maximum length of a key prefix, in Unicode code points. */
export const KEY_PREFIX_CHARACTERS = 500;
/** Length of the parts after the key prefix, in bytes. The index migration splits keys in the same way. */
export const PART_BYTES = 2_000;

/** Range of keys in UTF-8 byte order. `below`: exclusive upper bound; undefined for no bound. */
export interface KeyRange {
  readonly from: string;
  readonly below: string | undefined;
}

/** Keys that start with `prefix`, followed by a part between two bounds. All values are UTF-8 bytes. */
export interface KeyPrefixRange {
  /** Either empty, or the key prefix and any number of complete parts. */
  readonly prefix: Buffer;
  readonly from: Bound | undefined;
  readonly to: Bound | undefined;
}

interface Bound {
  readonly part: Buffer;
  readonly inclusive: boolean;
}

interface Level {
  /** Bytes of the key before the part. */
  readonly prefix: Buffer;
  readonly part: Buffer;
}

/**
 * Splits a key range into spans, in order. Together, the spans contain exactly the keys of the range. `through`:
 * `below` is inclusive. `behind`: `from` is exclusive.
 */
export function listKeyPrefixRanges(
  { from, below }: KeyRange,
  { through = false, behind = false } = {},
): KeyPrefixRange[] {
  if (below !== undefined && (through ? compareKeys(from, below) > 0 : compareKeys(from, below) >= 0))
    return [];
  const low = splitKeyLevels(from);
  const high = below === undefined ? [] : splitKeyLevels(below);
  let split = 0;
  while (isCommon(low, high, split)) split += 1;
  const lowest = (level: number) => ({
    part: low[level]!.part,
    inclusive: !behind && level === low.length - 1,
  });
  const highest = (level: number) => {
    const part = high[level]?.part;
    return part && { part, inclusive: through && level === high.length - 1 };
  };
  const upward = low.map(({ prefix }, level) => ({ prefix, from: lowest(level), to: undefined }));
  const downward = high.map(({ prefix }, level) => ({ prefix, from: undefined, to: highest(level) }));
  const across = { prefix: low[split]!.prefix, from: lowest(split), to: highest(split) };
  const all: KeyPrefixRange[] = [...upward.slice(split + 1).reverse(), across, ...downward.slice(split + 1)];
  return all.filter(({ to }) => !to || to.inclusive || to.part.length > 0);
}

/** Returns the span that contains only this key. */
export function toKeyPrefixRange(key: string): KeyPrefixRange & { readonly from: Bound } {
  const { prefix, part } = splitKeyLevels(key).at(-1)!;
  const only = { part, inclusive: true };
  return { prefix, from: only, to: only };
}

/** Returns the span of all keys that start with the span's prefix and `part`. */
export function toNextKeyPrefixRange({ prefix }: KeyPrefixRange, part: Buffer): KeyPrefixRange {
  return { prefix: Buffer.concat([prefix, part]), from: undefined, to: undefined };
}

/** Returns the part of a key that follows the span's prefix. The span must contain the key. */
export function getKeyPart(key: string, { prefix }: KeyPrefixRange): Buffer {
  if (prefix.length === 0) return Buffer.from(getKeyPrefix(key));
  return Buffer.from(key).subarray(prefix.length, prefix.length + PART_BYTES);
}

/** Returns whether a longer key in the span may have the same part. */
export function canSharePart(key: string, { prefix }: KeyPrefixRange): boolean {
  if (prefix.length === 0) return isLongKey(key);
  return Buffer.byteLength(key) - prefix.length >= PART_BYTES;
}

/** Returns whether any of these keys may have the same part as a longer key in the span. */
export function canAnySharePart(
  keyed: readonly { readonly urlkey: string; readonly urlkeyBytes?: number | undefined }[],
  span: KeyPrefixRange,
): boolean {
  return keyed.some(
    (one) => !((one.urlkeyBytes ?? PART_BYTES) < KEY_PREFIX_CHARACTERS) && canSharePart(one.urlkey, span),
  );
}

/** Compares two texts in byte order of UTF-8. Returns a negative number, 0 or a positive number. */
export function compareKeys(a: string, b: string): number {
  if (a === b) return 0;
  // UTF-16 order differs from UTF-8 order only if both texts contain units from U+D800 up.
  if (!HIGH_UNIT.test(a) || !HIGH_UNIT.test(b)) return a < b ? -1 : 1;
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}

const HIGH_UNIT = /[\ud800-\uffff]/;

/** Returns whether the key has parts after its prefix of KEY_PREFIX_CHARACTERS. */
export function isLongKey(key: string): boolean {
  // Compare lengths first: a code point has one or two UTF-16 units.
  return (
    key.length >= KEY_PREFIX_CHARACTERS &&
    (key.length >= 2 * KEY_PREFIX_CHARACTERS || findKeyPrefixEnd(key) !== undefined)
  );
}

export function getKeyPrefix(key: string): string {
  return key.length < KEY_PREFIX_CHARACTERS ? key : key.slice(0, findKeyPrefixEnd(key));
}

/** Returns the end of the key prefix in UTF-16 units, or undefined if the key is shorter than a prefix. */
function findKeyPrefixEnd(key: string): number | undefined {
  let end = 0;
  for (let characters = 0; characters < KEY_PREFIX_CHARACTERS; characters++) {
    if (end >= key.length) return undefined;
    end += key.codePointAt(end)! > 0xffff ? 2 : 1;
  }
  return end;
}

/** Splits the key into its prefix and parts. All parts but the last have the full length; the last one may be empty. */
function splitKeyLevels(key: string): Level[] {
  const bytes = Buffer.from(key);
  const head = Buffer.from(getKeyPrefix(key));
  const levels: Level[] = [{ prefix: Buffer.alloc(0), part: head }];
  if (!isLongKey(key)) return levels;
  for (let start = head.length; start <= bytes.length; start += PART_BYTES) {
    levels.push({ prefix: bytes.subarray(0, start), part: bytes.subarray(start, start + PART_BYTES) });
  }
  return levels;
}

/** Returns whether both keys have the same part at this level, and at least one more part. */
function isCommon(low: readonly Level[], high: readonly Level[], level: number): boolean {
  if (level >= low.length - 1 || level >= high.length - 1) return false;
  return low[level]!.part.equals(high[level]!.part);
}
