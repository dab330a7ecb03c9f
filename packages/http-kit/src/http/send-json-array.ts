// Sends a JSON array of any length: batches as they come, as fast as the client takes them, one in memory at a time.
import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { sendStream } from './send-stream.ts';

/**
 * The status must be set on `response` before, unless it is 200; the Content-Type is set here. What `batches` throws
 * before its first batch becomes an ordinary error answer; after that the connection is cut, so that no client takes
 * half an array for a whole one. An abort ends the iteration. On HEAD nothing is asked of `batches`.
 */
export async function sendJsonArray(
  response: ServerResponse,
  batches: AsyncIterable<readonly unknown[]>,
  signal?: AbortSignal,
): Promise<void> {
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  const text = Readable.from(jsonArrayText(batches), { objectMode: false });
  await sendStream(response, text, signal === undefined ? {} : { signal });
}

/** The array as text. Nothing is said before something is known: the opening bracket comes with the first batch. */
export async function* jsonArrayText(batches: AsyncIterable<readonly unknown[]>): AsyncGenerator<string> {
  let before = '[';
  for await (const batch of batches) {
    if (batch.length === 0) continue;
    yield before + batch.map(jsonOf).join(',');
    before = ',';
  }
  yield before === '[' ? '[]' : ']';
}

/** A value that JSON cannot express becomes null, as within any array. */
function jsonOf(item: unknown): string {
  return JSON.stringify(item) ?? 'null';
}
