// Converts JSON to query parameters. Each value at any depth, except objects and arrays, becomes a parameter named
// after its JSON field.
import { decodeBytes, encodeFormParameters } from './form-text.ts';
import { JsonReader, JsonSyntaxError, type NamedValue } from './json-reader.ts';
import type { RequestBody } from './request-body.ts';

/**
 * Converts a JSON body, which must be a single JSON text or one JSON text per line. Returns undefined for any other
 * body.
 */
export function parseJsonQuery({ bytes, isWhole }: RequestBody): string | undefined {
  if (!isWhole) return undefined;
  try {
    return encodeFormParameters(numberRepeatedNames(readNamedValues(bytes)));
  } catch {
    return undefined;
  }
}

function readNamedValues(bytes: Buffer): NamedValue[] {
  try {
    return new JsonReader(decodeJsonText(bytes)).namedValues();
  } catch (error) {
    if (!(error instanceof JsonSyntaxError) || !bytes.includes('\n')) throw error;
    const values: NamedValue[] = [];
    for (let at = 0; at <= bytes.length; ) {
      const end = bytes.indexOf('\n', at);
      const line = bytes.subarray(at, end < 0 ? bytes.length : end);
      for (const value of new JsonReader(decodeJsonText(line)).namedValues()) values.push(value);
      at += line.length + 1;
    }
    return values;
  }
}

/** Adds numbers to repeated names: `a`, `a.2_`, `a.3_`. */
function numberRepeatedNames(values: readonly NamedValue[]): Map<string, string> {
  const parameters = new Map<string, string>();
  const counts = new Map<string, number>();
  for (const [name, value] of values) {
    if (!parameters.has(name)) {
      parameters.set(name, value);
      continue;
    }
    const count = (counts.get(name) ?? 1) + 1;
    counts.set(name, count);
    parameters.set(`${name}.${count}_`, value);
  }
  return parameters;
}

/** Decodes UTF-8 or UTF-16, with or without a byte order mark. */
function decodeJsonText(bytes: Buffer): string {
  const text = decodeBytes(detectEncoding(bytes), bytes);
  if (text === undefined) throw new TypeError('the bytes are no text');
  return text.startsWith('\ufeff') ? text.slice(1) : text;
}

function detectEncoding(bytes: Buffer): string {
  if (bytes.length < 2) return 'utf-8';
  const start = bytes.readUInt16BE(0);
  if (start === 0xfeff) return 'utf-16be';
  if (start === 0xfffe) return 'utf-16le';
  if (bytes.length === 3) return 'utf-8';
  if (bytes[0] === 0) return 'utf-16be';
  return bytes[1] === 0 ? 'utf-16le' : 'utf-8';
}
