// Codec thread: parses and digests the records of uploads. Opens no sockets and no database connections. The only file
// it opens is a spool for records whose declared length is wrong by megabytes.
import { parentPort } from 'node:worker_threads';
import { openAnonymousSpool } from '../spool/anonymous-spool.ts';
import type { CodecMessage, CodecRequest, OpenUpload } from './codec-messages.ts';
import { listBuffers } from './packed-records.ts';
import { UploadReader } from './upload-reader.ts';

const uploads = new Map<number, UploadReader>();
const port = parentPort!;

port.on('message', (message: CodecRequest) => {
  if (message.message === 'open') {
    uploads.set(message.upload, openReader(message));
    return;
  }
  withReader(message.upload, (reader) => handleMessage(reader, message));
});

/** Calls `use` with the reader of the upload, unless reading has ended. Reports errors that `use` throws. */
function withReader(upload: number, use: (reader: UploadReader) => void): void {
  const reader = uploads.get(upload);
  if (!reader) return;
  try {
    use(reader);
  } catch (error) {
    // While the start of the range is unconfirmed, withhold the error.
    if (reader.hold(error)) return;
    uploads.delete(upload);
    reader.close();
    port.postMessage(toFailureMessage(upload, error));
  }
}

function handleMessage(reader: UploadReader, message: Exclude<CodecRequest, { message: 'open' }>): void {
  switch (message.message) {
    case 'portion':
      reader.beginPortion(message.portion, message.offset);
      return;
    case 'data':
      reader.push(new Uint8Array(message.buffer, 0, message.length));
      return;
    case 'cut':
      reader.cut();
      return;
    case 'end':
      reader.end();
      return;
    case 'certain':
      reader.makeCertain(message.portion);
      return;
    case 'giveBack':
      reader.giveBack();
      return;
    case 'taken':
      reader.taken(message.buffer, message.lengthBytes);
      return;
    case 'drop':
      uploads.delete(message.upload);
      reader.close();
  }
}

function openReader(message: OpenUpload): UploadReader {
  const { upload, spoolFolder, ...options } = message;
  return new UploadReader({
    ...options,
    openSpool: spoolFolder === undefined ? undefined : () => openAnonymousSpool(spoolFolder),
    output: (value) => {
      const ofFindings = value.output === 'findings' ? listBuffers(value.findings) : [];
      const transferred = [value.bytes.buffer as ArrayBuffer, ...ofFindings];
      port.postMessage({ message: 'output', upload, value } satisfies CodecMessage, transferred);
    },
    read: (count, buffers) =>
      port.postMessage({ message: 'read', upload, count, buffers } satisfies CodecMessage, buffers),
    cut: (isSettled) => port.postMessage({ message: 'cut', upload, isSettled } satisfies CodecMessage),
    gaveBack: (pieces) =>
      port.postMessage(
        { message: 'gaveBack', upload, pieces } satisfies CodecMessage,
        pieces.map(({ buffer }) => buffer),
      ),
    warn: (warning) => port.postMessage({ message: 'warned', upload, warning } satisfies CodecMessage),
    defer: () => setImmediate(() => withReader(upload, (reader) => reader.goOn())),
    done: () => port.postMessage({ message: 'done', upload } satisfies CodecMessage),
  });
}

function toFailureMessage(upload: number, error: unknown): CodecMessage {
  const notAWarc = error instanceof Error && error.name === 'NotAWarcError';
  const detail = error instanceof Error ? error.message : String(error);
  return { message: 'failed', upload, reason: notAWarc ? 'notAWarc' : 'codec', detail };
}
