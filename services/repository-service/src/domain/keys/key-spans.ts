// The order of keys of any length, out of entries that an index can hold: a key is cut into its head and, when it has
// more, parts behind that. Keys with the same beginning stand together at every level of that cut, so that a range of
// keys is a few spans: at each level, a run of parts behind one beginning.

/** Characters (code points) of a head. */
export const HEAD_CHARACTERS = 500;
/** Bytes of a part behind the head. The index's migration cuts keys in the same way. */
export const PART_BYTES = 2_000;

/** The keys asked for, in byte order of UTF-8. `below` is exclusive; without it the range has no end. */
export interface KeyRange {
  readonly from: string;
  readonly below: string | undefined;
}

/** Keys that begin with `prefix` and go on with a part within these bounds; the bytes of UTF-8. */
export interface KeySpan {
  /** Empty, or a head and any number of whole parts behind it. */
  readonly prefix: Buffer;
  readonly from: Bound | undefined;
  readonly to: Bound | undefined;
}

export interface Bound {
  readonly part: Buffer;
  readonly inclusive: boolean;
}

interface Level {
  /** What stands before the part. */
  readonly prefix: Buffer;
  readonly part: Buffer;
}

/**
 * The spans of a range, in order; together they hold its keys and no other. `through`: `below` is in the range; `behind`:
 * `from` is not.
 */
export function spansOf({ from, below }: KeyRange, { through = false, behind = false } = {}): KeySpan[] {
  if (below !== undefined && (through ? compareKeys(from, below) > 0 : compareKeys(from, below) >= 0))
    return [];
  const low = levelsOf(from);
  const high = below === undefined ? [] : levelsOf(below);
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
  const all: KeySpan[] = [...upward.slice(split + 1).reverse(), across, ...downward.slice(split + 1)];
  return all.filter(({ to }) => !to || to.inclusive || to.part.length > 0);
}

/** The span that holds this key and no other. */
export function spanOfKey(key: string): KeySpan & { readonly from: Bound } {
  const { prefix, part } = levelsOf(key).at(-1)!;
  const only = { part, inclusive: true };
  return { prefix, from: only, to: only };
}

/** All keys that begin with what those of the span begin with, and this part of theirs. */
export function spanBehind({ prefix }: KeySpan, part: Buffer): KeySpan {
  return { prefix: Buffer.concat([prefix, part]), from: undefined, to: undefined };
}

/** What stands behind a span's prefix, up to the end of that part, in a key of the span. */
export function partOf(key: string, { prefix }: KeySpan): Buffer {
  if (prefix.length === 0) return Buffer.from(headOf(key));
  return Buffer.from(key).subarray(prefix.length, prefix.length + PART_BYTES);
}

/** Whether other keys of the span may share this key's part. */
export function mayGoOn(key: string, { prefix }: KeySpan): boolean {
  if (prefix.length === 0) return isLong(key);
  return Buffer.byteLength(key) - prefix.length >= PART_BYTES;
}

/** Whether that is so of any of these. */
export function anyMayGoOn(
  keyed: readonly { readonly urlkey: string; readonly urlkeyBytes?: number | undefined }[],
  span: KeySpan,
): boolean {
  return keyed.some(
    (one) => !((one.urlkeyBytes ?? PART_BYTES) < HEAD_CHARACTERS) && mayGoOn(one.urlkey, span),
  );
}

/** Below, at or above 0, in byte order of UTF-8. */
export function compareKeys(a: string, b: string): number {
  if (a === b) return 0;
  // That of the units of strings is the same unless both have units that high.
  if (!HIGH_UNIT.test(a) || !HIGH_UNIT.test(b)) return a < b ? -1 : 1;
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}

const HIGH_UNIT = /[\ud800-\uffff]/;

/** Whether a key goes on behind its head, or ends with it. */
export function isLong(key: string): boolean {
  // A character is one or two units of a string.
  return key.length >= HEAD_CHARACTERS && (key.length >= 2 * HEAD_CHARACTERS || endOfHead(key) !== undefined);
}

export function headOf(key: string): string {
  return key.length < HEAD_CHARACTERS ? key : key.slice(0, endOfHead(key));
}

/** In units; undefined when the key is shorter than a head. */
function endOfHead(key: string): number | undefined {
  let end = 0;
  for (let characters = 0; characters < HEAD_CHARACTERS; characters++) {
    if (end >= key.length) return undefined;
    end += key.codePointAt(end)! > 0xffff ? 2 : 1;
  }
  return end;
}

/** The key's cut, from its head on. Only the last level's part is shorter than it may be; it may be empty. */
function levelsOf(key: string): Level[] {
  const bytes = Buffer.from(key);
  const head = Buffer.from(headOf(key));
  const levels: Level[] = [{ prefix: Buffer.alloc(0), part: head }];
  if (!isLong(key)) return levels;
  for (let start = head.length; start <= bytes.length; start += PART_BYTES) {
    levels.push({ prefix: bytes.subarray(0, start), part: bytes.subarray(start, start + PART_BYTES) });
  }
  return levels;
}

/** Whether both go on behind the same part. */
function isCommon(low: readonly Level[], high: readonly Level[], level: number): boolean {
  if (level >= low.length - 1 || level >= high.length - 1) return false;
  return low[level]!.part.equals(high[level]!.part);
}
