// Sends a JSON array of any length. Batches are sent as they arrive, at the speed of the client. Only one batch is in
// memory at a time.
import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { sendStream } from './send-stream.ts';

/**
 * Sends the array. If the status is not 200, set it on `response` first; the Content-Type is set here. An error before
 * the first batch becomes an ordinary error response. A later error cuts the connection, so that no client mistakes
 * part of the array for the whole array. An abort ends the iteration. For HEAD, `batches` is not read.
 */
export async function sendJsonArray(
  response: ServerResponse,
  batches: AsyncIterable<readonly unknown[]>,
  signal?: AbortSignal,
): Promise<void> {
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  const text = Readable.from(formatJsonArray(batches), { objectMode: false });
  await sendStream(response, text, signal === undefined ? {} : { signal });
}

/**
 * Yields the array as text. The opening bracket is sent with the first batch, so that an error before it can still
 * become an error response.
 */
export async function* formatJsonArray(batches: AsyncIterable<readonly unknown[]>): AsyncGenerator<string> {
  let before = '[';
  for await (const batch of batches) {
    if (batch.length === 0) continue;
    yield before + batch.map(jsonOf).join(',');
    before = ',';
  }
  yield before === '[' ? '[]' : ']';
}

/** Values that JSON cannot represent become null, as JSON.stringify does within an array. */
function jsonOf(item: unknown): string {
  return JSON.stringify(item) ?? 'null';
}
