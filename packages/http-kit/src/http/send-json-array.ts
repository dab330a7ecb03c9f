// Sends a JSON array of any length, batch by batch, at the speed of the client. Only one batch is in memory at a time.
import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { sendStream } from './send-stream.ts';

/**
 * Sends the array. Set a status other than 200 on `response` first. An error before the first batch becomes an ordinary
 * error response. A later error closes the connection, so that clients do not mistake a partial array for a complete
 * one. For HEAD, `batches` is not read.
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

/** Formats the array as text. Yields nothing before the first batch, so that an error can still become a response. */
export async function* formatJsonArray(batches: AsyncIterable<readonly unknown[]>): AsyncGenerator<string> {
  let before = '[';
  for await (const batch of batches) {
    if (batch.length === 0) continue;
    yield before + batch.map(formatItem).join(',');
    before = ',';
  }
  yield before === '[' ? '[]' : ']';
}

/** Formats an item. A value that JSON cannot represent becomes null, as in JSON.stringify. */
function formatItem(item: unknown): string {
  return JSON.stringify(item) ?? 'null';
}
