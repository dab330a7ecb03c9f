// Looks at the first bytes of a stream before it is read.

export interface PeekedStream {
  /** At least as many bytes as were asked for, unless the stream has fewer. */
  readonly start: Buffer;
  /** The whole stream, `start` included. */
  readonly whole: AsyncGenerator<Uint8Array, void, undefined>;
}

/** Reads `minBytes` or a few more. `whole` must then be read or returned, for the stream to be closed. */
export async function peekStart(bytes: AsyncIterable<Uint8Array>, minBytes: number): Promise<PeekedStream> {
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
