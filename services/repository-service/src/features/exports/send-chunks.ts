// Sends a long stream whose chunks are the reader's own, and gives their memory back as soon as they have left. Waiting
// for the garbage collector costs more than reading and sending them.
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';

/** Smaller ones may be parts of something that others hold. */
const OWN_BYTES = 64 * 1024;

/**
 * Status and headers must be set before. Rejects with the stream's error: before the first byte it can become an error
 * answer, after it the connection is cut. On HEAD nothing is read.
 */
export async function sendChunks(
  response: ServerResponse,
  readable: Readable,
  { signal }: { readonly signal?: AbortSignal } = {},
): Promise<void> {
  if (response.req.method === 'HEAD') {
    readable.on('error', () => undefined).destroy();
    response.end();
    return;
  }
  try {
    for await (const chunk of readable as AsyncIterable<Buffer>) {
      const isTaken = response.write(chunk, (error) => {
        if (!error) release(chunk);
      });
      if (!isTaken) await once(response, 'drain', signal ? { signal } : {});
    }
    response.end();
  } catch (error) {
    if (response.headersSent) response.destroy();
    throw error;
  }
}

function release({ buffer, byteLength }: Buffer): void {
  if (byteLength >= OWN_BYTES && byteLength === buffer.byteLength) (buffer as ArrayBuffer).transfer(0);
}
