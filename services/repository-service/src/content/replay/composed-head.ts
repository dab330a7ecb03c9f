// Builds HTTP header blocks of an exact length for composed revisit records. Pads the last field with trailing white
// space, which does not change its value.

const blankLine = Buffer.from('\r\n\r\n');
// Header fields that a browser needs to display the payload correctly.
const ESSENTIAL = /^(?:content-|transfer-encoding$|location$|last-modified$)/;

interface HeadLine {
  /** Field name in lower case. Empty for the status line. */
  readonly name: string;
  /** Bytes of the field, including folded lines and the line break. */
  bytes: Buffer;
}

/**
 * Returns a header block of exactly `lengthBytes` bytes, including the blank line. If the fields do not fit, drops the
 * essential fields last. Nothing is dropped if `lengthBytes` exceeds the length of `head` by at least four bytes.
 * Removes Transfer-Encoding unless the payload has chunked framing (`isFramed`).
 */
export function padHead(head: Buffer, lengthBytes: number, isFramed = false): Buffer {
  const room = lengthBytes - blankLine.length;
  const lines = linesOf(head).filter(({ name }) => isFramed || name !== 'transfer-encoding');
  const kept = Buffer.concat(selectFittingLines(lines, room));
  const content = withoutLineEnd(kept).subarray(0, room);
  return Buffer.concat([content, Buffer.alloc(room - content.length, ' '), blankLine]);
}

/** Returns as many lines as fit, in their original order. */
function selectFittingLines(lines: HeadLine[], room: number): Buffer[] {
  const chosen = new Set<HeadLine>();
  let used = 0;
  for (const line of lines.toSorted((a, b) => rank(a) - rank(b))) {
    // The line break of the last line need not fit. The status line is always included, and truncated if necessary.
    if (used + withoutLineEnd(line.bytes).length > room && line.name !== '') continue;
    chosen.add(line);
    used += line.bytes.length;
  }
  return lines.filter((line) => chosen.has(line)).map(({ bytes }) => bytes);
}

function rank({ name }: HeadLine): number {
  if (name === '') return 0;
  return ESSENTIAL.test(name) ? 1 : 2;
}

function linesOf(head: Buffer): HeadLine[] {
  const lines: HeadLine[] = [];
  for (let start = 0; start < head.length; ) {
    const lineFeed = head.indexOf(10, start);
    const end = lineFeed < 0 ? head.length : lineFeed + 1;
    const bytes = head.subarray(start, end);
    start = end;
    if (withoutLineEnd(bytes).length === 0) continue;
    const last = lines.at(-1);
    const folds = bytes[0] === 32 || bytes[0] === 9;
    if (folds && last) last.bytes = Buffer.concat([last.bytes, bytes]);
    else lines.push({ name: lines.length === 0 ? '' : nameOf(bytes), bytes });
  }
  return lines;
}

function nameOf(line: Buffer): string {
  const colon = line.indexOf(58);
  return (
    line
      .toString('latin1', 0, colon < 0 ? line.length : colon)
      .trim()
      .toLowerCase() || '-'
  );
}

function withoutLineEnd(line: Buffer): Buffer {
  let end = line.length;
  while (end > 0 && (line[end - 1] === 10 || line[end - 1] === 13)) end--;
  return line.subarray(0, end);
}
