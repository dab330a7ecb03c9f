// A codec thread: takes the bytes of uploads, gives back their records read and digested. Computation only: it
// opens no file, no socket and no database.
import { parentPort } from 'node:worker_threads';
import type { FromCodec, ToCodec } from './codec-messages.ts';
import { MAX_BYTES_UNDER_WAY } from './codec-messages.ts';
import { UploadReader } from './upload-reader.ts';

const uploads = new Map<number, UploadReader>();
const port = parentPort!;

port.on('message', (message: ToCodec) => {
  if (message.message === 'open') {
    uploads.set(message.upload, open(message.upload, message.inlineLimitBytes));
    return;
  }
  const reader = uploads.get(message.upload);
  if (!reader) return;
  try {
    handle(reader, message);
  } catch (error) {
    uploads.delete(message.upload);
    reader.close();
    port.postMessage(failure(message.upload, error));
  }
});

function handle(reader: UploadReader, message: Exclude<ToCodec, { message: 'open' }>): void {
  switch (message.message) {
    case 'data':
      reader.push(new Uint8Array(message.buffer, 0, message.length));
      return;
    case 'end':
      reader.end();
      return;
    case 'taken':
      reader.taken(message.buffer, message.lengthBytes);
      return;
    case 'drop':
      uploads.delete(message.upload);
      reader.close();
  }
}

function open(upload: number, inlineLimitBytes: number): UploadReader {
  return new UploadReader({
    inlineLimitBytes,
    maxBytesUnderWay: MAX_BYTES_UNDER_WAY,
    output: (value) => {
      port.postMessage({ message: 'output', upload, value } satisfies FromCodec, [
        value.bytes.buffer as ArrayBuffer,
      ]);
    },
    read: (buffers) => port.postMessage({ message: 'read', upload, buffers } satisfies FromCodec, buffers),
    done: () => {
      uploads.delete(upload);
      port.postMessage({ message: 'done', upload } satisfies FromCodec);
    },
  });
}

function failure(upload: number, error: unknown): FromCodec {
  const notAWarc = error instanceof Error && error.name === 'NotAWarcError';
  const detail = error instanceof Error ? error.message : String(error);
  return { message: 'failed', upload, reason: notAWarc ? 'not a WARC' : 'codec', detail };
}
