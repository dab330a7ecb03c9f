// Worker thread of the reader `codec in threads`. Reads byte ranges of a file with the code that an import uses.
import { parentPort } from 'node:worker_threads';
import { WarcReader, type WarcSink } from '@holdfast/warc';
import type { ReadTotals } from './reading.ts';

/** A byte range of the file, as several buffers. Their memory is transferred to the thread and back. */
export interface FileChunk {
  readonly offset: number;
  readonly pieces: Uint8Array<ArrayBuffer>[];
  readonly isLast: boolean;
}

export interface FileChunkResult {
  readonly seen: ReadTotals;
  /** True if the next byte range may begin where this one ends. */
  readonly isSettled: boolean;
  readonly buffers: ArrayBuffer[];
}

const port = parentPort!;
let reader: WarcReader | undefined;
let seen: ReadTotals = { records: 0, bytes: 0 };

const sink: WarcSink = {
  record(record) {
    if (record.error !== undefined) throw new Error(record.error);
    seen.records++;
    seen.bytes += record.payload.length;
  },
  memberChunk() {},
  damage({ message }) {
    throw new Error(message);
  },
};

port.on('message', ({ offset, pieces, isLast }: FileChunk) => {
  seen = { records: 0, bytes: 0 };
  if (offset === 0 || reader === undefined) {
    reader?.close();
    // Receives gzip members as views of the buffer instead of copies. The service uses the same option.
    reader = new WarcReader(sink, { viewMembers: true });
  }
  reader.goOnAt(offset);
  for (const piece of pieces) reader.write(piece);
  const { isSettled } = reader;
  if (isLast) reader.end();
  const buffers = pieces.map(({ buffer }) => buffer);
  if (isLast) reader = undefined;
  port.postMessage({ seen, isSettled, buffers } satisfies FileChunkResult, buffers);
});
