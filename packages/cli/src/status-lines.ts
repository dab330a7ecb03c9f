// The service's answer to an import: lines of JSON, one importStatus each, as they come.
import type { Readable } from 'node:stream';

export interface ImportStatus {
  readonly warcId?: string;
  readonly offset?: number;
  readonly url?: string;
  readonly artifactUuid?: string;
  readonly digest?: string;
  readonly version?: number;
  readonly status: 'OK' | 'ERROR' | 'DUPLICATE' | 'EXCLUDED';
  readonly statusMessage?: string;
}

/** A line holds a URL of at most 65,536 characters and a message: whatever is longer is no answer of this service. */
const LINE_CHARACTERS = 1024 * 1024;

/** Throws when the answer is cut off or is not what the service sends. */
export async function* statusLines(answer: Readable): AsyncGenerator<ImportStatus> {
  answer.setEncoding('utf8');
  let rest = '';
  for await (const text of answer) {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) if (line.trim() !== '') yield parse(line);
    if (rest.length > LINE_CHARACTERS) throw new Error('the answer has a line that is too long');
  }
  if (rest.trim() !== '') yield parse(rest);
}

const STATUSES: readonly unknown[] = ['OK', 'ERROR', 'DUPLICATE', 'EXCLUDED'];

function parse(line: string): ImportStatus {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    throw new Error('the answer has a line that is no JSON');
  }
  if (typeof value === 'object' && value !== null && 'status' in value && STATUSES.includes(value.status)) {
    return value as ImportStatus;
  }
  throw new Error('the answer has a line that is no import status');
}
