// Captures as one text that PostgreSQL makes of them: what the driver does for each column of each row takes longer than
// to find the row.
import { compareKeys } from '../../domain/keys/key-spans.ts';
import type { Capture, Direction } from '../../domain/replay/capture.ts';

/** Captures in the order of the index but for those of one part and time, which are in none. */
export interface PackedCaptures {
  readonly count: number;
  /** Null when there is none. */
  readonly packed: string | null;
}

// Of the columns of `found`. What may be null begins with `=` when it is not.
const packed = `concat(id, E'\\x1f', urlkey, E'\\x1f', url, E'\\x1f', collection_ms, E'\\x1f', http_status, E'\\x1f',
  encode(sha1, 'hex'), E'\\x1f', length, E'\\x1f', '=' || mime, E'\\x1f', '=' || redirect, E'\\x1f', '=' || method, E'\\x1f',
  '=' || request_body)`;

export const packedColumns = `id, urlkey, url, collection_ms, http_status, sha1,
  coalesce(replay_length, record_length) as length, mime, redirect, method, request_body`;

/** Of rows with the columns above. */
export function packedOf(rows: string): string {
  return `select count(*)::integer as count, string_agg(${packed}, E'\\x1e') as packed from (${rows}) found`;
}

const FIELDS = 11;
const ID_CHARACTERS = 36;

/**
 * Undefined when a value holds one of the characters between values where it misleads: such captures must be asked for in
 * columns. One `\x1f` too many leaves one in the last value of some record; a `\x1e` in a last value lengthens the next id.
 */
export function unpacked({ count, packed: text }: PackedCaptures): Capture[] | undefined {
  if (text === null) return [];
  const captures: Capture[] = [];
  const fields: string[] = [];
  let at = 0;
  for (let record = 1; record <= count; record++) {
    for (let field = 0; field < FIELDS; field++) {
      let end = text.indexOf(field === FIELDS - 1 ? '\x1e' : '\x1f', at);
      if (end < 0) end = text.length;
      fields[field] = text.slice(at, end);
      at = end + 1;
    }
    if (fields[0]!.length !== ID_CHARACTERS || fields[FIELDS - 1]!.includes('\x1f')) return undefined;
    captures.push(captureOf(fields));
  }
  return captures;
}

function captureOf(fields: readonly string[]): Capture {
  return {
    id: fields[0]!,
    urlkey: fields[1]!,
    url: fields[2]!,
    collectionMs: Number(fields[3]),
    httpStatus: fields[4] === '' ? undefined : Number(fields[4]),
    sha1: fields[5]!,
    lengthBytes: Number(fields[6]),
    mime: optional(fields[7]!),
    redirect: optional(fields[8]!),
    method: optional(fields[9]!),
    requestBody: optional(fields[10]!),
  };
}

function optional(field: string): string | undefined {
  return field === '' ? undefined : field.slice(1);
}

/** Orders those of one time by id, in place. `samePart`: whether two that share a time also share their part of the key. */
export function orderTies(
  captures: Capture[],
  direction: Direction,
  samePart: (a: Capture, b: Capture) => boolean,
): Capture[] {
  for (let start = 0; start < captures.length - 1; ) {
    let end = start + 1;
    while (end < captures.length && isTie(captures[start]!, captures[end]!, samePart)) end++;
    if (end - start > 1) {
      const tied = captures.slice(start, end).sort((a, b) => compareKeys(a.id, b.id));
      captures.splice(start, tied.length, ...(direction === 'forward' ? tied : tied.reverse()));
    }
    start = end;
  }
  return captures;
}

function isTie(a: Capture, b: Capture, samePart: (a: Capture, b: Capture) => boolean): boolean {
  return a.collectionMs === b.collectionMs && samePart(a, b);
}
