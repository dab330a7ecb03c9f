// One import as a client does it: a file streamed as multipart to POST /archives while the answer is read to its end.
import { statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import type { System } from './system.ts';

/** How many records came to which status. */
export type Outcome = { seconds: number; statuses: Record<string, number> };

// It is as long as that of curl: the service looks for it in every byte, and finds a longer one faster.
const BOUNDARY = '------------------------holdfast-bench-7f0c2b';
const PIECE_BYTES = 1024 * 1024;

/** Resolves when the last status line is read; rejects when the service refuses or the answer breaks off. */
export async function importOverHttp(
  system: System,
  path: string,
  auid: string,
  namespace: string,
  { storeDuplicate = false } = {},
): Promise<Outcome> {
  const head = Buffer.from(
    `--${BOUNDARY}\r\nContent-Disposition: form-data; name="auid"\r\n\r\n${auid}\r\n` +
      `--${BOUNDARY}\r\nContent-Disposition: form-data; name="archive"; filename="bench.warc.gz"\r\n` +
      'Content-Type: application/warc\r\n\r\n',
  );
  const tail = Buffer.from(`\r\n--${BOUNDARY}--\r\n`);
  const started = performance.now();
  const query = new URLSearchParams({ namespace, storeDuplicate: String(storeDuplicate) });
  const sending = request(new URL(`${system.url}/archives?${query}`), {
    method: 'POST',
    auth: `${system.user}:${system.password}`,
    agent: false,
    headers: {
      'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
      'content-length': head.length + statSync(path).size + tail.length,
    },
  });
  const answered = new Promise<IncomingMessage>((resolve, reject) => {
    sending.once('response', resolve).once('error', reject);
  });
  const sent = send(sending, head, path, tail);
  const [lines] = await Promise.all([answered.then(readAnswer), sent]);
  // Counted when the clock has stopped: making sense of the lines is not the service's work.
  const seconds = (performance.now() - started) / 1000;
  return { seconds, statuses: countStatuses(lines) };
}

/**
 * The two processes share the machine: what the client burns, the service lacks. So it sends from two buffers that it
 * fills in turn, one while the other leaves, instead of making a new one for every piece.
 */
async function send(sending: ClientRequest, head: Buffer, path: string, tail: Buffer): Promise<void> {
  const file = await open(path);
  try {
    await write(sending, head);
    let [next, leaving] = [Buffer.allocUnsafe(PIECE_BYTES), Buffer.allocUnsafe(PIECE_BYTES)];
    let left: Promise<void> = Promise.resolve();
    for (;;) {
      const { bytesRead } = await file.read(next, 0, PIECE_BYTES);
      await left;
      if (bytesRead === 0) break;
      left = write(sending, next.subarray(0, bytesRead));
      left.catch(() => undefined);
      [next, leaving] = [leaving, next];
    }
    sending.end(tail);
  } finally {
    await file.close();
  }
}

/** Resolves when the bytes have left, so that their buffer is free again. */
function write(sending: ClientRequest, bytes: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    sending.write(bytes, (error) => (error ? reject(error) : resolve()));
  });
}

async function readAnswer(answer: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of answer) chunks.push(chunk);
  const body = Buffer.concat(chunks).toString();
  if (answer.statusCode !== 200)
    throw new Error(`The import was answered ${answer.statusCode}: ${body.slice(0, 500)}`);
  return body;
}

function countStatuses(lines: string): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const line of lines.split('\n')) {
    if (line === '') continue;
    const { status } = JSON.parse(line) as { status: string };
    counts[status] = (counts[status] ?? 0) + 1;
  }
  return counts;
}
