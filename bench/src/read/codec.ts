// Our own reader: everything an import needs of a WARC (fields, HTTP heads, digests, members to store), kept nowhere.
import { WarcReader, type WarcSink } from '@holdfast/warc';
import type { FileBytes, Reading, Seen } from './reading.ts';

export const codec: Reading = { name: 'codec', read: (source) => readAll(source) };

function readAll(source: FileBytes): Seen {
  let records = 0;
  let bytes = 0;
  const sink: WarcSink = {
    record(record) {
      if (record.error !== undefined) throw new Error(record.error);
      records++;
      bytes += record.payload.length;
    },
    memberChunk() {},
    damage({ message }) {
      throw new Error(message);
    },
  };
  // The service reads so: it copies members into its batches.
  const reader = new WarcReader(sink, { viewMembers: true });
  try {
    for (let piece = source.next(); piece; piece = source.next(reader.heldInputBytes)) reader.write(piece);
    reader.end();
  } finally {
    reader.close();
  }
  return { records, bytes };
}
