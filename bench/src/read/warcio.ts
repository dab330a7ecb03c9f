// The reader others use: warcio's parser over all records, each payload read to its end. Once as it is, and once with
// the digests that an import needs (and that the bound and our own reader make, too).
import { createHash, type Hash } from 'node:crypto';
import { WARCParser, type WARCRecord } from 'warcio';
import type { FileBytes, Reading, Seen } from './reading.ts';

const CAPTURES = new Set(['response', 'resource', 'revisit']);

export const warcio: Reading = { name: 'warcio', read: (source) => readAll(source, false) };
export const warcioDigesting: Reading = { name: 'warcio + digests', read: (source) => readAll(source, true) };

async function readAll(source: FileBytes, digesting: boolean): Promise<Seen> {
  let records = 0;
  let bytes = 0;
  for await (const record of new WARCParser(pieces(source))) {
    const hashes = digesting ? hashesFor(record) : [];
    for await (const chunk of record) {
      bytes += chunk.length;
      for (const hash of hashes) hash.update(chunk);
    }
    for (const hash of hashes) hash.digest();
    records++;
  }
  return { records, bytes };
}

/** A capture gets both digests, and a body that comes in chunks a SHA-1 with them and one without. */
function hashesFor({ warcType, httpHeaders }: WARCRecord): Hash[] {
  if (!CAPTURES.has(warcType ?? '')) return [];
  const isChunked = httpHeaders?.headers.get('Transfer-Encoding') === 'chunked';
  return ['sha256', 'sha1', ...(isChunked ? ['sha1'] : [])].map((algorithm) => createHash(algorithm));
}

async function* pieces(source: FileBytes): AsyncGenerator<Uint8Array> {
  for (let piece = source.next(); piece; piece = source.next()) yield piece;
}
