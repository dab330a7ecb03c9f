// Holdfast's reader. Produces everything that an import needs (WARC fields, HTTP headers, digests, gzip members), but
// stores nothing.
import { WarcReader, type WarcSink } from '@holdfast/warc';
import type { ArchiveReader, FileByteSource, ReadTotals } from './reading.ts';

export const codecReader: ArchiveReader = { name: 'codec', read: (source) => readAll(source) };

function readAll(source: FileByteSource): ReadTotals {
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
  // Receives gzip members as views of the buffer instead of copies. The service uses the same option.
  const reader = new WarcReader(sink, { viewMembers: true });
  try {
    for (let piece = source.next(); piece; piece = source.next(reader.heldInputBytes)) reader.write(piece);
    reader.end();
  } finally {
    reader.close();
  }
  return { records, bytes };
}
