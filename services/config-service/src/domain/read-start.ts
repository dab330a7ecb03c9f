// Reads the start of a stream without consuming it.

export interface PeekedStream {
  /** First bytes of the stream: at least the requested number, unless the stream is shorter. */
  readonly start: Buffer;
  /** The whole stream, including `start`. */
  readonly whole: AsyncGenerator<Uint8Array, void, undefined>;
}

/**
 * Reads at least `minBytes`, or the whole stream if it is shorter. To close the stream, the caller must read `whole` to
 * its end or call its `return`.
 */
export async function peekStream(bytes: AsyncIterable<Uint8Array>, minBytes: number): Promise<PeekedStream> {
  const rest = bytes[Symbol.asyncIterator]();
  let start: Buffer = Buffer.alloc(0);
  while (start.length < minBytes) {
    const { value, done } = await rest.next();
    if (done === true) break;
    start = Buffer.concat([start, value]);
  }
  return { start, whole: prepend(start, rest) };
}

async function* prepend(
  start: Uint8Array,
  rest: AsyncIterator<Uint8Array>,
): AsyncGenerator<Uint8Array, void, undefined> {
  try {
    if (start.length > 0) yield start;
    for (let next = await rest.next(); next.done !== true; next = await rest.next()) yield next.value;
  } finally {
    await rest.return?.();
  }
}
