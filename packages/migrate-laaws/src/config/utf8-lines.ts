// Files that Java writes as properties are Latin-1, and those that people edit are UTF-8: each line is what it can be.
import { isUtf8 } from 'node:buffer';

/** A longer line is passed on as it is. */
const LINE_BYTES = 1024 * 1024;
const LF = 10;

/** A line that is no UTF-8 is taken for Latin-1. */
export async function* inUtf8(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let rest: Uint8Array = Buffer.alloc(0);
  for await (const chunk of bytes) {
    const held = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    const end = held.lastIndexOf(LF) + 1;
    const isTooLong = end === 0 && held.length > LINE_BYTES;
    if (end > 0 || isTooLong) yield* whole(isTooLong ? held : held.subarray(0, end));
    rest = isTooLong ? Buffer.alloc(0) : held.subarray(end);
  }
  if (rest.length > 0) yield* whole(rest);
}

function* whole(lines: Uint8Array): Generator<Uint8Array> {
  if (isUtf8(lines)) return yield lines;
  for (let start = 0; start < lines.length; ) {
    const end = lines.indexOf(LF, start) + 1 || lines.length;
    const line = lines.subarray(start, end);
    yield isUtf8(line) ? line : Buffer.from(Buffer.from(line).toString('latin1'));
    start = end;
  }
}
