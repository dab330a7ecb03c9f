// Decodes and compares header bytes. Comparisons allocate no memory and ignore ASCII case. Does not guess character
// sets.

const LF = 10;
const CR = 13;
const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * Decodes header text as UTF-8, as the standard requires, or as Latin-1 if it is not valid UTF-8. Replaces the line
 * break of a folded line with a space.
 */
export function decodeHeaderText(bytes: Buffer, start: number, end: number): string {
  let odd = 0;
  for (let at = start; at < end; at++) {
    const byte = bytes[at]!;
    odd |= byte & 0x80;
    if (byte === LF) odd |= 1;
  }
  if (odd === 0) return bytes.toString('latin1', start, end);
  const text =
    odd & 0x80 ? decodeUtf8OrLatin1(bytes.subarray(start, end)) : bytes.toString('latin1', start, end);
  return odd & 1 ? text.replace(/\r?\n[ \t]+/g, ' ') : text;
}

function decodeUtf8OrLatin1(bytes: Buffer): string {
  try {
    return strict.decode(bytes);
  } catch {
    return bytes.toString('latin1');
  }
}

/** Returns whether the bytes at `start` equal `lowerName` (letters, digits and `-`), ignoring case. */
export function equalsIgnoringCase(bytes: Uint8Array, start: number, lowerName: Uint8Array): boolean {
  for (let at = 0; at < lowerName.length; at++) {
    const byte = bytes[start + at]!;
    const want = lowerName[at]!;
    if (byte !== want && (byte < 65 || byte > 90 || byte + 32 !== want)) return false;
  }
  return true;
}

/**
 * Returns the first index in [start, end) that is not a space, tab or line end. A value may begin on a folded line, so
 * line ends are skipped as well.
 */
export function skipBlanks(bytes: Uint8Array, start: number, end: number): number {
  let at = start;
  while (at < end && isBlank(bytes[at]!)) at++;
  return at;
}

/** Returns the end of [start, end) without trailing spaces, tabs and line ends. */
export function trimEnd(bytes: Uint8Array, start: number, end: number): number {
  let at = end;
  while (at > start) {
    if (!isBlank(bytes[at - 1]!)) break;
    at--;
  }
  return at;
}

function isBlank(byte: number): boolean {
  return byte === 32 || byte === 9 || byte === CR || byte === LF;
}

/**
 * States of `advanceLineState`. LINE_HAS_CONTENT: the line contains a byte other than CR. LINE_EMPTY: the line is empty
 * so far, or contains only CRs.
 */
export const LINE_HAS_CONTENT = 0;
export const LINE_EMPTY = 1;
/** State of `advanceLineState` after the end of an empty line. */
export const EMPTY_LINE_ENDED = 2;

/**
 * Returns the state after `byte`. A line ends with LF. Ignores CRs before the LF, because some files contain CR CR LF.
 */
export function advanceLineState(state: number, byte: number): number {
  if (byte === LF) return state === LINE_EMPTY ? EMPTY_LINE_ENDED : LINE_EMPTY;
  return byte === CR ? state : LINE_HAS_CONTENT;
}
