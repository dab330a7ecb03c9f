// Limits JSON from clients. Measures the text before parsing it, because a few bytes can describe a value that takes a
// hundred times as much memory.

/** Maximum number of values in one JSON text. Field names count as values. */
export const MAX_JSON_VALUES = 250_000;

/** Maximum nesting depth. The outermost value has depth 0. */
export const MAX_JSON_DEPTH = 64;

export const JSON_TOO_DEEP = `must not be nested deeper than ${MAX_JSON_DEPTH} levels`;

/** Thrown if a text is not JSON or exceeds a limit. The message completes "The body …". */
export class JsonFaultError extends Error {
  override readonly name = 'JsonFaultError';
}

/** Parses JSON within the limits. `text` must be well-formed Unicode. Throws JsonFaultError. */
export function parseLimitedJson(text: string): unknown {
  refuseOversizedJson(Buffer.from(text));
  return parseMeasuredJson(text);
}

/** Parses JSON that has already passed the limits. Throws JsonFaultError. */
export function parseMeasuredJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new JsonFaultError('must be JSON');
  }
}

const [QUOTE, BACKSLASH, COMMA, COLON] = [0x22, 0x5c, 0x2c, 0x3a];
const [OPEN_ARRAY, CLOSE_ARRAY, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];

/**
 * Counts values and nesting depth. Throws JsonFaultError if either exceeds its maximum. Does not validate the syntax.
 */
export function refuseOversizedJson(bytes: Buffer): void {
  let values = 1;
  let depth = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === QUOTE) at = findStringEnd(bytes, at);
    else if (byte === COMMA || byte === COLON) values += 1;
    else if (byte === OPEN_ARRAY || byte === OPEN_OBJECT) {
      values += 1;
      depth += 1;
      // Allows empty brackets one level deeper, because they contain no value.
      if (depth > MAX_JSON_DEPTH + 1) throw new JsonFaultError(JSON_TOO_DEEP);
    } else if (byte === CLOSE_ARRAY || byte === CLOSE_OBJECT) depth -= 1;
    if (values > MAX_JSON_VALUES)
      throw new JsonFaultError(`must not contain more than ${MAX_JSON_VALUES} values`);
  }
}

/** Returns the position of the closing quote of the string at `start`, or the end of the text if there is none. */
function findStringEnd(bytes: Buffer, start: number): number {
  for (let at = bytes.indexOf(QUOTE, start + 1); at !== -1; at = bytes.indexOf(QUOTE, at + 1)) {
    let before = at - 1;
    while (bytes[before] === BACKSLASH) before -= 1;
    const isEscaped = (at - before) % 2 === 0;
    if (!isEscaped) return at;
  }
  return bytes.length;
}
