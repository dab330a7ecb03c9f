// The reader others use: warcio's parser over all records, each payload read to its end.
import { WARCParser } from 'warcio';
import type { FileBytes, Reading, Seen } from './reading.ts';

export const warcio: Reading = { name: 'warcio', read: (source) => readAll(source) };

async function readAll(source: FileBytes): Promise<Seen> {
  let records = 0;
  let bytes = 0;
  for await (const record of new WARCParser(pieces(source))) {
    for await (const chunk of record) bytes += chunk.length;
    records++;
  }
  return { records, bytes };
}

async function* pieces(source: FileBytes): AsyncGenerator<Uint8Array> {
  for (let piece = source.next(); piece; piece = source.next()) yield piece;
}
