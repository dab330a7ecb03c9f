// Reads all records with warcio's parser and consumes each payload, once without digests and once with the digests of
// an import.
import { createHash, type Hash } from 'node:crypto';
import { WARCParser, type WARCRecord } from 'warcio';
import type { ArchiveReader, FileByteSource, ReadTotals } from './reading.ts';

const CAPTURES = new Set(['response', 'resource', 'revisit']);

export const warcioReader: ArchiveReader = { name: 'warcio', read: (source) => readAll(source, false) };
export const digestingWarcioReader: ArchiveReader = {
  name: 'warcio + digests',
  read: (source) => readAll(source, true),
};

async function readAll(source: FileByteSource, digesting: boolean): Promise<ReadTotals> {
  let records = 0;
  let bytes = 0;
  for await (const record of new WARCParser(iteratePieces(source))) {
    const hashes = digesting ? createHashes(record) : [];
    for await (const chunk of record) {
      bytes += chunk.length;
      for (const hash of hashes) hash.update(chunk);
    }
    for (const hash of hashes) hash.digest();
    records++;
  }
  return { records, bytes };
}

/**
 * Returns hashes for the digests of a capture: SHA-256 and SHA-1 and, for a chunked body, a second SHA-1 (with and
 * without chunk framing).
 */
function createHashes({ warcType, httpHeaders }: WARCRecord): Hash[] {
  if (!CAPTURES.has(warcType ?? '')) return [];
  const isChunked = httpHeaders?.headers.get('Transfer-Encoding') === 'chunked';
  return ['sha256', 'sha1', ...(isChunked ? ['sha1'] : [])].map((algorithm) => createHash(algorithm));
}

async function* iteratePieces(source: FileByteSource): AsyncGenerator<Uint8Array> {
  for (let piece = source.next(); piece; piece = source.next()) yield piece;
}
