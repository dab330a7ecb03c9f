// JSON from clients: measured on its bytes before anything is made of it, since a few bytes can stand for a value that
// takes a hundred times as many.

/** In one text. Names of members count like the values they are before. */
export const MAX_JSON_VALUES = 250_000;

/** Deepest level at which a value may stand; the value as a whole is on level 0. */
export const DEEPEST = 64;

export const TOO_DEEP = `must not be nested deeper than ${DEEPEST} levels`;

/** Text that is no JSON, or too much of it. `message` completes "The body …". */
export class JsonFaultError extends Error {
  override readonly name = 'JsonFaultError';
}

/** Throws JsonFaultError. `text` must be well-formed. */
export function parseJson(text: string): unknown {
  refuseTooMuch(Buffer.from(text));
  return parsedJson(text);
}

/** Parses a text that has been measured. Throws JsonFaultError. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new JsonFaultError('must be JSON');
  }
}

const [QUOTE, BACKSLASH, COMMA, COLON] = [0x22, 0x5c, 0x2c, 0x3a];
const [OPEN_ARRAY, CLOSE_ARRAY, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];

/** Throws JsonFaultError for more values than allowed, or deeper ones. Says nothing of whether it is JSON otherwise. */
export function refuseTooMuch(bytes: Buffer): void {
  let values = 1;
  let depth = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === QUOTE) at = endOfString(bytes, at);
    else if (byte === COMMA || byte === COLON) values += 1;
    else if (byte === OPEN_ARRAY || byte === OPEN_OBJECT) {
      values += 1;
      depth += 1;
      // Brackets with nothing in them may stand on the deepest level.
      if (depth > DEEPEST + 1) throw new JsonFaultError(TOO_DEEP);
    } else if (byte === CLOSE_ARRAY || byte === CLOSE_OBJECT) depth -= 1;
    if (values > MAX_JSON_VALUES)
      throw new JsonFaultError(`must not hold more than ${MAX_JSON_VALUES} values`);
  }
}

/** Where the string that begins at `start` has its closing quote; the end of the text when it has none. */
function endOfString(bytes: Buffer, start: number): number {
  for (let at = bytes.indexOf(QUOTE, start + 1); at !== -1; at = bytes.indexOf(QUOTE, at + 1)) {
    let before = at - 1;
    while (bytes[before] === BACKSLASH) before -= 1;
    const isEscaped = (at - before) % 2 === 0;
    if (!isEscaped) return at;
  }
  return bytes.length;
}
