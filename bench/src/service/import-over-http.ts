// Imports a file as clients do: streams it as a multipart form to POST /archives while reading the response.
import { statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import type { BenchSystem } from './system.ts';

/** Duration and number of records by status. */
export type ImportRun = { seconds: number; statuses: Record<string, number> };

// The boundary is as long as curl's. The length matters, because the service searches the whole upload for the
// boundary, and finds a longer boundary faster.
const BOUNDARY = '------------------------holdfast-bench-7f0c2b';
const PIECE_BYTES = 1024 * 1024;

/**
 * Imports a file. Resolves after the last status line. Rejects if the service refuses the import or the response is
 * incomplete.
 */
export async function runHttpImport(
  system: BenchSystem,
  path: string,
  auid: string,
  namespace: string,
  { storeDuplicate = false } = {},
): Promise<ImportRun> {
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
  const sent = streamFile(sending, head, path, tail);
  const [lines] = await Promise.all([answered.then(readAnswer), sent]);
  // Counts the status lines after measuring the duration, because parsing them is not part of the service's work.
  const seconds = (performance.now() - started) / 1000;
  return { seconds, statuses: countStatuses(lines) };
}

/**
 * Sends the file from two buffers in turn instead of allocating new ones, because the client shares the processors with
 * the service.
 */
async function streamFile(sending: ClientRequest, head: Buffer, path: string, tail: Buffer): Promise<void> {
  const file = await open(path);
  try {
    await writeChunk(sending, head);
    let [next, leaving] = [Buffer.allocUnsafe(PIECE_BYTES), Buffer.allocUnsafe(PIECE_BYTES)];
    let left: Promise<void> = Promise.resolve();
    for (;;) {
      const { bytesRead } = await file.read(next, 0, PIECE_BYTES);
      await left;
      if (bytesRead === 0) break;
      left = writeChunk(sending, next.subarray(0, bytesRead));
      left.catch(() => undefined);
      [next, leaving] = [leaving, next];
    }
    sending.end(tail);
  } finally {
    await file.close();
  }
}

/** Writes to the request. Resolves when the bytes are sent, so that their buffer can be reused. */
function writeChunk(sending: ClientRequest, bytes: Buffer): Promise<void> {
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
